"""What was played, on a page: a list of games, one of them step by step, and what they come to.

Decides how logs look in a browser.  Must not write any, and must not know the table: reading never
disturbs what is played.
"""
