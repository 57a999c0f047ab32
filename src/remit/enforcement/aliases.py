"""Files under other names: a path is looked at as it is written and as the disk has it, so that no symbolic link leads out of a scope.

Rulings decide by the letters of a path. Whoever makes calls where the links are asks here.
"""

from __future__ import annotations

from ..policy import DENY, Decision, stricter
from ..ruling import Ruling, covers
from .narrowing import Narrowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FIELDS = ("file_path", "path", "notebook_path")
"""Where tools are told a path."""


def decide(remit: Narrowed, tool: str, value: object = None, cwd: str | None = None) -> Decision:
    """The stricter of the decisions about the path as written and as it is on this disk."""
    answer = remit.decide(tool, value, cwd)
    given = {name: value[name] for name in FIELDS if isinstance(value.get(name), str)} if isinstance(value, dict) else {}
    rulings = (remit.own, *remit.above)
    if answer.effect == DENY or not given or not any(_looks_at_paths(ruling, tool) for ruling in rulings):
        return answer
    from .links import TooManyLinks, joined, real_path

    base, home = cwd or remit.own.root, remit.own.home
    try:
        real = {
            name: real_path(
                joined(base, home + text[1:] if home is not None and (text == "~" or text.startswith("~/")) else text)
            )
            for name, text in given.items()
        }
        own, *above = (_there(ruling, real_path) for ruling in rulings)
        base = real_path(base)
    except TooManyLinks as problem:
        return Decision(DENY, f"nobody knows where {problem.path} leads: its links have no end")
    except ValueError:
        return Decision(DENY, "no file can have such a name")
    assert isinstance(value, dict)
    other = Narrowed(own, above).decide(tool, {**value, **real}, base)
    if stricter(answer, other) is other:
        return Decision(other.effect, f"{other.reason} (it is {', '.join(real.values())} on this disk)", other.because)
    return answer


def _looks_at_paths(ruling: Ruling, tool: str) -> bool:
    """Whether it depends on the path what an agent may do with a tool."""
    name = ruling.name_of(tool)
    return name in ruling.scopes or bool(ruling.rules) or any(covers(pattern, name) for pattern, _, _ in ruling.denied)


def _there(ruling: Ruling, real: Callable[[str], str]) -> Ruling:
    """The same ruling with its folders as the disk has them."""
    found = Ruling(real(ruling.root), real(ruling.home) if ruling.home is not None else None)
    found.__dict__.update({name: value for name, value in ruling.__dict__.items() if name not in ("root", "home")})
    found.folders = tuple(real(folder) for folder in ruling.folders)
    return found
