"""The Universal Game Interface: an arbiter's program asks, a player of ours answers.

Decides what each line of the protocol does.  Must not know a port, a clock or a stream: lines and
times come from the command.
"""
