"""The PC's end of the wire: connection, client and what they report."""
