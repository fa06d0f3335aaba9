"""The budget of an evening: what each module and each phase may cost, as it was last agreed.

Decides what is kept of it and when it is exceeded.  It is a file, whose changes are read like
those of code: ``python -m tests.memory --write`` takes over what is measured.
"""

import json
from pathlib import Path

from tests.memory.pico import Figures

FILE = Path(__file__).with_name("budget.json")
# Ten blocks of the heap: so much a module or a phase may grow without a word.  Letters of names
# are kept in pieces of nine, and whoever needs the next one pays for all of it: a folder with a
# longer name, as on another machine, is enough.
SLACK = 10 * 16


def row_of(whole: Figures, *short: Figures) -> dict[str, dict[str, int]]:
    """Return what is kept of a build: bytes by module, and the most by phase of each evening."""
    modules = sorted(whole.modules.items(), key=lambda item: (-item[1], item[0]))
    row = {"modules": dict(modules), "names": {"names": whole.names}}
    return row | {phases_of(figures): peaks_of(figures) for figures in (*short, whole)}


def phases_of(figures: Figures) -> str:
    """Return under which name the phases of an evening of this length stand."""
    return f"phases of {figures.share} %"


def peaks_of(figures: Figures) -> dict[str, int]:
    """Return the most that was in use in each phase."""
    return {phase.name: phase.peak for phase in figures.phases}


def read() -> dict[str, dict[str, dict[str, int]]]:
    """Return the budget of each build."""
    budget: dict[str, dict[str, dict[str, int]]] = json.loads(FILE.read_text())
    return budget


def write(rows: dict[str, dict[str, dict[str, int]]]) -> None:
    """Take these over."""
    FILE.write_text(json.dumps(rows, indent=1) + "\n")


def excesses(figures: Figures, budget: dict[str, dict[str, int]]) -> list[str]:
    """Return what costs more than it may, and what the budget does not know, or alone knows."""
    measured = {"modules": figures.modules, "names": {"names": figures.names}}
    measured[phases_of(figures)] = peaks_of(figures)
    found = []
    for kind, row in measured.items():
        allowed = budget[kind]
        for name, size in row.items():
            if name not in allowed:
                found.append(f"{name}: {size}, not in the budget")
            elif size > allowed[name] + SLACK:
                found.append(f"{name}: {size}, {size - allowed[name]} more than its budget")
        found += [f"{name}: no more, but in the budget" for name in allowed if name not in row]
    return found
