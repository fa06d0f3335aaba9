"""The games as environments for learning: PettingZoo's AEC interface, one `make` for all four.

Decides the arguments of an environment. Needs the extra ``env``.  Must not know a rule.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from schiri.errors import install_line

if TYPE_CHECKING:
    from pettingzoo import AECEnv

PACKAGES = ("numpy", "pettingzoo", "pillow")
MODULES = ("numpy", "pettingzoo", "PIL")


def make(
    game: str,
    *,
    seats: int | None = None,
    render_mode: str | None = None,
    max_steps: int = 5000,
    **options: str | bool,
) -> "AECEnv":
    """Return an environment of a game.

    Shape: ``options`` are those of the rules, ``no_field="pass"`` for ``--no-field pass``; the
    default of ``seats`` is the smallest number.  ``render_mode`` is ``ansi``, ``svg`` or
    ``rgb_array``.  After ``max_steps`` actions an episode is truncated.
    Raises: ImportError (without the extra), MalformedText (unknown-game, bad-option,
    unknown-option, bad-number).

    >>> env = make("switch")
    >>> env.reset(seed=1)
    >>> observation, reward, termination, truncation, info = env.last()
    >>> info["position"]
    'bwbwb/wbwbw/bw.wb/wbwbw/bwbwb b'
    """
    if not all(map(find_spec, MODULES)):
        raise ImportError("schiri.env needs its extra: " + install_line(*PACKAGES))
    from pettingzoo.utils import wrappers

    from schiri.env.aec import SchiriEnv

    words = {True: "on", False: "off"}
    chosen = {
        name.replace("_", "-"): words[value] if isinstance(value, bool) else value
        for name, value in options.items()
    }
    env: AECEnv = SchiriEnv(game, seats, render_mode, max_steps, chosen)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)
