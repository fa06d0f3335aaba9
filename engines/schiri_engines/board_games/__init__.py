"""The board games as a device plays them.

Decides nothing about any game.  What only a PC needs of a game, such as `from_position`, is in the
package that has the game's name: its class is a subclass of the one here.
"""
