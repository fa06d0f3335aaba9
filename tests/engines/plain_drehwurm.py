"""A plain reference implementation of Drehwurm, by the rule book and the interface, without speed.

Decides from the text of a command the next state, or the rule that it breaks.  Shares no code with
the engine and does not know it.
"""

import pickle
import re
from typing import Any

State = dict[str, Any]

# Adjacent numbers are neighbours in this text.
RING = "1234567891"
ALL_COLOURS = "rygbpo"
NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)

# Each word, with the form of its values and the phases that permit it.
FULL_WORDS = {
    "start": ("ccc", "start"),
    "lay": ("cp", "turn"),
    "shows": ("c", "shows"),
    "throw": ("nt", "turn"),
    "hen": ("hp", "turn"),
    "new": ("c", "new"),
    "pass": ("p", "turn"),
}
FAST_WORDS = {
    "turned": ("P", "turn race"),
    "passed": ("P", "turn race"),
    "race": ("R", "race"),
    "illegal": ("", "race"),
    "stands": ("", "race"),
    "ate": ("nhiii", "turn"),
    "end": ("", "turn race"),
    "left": ("ni", "count"),
}
FULL_KEYS = {"turn": "n", "hand": "ni", "stock": "i", "pile": "ptui", "score": "ns"}
FAST_KEYS = {"turn": "n", "score": "ns"}


class No(Exception):
    """A refused command.

    Shape: ``rule`` is None for a text that is no command.
    """

    def __init__(self, rule: str | None) -> None:
        super().__init__(rule)
        self.rule = rule


class PlainDrehwurm:
    """A match, as a person would keep it on paper."""

    def __init__(self, names: list[str], **options: str) -> None:
        self.names = names
        self.full = options.get("mode", "full") == "full"
        self.colours = ALL_COLOURS[: int(options.get("colours", "5"))]
        self.joker = options.get("joker", "wild")
        self.same_colour = options.get("throw_in", "normal") == "same-colour"
        self.words = FULL_WORDS if self.full else FAST_WORDS
        self.keys = FULL_KEYS if self.full else FAST_KEYS
        # The complete changing state.
        self.now: State = {"sums": dict.fromkeys(names, 0), "number": 1, "abandoned": False}
        self.deal()
        self.past: list[bytes] = []
        # The reason for the end of each game, for the counts of occurrences.
        self.endings: list[str] = []

    def deal(self) -> None:
        count = len(self.names)
        starter = self.names[self.now["number"] % count]
        self.now.update(
            phase="start" if self.full else "turn",
            turn=starter,
            starter=starter,
            piles=[],
            hands=dict.fromkeys(self.names, 12),
            hens=dict.fromkeys(self.names, 2),
            draw=90 - 10 * count - 6,
            eaten={name: [] for name in self.names},
            put=dict.fromkeys(self.names, 0),
            window=None,
            waiting=None,
            claims={},
            struck=[],
            left={},
        )

    # Commands

    def say(self, text: str) -> None:
        """Execute a command.

        Raises: No.
        """
        words = text.split()
        word, rest = words[0], words[1:]
        is_over = self.now["abandoned"] or self.is_match_over()
        if word == "undo":
            if rest:
                raise No(None)
            self.undo()
            return
        before = pickle.dumps(self.now)
        if word == "set":
            key, values = self.read_set(rest)
            if is_over:
                raise No("TA-2")
            self.set_state(key, values)
        elif word == "dispute":
            if not rest:
                raise No(None)
            if is_over:
                raise No("TA-2")
        elif word in ("next", "abandon"):
            if rest:
                raise No(None)
            if is_over:
                raise No("TA-2")
            if word == "abandon":
                self.now["abandoned"] = True
            else:
                self.next_game()
        else:
            self.play(word, rest, is_over)
        self.past.append(b"next" + before if word == "next" else before)

    def play(self, word: str, rest: list[str], is_over: bool) -> None:
        if word not in self.words:
            raise No(None)
        form, phases = self.words[word]
        values = self.read(form, rest)
        if is_over:
            raise No("TA-2")
        if self.now["phase"] not in phases.split():
            raise No("TA-1")
        before = pickle.dumps(self.now)
        try:
            getattr(self, f"do_{word}")(*values)
        except No:
            self.now = pickle.loads(before)
            raise

    def undo(self) -> None:
        if not self.past:
            raise No("TA-3")
        before = self.past.pop()
        if before.startswith(b"next"):
            self.past = []
            before = before[4:]
        self.now = pickle.loads(before)

    def next_game(self) -> None:
        if self.now["phase"] != "over":
            raise No("TA-1")
        self.now["sums"] = self.match()
        self.now["number"] += 1
        self.deal()

    # Words

    def read(self, form: str, words: list[str]) -> list[Any]:
        """Return the values of words; each letter of a form describes one."""
        if form == "P":
            form = "p" * min(len(words), 1)
        elif form == "R":
            form = "r" * max(len(words), 1)
        if len(form) != len(words):
            raise No(None)
        return [self.value(kind, word) for kind, word in zip(form, words, strict=True)]

    def value(self, kind: str, word: str) -> Any:
        if kind == "n":
            if word not in self.names:
                raise No("TA-4")
            return word
        if kind == "r":
            name, colon, ms = word.partition(":")
            if not colon or ":" in ms:
                raise No(None)
            name = self.value("n", name)
            if not NUMBER.fullmatch(ms) or int(ms) >= 2**29:
                raise No(None)
            return name, int(ms)
        forms = {
            "c": r"[a-z][0-9]{1,3}|j",
            "t": rf"[a-z][0-9]{{1,3}}|j|[{ALL_COLOURS}]",
            "u": r"[a-z][0-9]{1,3}|j|\?",
            "h": "[a-z]",
            "p": "[123]",
            "i": "[0-9]{1,9}",
            "s": "-?[0-9]{1,9}",
        }
        if not re.fullmatch(forms[kind], word, re.ASCII):
            raise No(None)
        if kind == "p":
            return int(word) - 1
        if kind in "is":
            if abs(int(word)) > (999 if kind == "s" else 105):
                raise No(None)
            return int(word)
        return word

    def read_set(self, rest: list[str]) -> tuple[str, list[Any]]:
        if not rest or rest[0] not in self.keys:
            raise No(None)
        key, words = rest[0], rest[1:]
        if len(words) != len(self.keys[key]):
            raise No(None)
        # The names are checked first, then the phase, then the values.
        for kind, word in zip(self.keys[key], words, strict=True):
            if kind == "n":
                self.value("n", word)
        return key, words

    # Cards

    def check_exists(self, card: str) -> None:
        """DW-1 and DW-4."""
        colour, value = card[0], card[1:]
        if colour == "j":
            if self.joker != "number" and value:
                raise No("DW-4")
            if self.joker == "number" and not value:
                raise No("DW-4")
            if self.joker != "number":
                return
        elif colour not in self.colours:
            raise No("DW-1")
        if value not in list("123456789"):
            raise No("DW-1")

    def check_fits(self, card: str, top: str, thrown: bool = False) -> None:
        """DW-3, DW-4 and DW-6."""
        one_is_joker = "j" in (card[0], top[0])
        if one_is_joker and self.joker == "wild":
            return
        if one_is_joker and self.joker == "no-joker-on-joker":
            if card == top:
                raise No("DW-4")
            return
        if not one_is_joker:
            if thrown and self.same_colour:
                if card[0] != top[0]:
                    raise No("DW-6")
            elif card[0] == top[0]:
                raise No("DW-3")
        if card[1] + top[1] not in RING and top[1] + card[1] not in RING:
            raise No("DW-3")

    # The full referee

    def do_start(self, *tops: str) -> None:
        for card in tops:
            self.check_exists(card)
        self.now["piles"] = [{"up": [card], "down": ["?"]} for card in tops]
        self.now["phase"] = "turn"
        self.end_if_over("set")

    def do_lay(self, card: str, pile: int) -> None:
        me = self.now["turn"]
        if self.now["hands"][me] == self.now["hens"][me]:
            raise No("DW-1")
        self.check_exists(card)
        self.check_fits(card, self.now["piles"][pile]["up"][-1])
        self.now["piles"][pile]["up"].append(card)
        self.now["hands"][me] -= 1
        if not self.end_if_over("lay"):
            self.turn_over(pile)

    def turn_over(self, pile: int) -> None:
        """Turn a pile; everybody except the turner may throw in on it."""
        lying = self.now["piles"][pile]
        lying["up"], lying["down"] = lying["down"], lying["up"]
        self.now["window"] = {"pile": pile, "by": self.now["turn"], "used": False}
        if lying["up"][-1] == "?":
            self.now["phase"] = "shows"
            self.now["waiting"] = {"pile": pile, "hen": None}
        else:
            self.next_player()

    def next_player(self) -> None:
        place = self.names.index(self.now["turn"])
        self.now["turn"] = (self.names + self.names)[place + 1]
        self.now["phase"] = "turn"
        self.now["waiting"] = None

    def do_shows(self, card: str) -> None:
        self.check_exists(card)
        pile = self.now["piles"][self.now["waiting"]["pile"]]
        if self.now["waiting"]["hen"]:
            pile["down"][-1] = card
            self.eat()
        else:
            pile["up"][-1] = card
            self.next_player()
            self.end_if_over("set")

    def do_pass(self, pile: int) -> None:
        self.now["draw"] -= 1
        self.now["hands"][self.now["turn"]] += 1
        self.now["window"] = None
        if not self.end_if_over("pass"):
            self.turn_over(pile)

    def do_throw(self, name: str, card: str) -> None:
        window = self.now["window"]
        if window is None or window["by"] == name:
            raise No("DW-6")
        if window["used"]:
            raise No("DW-7")
        if len(card) == 1 and card != "j":
            raise No("DW-6")
        if self.now["hands"][name] == self.now["hens"][name]:
            raise No("DW-1")
        self.check_exists(card)
        up = self.now["piles"][window["pile"]]["up"]
        self.check_fits(card, up[-1], thrown=True)
        up.append(card)
        self.now["hands"][name] -= 1
        window["used"] = True
        self.end_if_over("throw")

    def do_hen(self, colour: str, pile: int) -> None:
        me = self.now["turn"]
        if self.now["hens"][me] == 0 or colour not in self.colours:
            raise No("DW-1")
        if self.now["piles"][pile]["up"][-1][0] not in (colour, "j"):
            raise No("DW-5")
        self.now["hens"][me] -= 1
        self.now["hands"][me] -= 1
        self.now["window"] = None
        self.now["waiting"] = {"pile": pile, "hen": colour}
        if self.now["piles"][pile]["down"][-1] == "?":
            self.now["phase"] = "shows"
        else:
            self.eat()

    def eat(self) -> None:
        number, hen = self.now["waiting"]["pile"], self.now["waiting"]["hen"]
        pile = self.now["piles"][number]
        cards = pile["up"] + pile["down"]
        points = 0
        for card in cards:
            if card[0] == hen:
                points += 3
            elif card[0] == "j":
                points += 2
            else:
                points += 1
        meal = {"hen": hen, "points": points, "cards": len(cards)}
        self.now["eaten"][self.now["turn"]].append(meal)
        self.now["piles"][number] = {"up": [], "down": []}
        self.now["waiting"]["hen"] = None
        if self.end_if_over("hen"):
            return
        if self.now["draw"] == 1:
            self.now["piles"][number] = {"up": [], "down": ["?"]}
            self.now["draw"] = 0
            self.end("one card left")
        else:
            self.now["phase"] = "new"

    def do_new(self, card: str) -> None:
        self.check_exists(card)
        self.now["piles"][self.now["waiting"]["pile"]] = {"up": [card], "down": ["?"]}
        self.now["draw"] -= 2
        if not self.end_if_over("new"):
            self.next_player()

    def end_if_over(self, by: str) -> bool:
        """DW-8."""
        if self.now["phase"] == "over":
            return True
        for name in self.names:
            if self.now["hands"][name] == 0:
                self.end(f"hand by {by}")
                return True
        if all(self.now["hens"][name] == 0 for name in self.names):
            self.end(f"hens by {by}")
            return True
        if self.now["draw"] == 0:
            self.end(f"draw pile by {by}")
            return True
        return False

    def end(self, why: str) -> None:
        self.now["phase"] = "over"
        self.endings.append(why)

    # The fast referee

    def do_turned(self, pile: int = 0) -> None:
        self.now["window"] = {"by": self.now["turn"]}
        self.now["claims"], self.now["struck"] = {}, []
        self.next_player()
        self.now["phase"] = "race"

    do_passed = do_turned

    def do_race(self, *claims: tuple[str, int]) -> None:
        for name, ms in claims:
            if name == self.now["window"]["by"] or name in self.now["claims"]:
                raise No("DW-6")
            self.now["claims"][name] = ms

    def order(self) -> list[dict[str, Any]]:
        """The fastest comes first. Ties go to the player who sits first after the turner."""
        if self.now["phase"] != "race":
            return []
        left = {n: ms for n, ms in self.now["claims"].items() if n not in self.now["struck"]}
        turner = self.names.index(self.now["window"]["by"])
        round_the_table = self.names[turner + 1 :] + self.names[:turner]
        found = []
        for ms in sorted(set(left.values())):
            together = [name for name in round_the_table if left.get(name) == ms]
            found += [{"name": n, "ms": ms, "tie": len(together) > 1} for n in together]
        return found

    def do_illegal(self) -> None:
        if not self.order():
            raise No("DW-6")
        self.now["struck"].append(self.order()[0]["name"])

    def do_stands(self) -> None:
        self.now["phase"] = "turn"

    def do_ate(self, name: str, colour: str, own: int, jokers: int, others: int) -> None:
        if name != self.now["turn"]:
            raise No("TA-1")
        worms = sum(meal["cards"] for meals in self.now["eaten"].values() for meal in meals)
        cards = own + jokers + others
        if len(self.now["eaten"][name]) == 2 or worms + cards > 90 or colour not in self.colours:
            raise No("DW-1")
        meal = {"hen": colour, "points": 3 * own + 2 * jokers + others, "cards": cards}
        self.now["eaten"][name].append(meal)
        self.next_player()
        if all(len(meals) == 2 for meals in self.now["eaten"].values()):
            self.now["phase"] = "count"

    def do_end(self) -> None:
        self.now["phase"] = "count"

    def do_left(self, name: str, count: int) -> None:
        if name in self.now["left"]:
            raise No("DW-9")
        self.now["left"][name] = count
        if len(self.now["left"]) == len(self.names):
            self.now["hands"] = dict(self.now["left"])
            self.end("counted")

    # Corrections by hand

    def set_state(self, key: str, words: list[str]) -> None:
        kinds, phase = self.keys[key], self.now["phase"]
        before = pickle.dumps(self.now)
        at_the_end = ("hand", "score") if phase == "over" else ("score",)
        if phase in ("over", "count") and key not in at_the_end:
            raise No("TA-5")
        values = [self.value(kind.replace("t", "c"), word) for kind, word in zip(kinds, words)]
        try:
            getattr(self, f"set_{key}")(*values)
        except No:
            self.now = pickle.loads(before)
            raise
        if self.full and self.now["phase"] == "turn":
            self.end_if_over("set")

    def set_turn(self, name: str) -> None:
        self.now["turn"] = name
        if self.now["phase"] == "start":
            self.now["starter"] = name

    def set_score(self, name: str, score: int) -> None:
        self.now["put"][name] += score - self.scores()[name]

    def set_hand(self, name: str, count: int) -> None:
        if count > 92:
            raise No(None)
        self.now["hands"][name] = count
        self.now["hens"][name] = min(self.now["hens"][name], count)

    def set_stock(self, count: int) -> None:
        if count > 90:
            raise No(None)
        self.now["draw"] = count
        if self.now["phase"] == "new" and count < 2:
            if count == 1:
                number = self.now["waiting"]["pile"]
                self.now["piles"][number] = {"up": [], "down": ["?"]}
                self.now["draw"] = 0
            self.end("draw pile by set")

    def set_pile(self, number: int, top: str, under: str, count: int) -> None:
        if not 2 <= count <= 90:
            raise No(None)
        self.check_exists(top)
        if under != "?":
            self.check_exists(under)
        if not self.now["piles"]:
            raise No("DW-2")
        pile = self.now["piles"][number]
        if len(pile["up"]) + len(pile["down"]) == count:
            pile["up"][-1], pile["down"][-1] = top, under
        else:
            pile["up"], pile["down"] = ["?"] * (count - 2) + [top], [under]
        if self.now["waiting"] and self.now["waiting"]["pile"] == number:
            if not self.now["waiting"]["hen"]:
                self.next_player()
            elif under != "?":
                self.eat()

    # The visible state

    def scores(self) -> dict[str, int]:
        """DW-9."""
        found = {}
        for name in self.names:
            found[name] = self.now["put"][name]
            found[name] += sum(meal["points"] for meal in self.now["eaten"][name])
            if self.now["phase"] == "over":
                found[name] -= self.now["hands"][name]
        return found

    def match(self) -> dict[str, int]:
        """DW-10."""
        if self.now["phase"] != "over":
            return dict(self.now["sums"])
        return {name: self.now["sums"][name] + self.scores()[name] for name in self.names}

    def is_match_over(self) -> bool:
        return (self.now["phase"], self.now["number"]) == ("over", len(self.names))

    def state(self) -> State:
        phase, winner, rule = self.now["phase"], [], None
        if self.now["abandoned"]:
            phase, rule = "over", "DW-11"
        elif phase == "over":
            rule = "DW-10" if self.is_match_over() else "DW-8"
            sums = self.match() if self.is_match_over() else self.scores()
            winner = [name for name in self.names if sums[name] == max(sums.values())]
        seen: State = {
            "game": "drehwurm",
            "turn": None if phase in ("over", "count") else self.now["turn"],
            "phase": phase,
            "over": self.now["abandoned"] or self.is_match_over(),
            "winner": winner,
            "rule": rule,
        }
        if self.full:
            seen["piles"] = [
                {
                    "top": pile["up"][-1] if pile["up"] else None,
                    "under": pile["down"][-1] if pile["down"] else None,
                    "cards": len(pile["up"]) + len(pile["down"]),
                }
                for pile in self.now["piles"]
            ]
            for key in ("hands", "hens", "draw", "eaten"):
                seen[key] = self.now[key]
        else:
            seen["order"] = self.order()
        seen["scores"], seen["match"] = self.scores(), self.match()
        seen["number"], seen["starter"] = self.now["number"], self.now["starter"]
        return seen

    # Questions

    def can(self, card: str, pile: int) -> tuple[bool, str | None]:
        """Return whether a card fits, and otherwise the rule that forbids it."""
        if not self.now["piles"]:
            return False, "TA-1"
        lying = self.now["piles"][pile]["up"][-1:]
        if not lying or lying == ["?"]:
            return False, "DW-3"
        try:
            self.check_exists(card)
            self.check_fits(card, lying[0])
        except No as no:
            return False, no.rule
        return True, None

    def which(self, pile: int) -> list[str]:
        cards = [colour + value for colour in self.colours + "j" for value in "123456789"]
        return sorted(card for card in [*cards, "j"] if self.can(card, pile)[0])
