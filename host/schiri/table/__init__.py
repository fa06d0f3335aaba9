"""The table: what is played, who asks for what, and what there is to see, for any number of views.

Decides nothing about how a table looks: no widget, no language, no words.  A view sends intents to
a `TableSession` and shows the states that come of them.
"""
