"""What a run is doing, line by line on a terminal's standard error."""

from __future__ import annotations

import json
import sys

from rich.console import Console
from rich.text import Text

from ._visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    Json = dict[str, object]

_STYLES = {"call": "cyan", "refused": "bold red", "failed": "yellow", "began": "dim", "ended": "dim"}
_WORDS = {"refused": "refused", "failed": "failed", "began": "begins", "ended": "ends"}


class Progress:
    """Writes events as they come; what an agent says is shown on one line, without what a terminal would act on."""

    def __init__(self, color: str = "auto") -> None:
        forced = {"always": True, "never": False}.get(color)
        self._console = Console(
            stderr=True, highlight=False, markup=False, emoji=False, force_terminal=forced, no_color=color == "never"
        )

    def __call__(self, event: Json) -> None:
        kind = str(event.get("event"))
        said = _said(kind, event)
        if said is None:
            return
        line = Text(f"{visible(str(event.get('agent', '')))}  ", style="dim")
        line.append(said, style=_STYLES.get(kind, ""))
        self._console.print(line, no_wrap=True, overflow="ellipsis", crop=True)


def _said(kind: str, event: Json) -> str | None:
    if kind == "turn":
        return visible(str(event.get("text"))) or None
    if kind == "call":
        return visible(f"{event.get('tool')} {main_value(event.get('input'))}")
    if kind in ("refused", "failed"):
        return visible(f"{event.get('tool')} {_WORDS[kind]}: {event.get('reason')}")
    if kind == "ended":
        turns = event.get("turns")
        return f"ends: {event.get('outcome')} after {turns} turn{'' if turns == 1 else 's'}"
    return _WORDS.get(kind)


def main_value(value: object) -> str:
    """What a call is about: its first text, or all of it."""
    if isinstance(value, dict):
        first = next((one for one in value.values() if isinstance(one, str)), None)
        return first if first is not None else json.dumps(value)
    return str(value)


def agreed(tool: str, value: object, reason: str) -> bool:
    """Whether the person at the terminal agrees to a call; only a clear yes is one."""
    sys.stderr.write(visible(f"{tool} {main_value(value)}") + f"\n  {visible(reason)}. Allow it? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
