"""Pictures: how a game lies, as SVG, for a file, for print and for a page in a browser.

Decides how frozen values are drawn.  Must not know logs, tables, languages, or what a picture is
for: whatever words stand in one are handed in.
"""
