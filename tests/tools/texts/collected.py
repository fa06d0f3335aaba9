"""Texts that need translations: codes and sentences, collected from the sources by syntax tree.

Decides nothing about wording.  A code that is no plain string cannot be collected, and is an error.
"""

import ast
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TypeGuard

from schiri.games import rulings_of
from schiri.games.rulings import Rulings
from schiri_engines.refusals import RULE_OF

from tests.games import GAMES
from tests.sources import ALL_FILES, ENGINES, HOST, ROOT, source_of, tree_of

ENGINE_FILES = tuple(path for path in ALL_FILES if path.is_relative_to(ENGINES))
HOST_FILES = tuple(path for path in ALL_FILES if path.is_relative_to(HOST))


def nodes_of(path: Path) -> list[ast.AST]:
    """Return every node of a file."""
    return list(ast.walk(tree_of(path)))


def naming(word: str, files: tuple[Path, ...]) -> list[Path]:
    """Return the files that contain a word."""
    return [path for path in files if word in source_of(path)]


@cache
def calls_of(name: str, files: tuple[Path, ...]) -> tuple[ast.Call, ...]:
    """Return every call of a function or a method by its plain name."""
    found = []
    for path in naming(name, files):
        for node in nodes_of(path):
            match node:
                case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)):
                    if called == name:
                        found.append(node)
    return tuple(found)


def text_of(node: ast.expr) -> str:
    """Return a plain string."""
    assert isinstance(node, ast.Constant) and isinstance(node.value, str), ast.unparse(node)
    return node.value


def values_of(node: ast.expr | None) -> set[str]:
    """Return the plain strings that an expression can have as its value."""
    if isinstance(node, ast.IfExp):
        return values_of(node.body) | values_of(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def codes_of(exception: str, at: int, files: tuple[Path, ...]) -> set[str]:
    """Return the codes of an exception's calls, which are at this argument."""
    return {text_of(call.args[at]) for call in calls_of(exception, files)}


def refusals() -> set[str]:
    """Return every code of the table, after importing all modules that add to it."""
    for path in naming("RULE_OF", (*ENGINE_FILES, *HOST_FILES)):
        if any(adds_refusals(node) for node in nodes_of(path)):
            parts = path.relative_to(ROOT).with_suffix("").parts[1:]
            import_module(".".join(part for part in parts if part != "__init__"))
    # The fifth game of the tests brings its own texts, if it was loaded before.
    return {code for code, rule in RULE_OF.items() if not rule.startswith("NC-")}


def adds_refusals(node: ast.AST) -> bool:
    """Return whether a node is ``RULE_OF[...]`` or ``RULE_OF.update``."""
    return (
        isinstance(node, ast.Subscript | ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "RULE_OF"
    )


def malformed() -> set[str]:
    """Return every code of malformed text."""
    return codes_of("MalformedText", 0, tuple(ALL_FILES))


def errors() -> set[str]:
    """Return every code of a fault."""
    return codes_of("HostError", 0, HOST_FILES)


def fault_details(code: str) -> set[str]:
    """Return the details that every fault of this code has."""
    calls = [call for call in calls_of("HostError", HOST_FILES) if text_of(call.args[0]) == code]
    return set.intersection(*({word.arg or "" for word in call.keywords} for call in calls))


def broken_logs() -> set[str]:
    """Return every code of a log that cannot be trusted."""
    return codes_of("BrokenLog", 1, HOST_FILES)


def ending_codes() -> set[str]:
    """Return the codes of all endings; of a game without causes of its own those are its rules."""
    codes: set[str] = set()
    for call in calls_of("Cause", HOST_FILES):
        codes |= values_of(call.args[0])
    plain = [game for game in GAMES if type(rulings_of(game)).causes is Rulings.causes]
    return codes.union(*map(ending_rules, plain))


def ending_rules(game: str) -> set[str]:
    """Return the rules by which a game of ours ends."""
    files = tuple(path for path in ENGINE_FILES if path.parent.name == game)
    return set().union(*(values_of(call.args[1]) for call in calls_of("Outcome", files))) - {""}


def is_text(node: ast.AST) -> TypeGuard[ast.Constant]:
    """Return whether a node of the syntax tree is a text."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def phases() -> set[str]:
    """Return every phase in which a player must act, after the name of its game."""
    found: set[str] = set()
    for path in naming("phase", ENGINE_FILES):
        parts = path.relative_to(ENGINES).parts
        game = parts[0]
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef) and node.name == "phase":
                returns = [inner for inner in ast.walk(node) if isinstance(inner, ast.Return)]
                values = set().union(*(values_of(inner.value) for inner in returns))
                found |= {f"{game} {value}" for value in values}
            elif isinstance(node, ast.Assign) and "self.phase" in ast.unparse(node.targets[0]):
                values = {text_of(inner) for inner in ast.walk(node.value) if is_text(inner)}
                found |= {f"{game} {value}" for value in values if value}
    return {phase for phase in found if not phase.endswith(" over")}


def filled_sentences() -> list[tuple[str, set[str]]]:
    """Return the sentences that are filled in place, with the names of their values."""
    return [
        (text_of(node.args[0]), {word.arg or "" for word in node.keywords})
        for path in naming("words.say", HOST_FILES)
        for node in nodes_of(path)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith("words.say")
        and is_text(node.args[0])
    ]
