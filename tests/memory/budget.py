"""The budget of an evening: the agreed memory of each module and each phase.

Decides which figures are saved, and when a budget is exceeded.  It is a file, whose changes are
reviewed like code: ``python -m tests.memory --write`` saves the measured figures.
"""

import json
from pathlib import Path

from tests.memory.pico import Figures

FILE = Path(__file__).with_name("budget.json")
# Growth of a module or a phase that is tolerated: ten blocks of the heap.  The heap keeps the
# letters of names in pieces of nine, and the first use of a piece pays for all of it. A folder with
# a longer name, as on another machine, is enough.
SLACK = 10 * 16


def row_of(whole: Figures, *short: Figures) -> dict[str, dict[str, int]]:
    """Return the saved figures of a build: bytes by module, and the peak by phase of each
    evening.
    """
    modules = sorted(whole.modules.items(), key=lambda item: (-item[1], item[0]))
    row = {"modules": dict(modules), "names": {"names": whole.names}}
    return row | {phases_of(figures): peaks_of(figures) for figures in (*short, whole)}


def phases_of(figures: Figures) -> str:
    """Return the key of the phases of an evening of this length."""
    return f"phases of {figures.share} %"


def peaks_of(figures: Figures) -> dict[str, int]:
    """Return the peak of each phase."""
    return {phase.name: phase.peak for phase in figures.phases}


def read() -> dict[str, dict[str, dict[str, int]]]:
    """Return the budget of each build."""
    budget: dict[str, dict[str, dict[str, int]]] = json.loads(FILE.read_text())
    return budget


def write(rows: dict[str, dict[str, dict[str, int]]]) -> None:
    """Save these rows."""
    FILE.write_text(json.dumps(rows, indent=1) + "\n")


def excesses(figures: Figures, budget: dict[str, dict[str, int]]) -> list[str]:
    """Return the figures over the budget, those missing in it, and its unused entries."""
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
