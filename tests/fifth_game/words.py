"""Noughts and crosses in words: the origins of its rules, and its texts in three languages.

Decides only texts; everything else about a board game on the PC has its defaults.
"""

from schiri.games.words import GameWords, rules_of

MARKED = "{name} marks {cell}"
EN = {
    "title": {"noughts": "Noughts and crosses, for 2 players"},
    "rule": {
        "NC-1": "The two mark free cells in turn.",
        "NC-2": "Three in a line, across, up or diagonally, win.",
        "NC-3": "A full board without a line is a draw.",
        "NC-4": "One who resigns loses; a draw may be agreed.",
    },
    "refusal": {"cell-taken": "That cell is marked already."},
    "ending": {
        "NC-2": "Three are in a line.",
        "NC-3": "The board is full.",
    },
    "phase": {"noughts play": "{name} marks a cell."},
    "colour": {"noughts b": "crosses", "noughts w": "noughts"},
    "option": {
        "noughts start": "Who begins",
        "noughts start=b": "crosses",
        "noughts start=w": "noughts",
    },
}
DE = {
    "": {MARKED: "{name} belegt {cell}"},
    "title": {"noughts": "Drei in einer Reihe, für 2 Personen"},
    "rule": {
        "NC-1": "Die beiden belegen abwechselnd freie Felder.",
        "NC-2": "Drei in einer Reihe, quer, hoch oder schräg, gewinnen.",
        "NC-3": "Ein volles Brett ohne Dreierreihe ist unentschieden.",
        "NC-4": "Wer aufgibt, verliert; ein Unentschieden kann vereinbart werden.",
    },
    "refusal": {"cell-taken": "Dieses Feld ist schon belegt."},
    "ending": {
        "NC-2": "Drei stehen in einer Reihe.",
        "NC-3": "Das Brett ist voll.",
    },
    "phase": {"noughts play": "{name} belegt ein Feld."},
    "colour": {"noughts b": "Kreuze", "noughts w": "Kreise"},
    "option": {
        "noughts start": "Wer beginnt",
        "noughts start=b": "Kreuze",
        "noughts start=w": "Kreise",
    },
}
FR = {
    "": {MARKED: "{name} marque {cell}"},
    "title": {"noughts": "Le morpion, pour 2 personnes"},
    "rule": {
        "NC-1": "Les deux marquent tour à tour des cases libres.",
        "NC-2": "Trois en ligne, en travers, en hauteur ou en diagonale, gagnent.",
        "NC-3": "Un plateau plein sans ligne est une partie nulle.",
        "NC-4": "Qui abandonne perd ; une partie nulle peut être convenue.",
    },
    "refusal": {"cell-taken": "Cette case est déjà marquée."},
    "ending": {
        "NC-2": "Trois sont en ligne.",
        "NC-3": "Le plateau est plein.",
    },
    "phase": {"noughts play": "{name} marque une case."},
    "colour": {"noughts b": "croix", "noughts w": "ronds"},
    "option": {
        "noughts start": "Qui commence",
        "noughts start=b": "les croix",
        "noughts start=w": "les ronds",
    },
}


class NoughtsWords(GameWords):
    rules = rules_of("NC", 4, house=[4])
    moves = (("(?P<cell>[a-c][1-3])", MARKED),)
    catalogues = {"en": EN, "de": DE, "fr": FR}


WORDS = NoughtsWords
