"""The lights: the look of each meaning, and how a scene of meanings becomes a frame.

`language` is the table of meanings, `painter` turns a scene into bytes within the current limit.
"""
