"""The table: the game, intents and states, for any number of views.

Must not know how a table looks: no widgets, no language, no words.  A view sends intents to
a `TableSession` and shows its states.
"""
