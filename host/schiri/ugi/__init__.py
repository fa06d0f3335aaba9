"""The Universal Game Interface: one of our players for an arbiter's program.

Decides what each line of the protocol does.  Must not know a port, a clock or a stream: lines and
times come from the command.
"""
