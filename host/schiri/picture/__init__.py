"""Pictures: the state of a game as SVG, for a file, for print and for a page in a browser.

Decides how frozen values are drawn.  Must not know logs, tables, languages, or the use of a
picture; words are arguments.
"""
