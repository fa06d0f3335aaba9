"""Statistics of logs: one game at a time, then all together.

Decides what counts as a win, a streak, a time.  Must not know files or words.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median

from schiri.events import End, EntryMade
from schiri.games import has_draws
from schiri.games.drehwurm.events import Stood
from schiri.games.drehwurm.words import claims_in
from schiri.games.joggle.luck import FACES, luck_of
from schiri.games.joggle.luck import GAME as OF_LUCK
from schiri.games.rulings import OnBoard
from schiri.json_object import Record
from schiri.log.lines import Log, span_of
from schiri.log.replay import referee_after
from schiri.names import spellings
from schiri.stats.thinking import Thinking, Thought, thinking_of, thoughts_of


class Won(Record):
    """The numbers of finished games and of wins."""

    games: int
    wins: int


class Races(Record):
    """Throw-ins in races: their number, how many of them stayed, and their times.

    Units: milliseconds since the pile was turned.
    """

    claims: int
    stood: int
    best_ms: int
    median_ms: float


class DiceLuck(Record):
    """The rolls of a player, by the letters of the faces, and the chance of such luck.

    Shape: ``joggles`` is the chance of this many joggles or more, ``uneven`` that of rolls spread
    at least as unevenly, as `schiri.games.joggle.luck` says.
    """

    rolls: Mapping[str, int]
    joggles: float
    uneven: float


class PlayerFigures(Record):
    """A player's games.

    Shape: ``games`` were begun, ``finished`` of them were played to their end, in which ``wins``
    and ``draws`` are counted, and the rest lost or abandoned; ``began`` is of those in which this
    player made the first move; ``streak`` is the number of wins in a row up to the last game,
    ``longest_streak`` the most ever; ``colours`` are by "b" and "w".
    """

    games: int
    finished: int
    wins: int
    draws: int
    streak: int
    longest_streak: int
    began: Won
    colours: Mapping[str, Won]
    races: Races | None = None
    dice: DiceLuck | None = None
    thinking: Thinking | None = None


class GameFigures(Record):
    """The games of one kind, by its name.

    Shape: ``begun`` counts the finished games with a known first move, and the wins of their first
    players.
    Units: seconds from the first to the last event of a finished game, or None; a game that was
    left for long, or in which the clock was set, has no duration.
    """

    games: int
    finished: int
    draws: int
    begun: Won
    median_s: float | None
    longest_s: float | None


class Figures(Record):
    """The statistics of logs, as ``schiri log stats --json`` prints them.

    Shape: ``left_out`` are the files that are not logs, or with which the rules disagree.
    """

    games: int
    finished: int
    players: Mapping[str, PlayerFigures]
    kinds: Mapping[str, GameFigures]
    left_out: tuple[str, ...]


@dataclass(frozen=True)
class CountedGame:
    """One game, as far as it is counted.

    Shape: with ``are_teams`` every other player is a partner.
    """

    game: str
    players: tuple[str, ...]
    is_over: bool
    is_draw: bool
    winner: tuple[str, ...]
    starter: str | None
    seconds: float | None
    colours: Mapping[str, str]
    claims: Sequence[tuple[str, int]]
    stood: Counter[str]
    rolls: Mapping[str, Counter[str]]
    are_teams: bool = False
    thoughts: Sequence[Thought] = ()

    def opponents_of(self, name: str) -> list[str]:
        """Return who played against somebody.

        >>> four = CountedGame(
        ...     "joggle", ("A", "B", "C", "D"), False, False, (), None, None, {}, (), Counter(), {},
        ...     are_teams=True,
        ... )
        >>> four.opponents_of("C"), replace(four, are_teams=False).opponents_of("C")
        (['B', 'D'], ['A', 'B', 'D'])
        """
        side = self.players.index(name) % 2
        others = [(seat, each) for seat, each in enumerate(self.players) if each != name]
        return [each for seat, each in others if not self.are_teams or seat % 2 != side]


def counted_game(log: Log) -> CountedGame:
    """Return the figures of a log.

    Raises: BrokenLog (the rules disagree).
    """
    header, last = log.header, log.lines[-1].event
    state = referee_after(log).state()
    events = log.standing
    _, duration = span_of(log.lines)
    entries = [event for event in events if isinstance(event, EntryMade)]
    winner = last.winner if isinstance(last, End) else ()
    moves = [entry for entry in entries if entry.by]
    rolls: dict[str, Counter[str]] = defaultdict(Counter)
    for entry in moves:
        if entry.kind == "roll":
            rolls[str(entry.by)][entry.entry] += 1
    return CountedGame(
        header.game,
        header.players,
        log.is_finished,
        log.is_finished and not winner and has_draws(header.game),
        winner,
        moves[0].by if moves else None,
        duration.total_seconds() if duration is not None else None,
        state.colours if isinstance(state, OnBoard) else {},
        [each for made in entries if made.kind == "race" for each in claims_in(made.entry)],
        Counter(event.by for event in events if isinstance(event, Stood)),
        rolls,
        header.options.get("teams") == "on",
        thoughts_of(log),
    )


def figures_of(games: Sequence[CountedGame], left_out: Iterable[str] = ()) -> Figures:
    """Return the statistics of games, given in order of play.

    Rule: as `counted_games`.
    """
    games = counted_games(games)
    names = sorted({name for game in games for name in game.players}, key=str.casefold)
    kinds = sorted({game.game for game in games})
    return Figures(
        len(games),
        sum(game.is_over for game in games),
        {name: _player(name, [game for game in games if name in game.players]) for name in names},
        {kind: _kind([game for game in games if game.game == kind]) for kind in kinds},
        tuple(left_out),
    )


def counted_games(games: Sequence[CountedGame]) -> list[CountedGame]:
    """Return the games that count, in which the name of a person is spelled the same.

    Rule: a game without moves that did not end is not counted.
    """
    games = [game for game in games if game.starter or game.is_over]
    usual = spellings(name for game in games for name in game.players)
    return [
        replace(
            game,
            players=tuple(usual[name] for name in game.players),
            winner=tuple(usual[name] for name in game.winner),
            starter=usual[game.starter] if game.starter else None,
            colours={usual[name]: colour for name, colour in game.colours.items()},
            claims=[(usual[name], ms) for name, ms in game.claims],
            stood=Counter({usual[name]: count for name, count in game.stood.items()}),
            rolls={usual[name]: rolls for name, rolls in game.rolls.items()},
            thoughts=[each._replace(by=usual[each.by]) for each in game.thoughts],
        )
        for game in games
    ]


def _player(name: str, games: Sequence[CountedGame]) -> PlayerFigures:
    finished = [game for game in games if game.is_over]
    colours = {
        colour: wins_of(name, [game for game in finished if game.colours.get(name) == colour])
        for colour in ("b", "w")
    }
    streak = longest = 0
    for game in finished:
        streak = streak + 1 if name in game.winner else 0
        longest = max(longest, streak)
    return PlayerFigures(
        len(games),
        len(finished),
        wins_of(name, finished).wins,
        sum(game.is_draw for game in finished),
        streak,
        longest,
        wins_of(name, [game for game in finished if game.starter == name]),
        {colour: won for colour, won in colours.items() if won.games},
        _races(name, games),
        _dice(name, games),
        thinking_of(game.thoughts for game in games).get(name),
    )


def wins_of(name: str, games: Sequence[CountedGame]) -> Won:
    """Return how many games these are, and how many of them somebody has won."""
    return Won(len(games), sum(name in game.winner for game in games))


def _races(name: str, games: Sequence[CountedGame]) -> Races | None:
    times = [ms for game in games for who, ms in game.claims if who == name]
    if not times:
        return None
    stood = sum(game.stood[name] for game in games)
    return Races(len(times), stood, min(times), median(times))


def _dice(name: str, games: Sequence[CountedGame]) -> DiceLuck | None:
    # Other games may have other dice.
    rolled = [game.rolls.get(name, Counter()) for game in games if game.game == OF_LUCK]
    counts = sum(rolled, Counter())
    if not counts:
        return None
    rolls = {face: counts[face] for face in FACES}
    luck = luck_of(list(rolls.values()))
    return DiceLuck(rolls, round(luck.joggles, 4), round(luck.uneven, 4))


def _kind(games: Sequence[CountedGame]) -> GameFigures:
    finished = [game for game in games if game.is_over]
    begun = [game for game in finished if game.starter]
    seconds = [game.seconds for game in finished if game.seconds is not None]
    return GameFigures(
        len(games),
        len(finished),
        sum(game.is_draw for game in finished),
        Won(len(begun), sum(game.starter in game.winner for game in begun)),
        median(seconds) if seconds else None,
        max(seconds) if seconds else None,
    )
