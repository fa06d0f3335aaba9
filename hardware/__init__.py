"""What to buy and how to wire, and the card for the table: pages made from the builds' data."""
