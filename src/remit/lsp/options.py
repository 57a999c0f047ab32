"""Options: what the user of an editor says to remit, as settings of the client."""

from __future__ import annotations

import os

from ..errors import UsageError
from ..hosts import select
from ..hosts.base import FOREGROUND, MODES
from ..rules import PERSONAS
from ..selection import Selection


class Options:
    """The settings `remit.*`.

    * `host`: read every file as this host does, `NAME[@VERSION]`; by default each is told from its place.
    * `home`: the home folder whose agents and settings count, `""` for none; by default the user's.
    * `persona`: how much to tell, whatever the project's configuration says. `mode`: how agents run.
    * `delay`: milliseconds to wait for further keys before a file is checked.
    * `lens`, `hints`: whether the count of tools is shown above an agent, and notes at the ends of lines.

    `problems` are those of the settings themselves: a wrong one is told, and its default holds.
    """

    __slots__ = ("delay", "hints", "home", "host", "lens", "mode", "persona", "problems")

    def __init__(self, given: object = None) -> None:
        values = given if isinstance(given, dict) else {}
        self.problems: list[str] = []
        self.host = self._word(values, "host", None)
        if self.host is not None:
            try:
                select(self.host)
            except UsageError as problem:
                self.problems.append(f"remit.host: {problem.reason}")
                self.host = None
        home = self._word(values, "home", None)
        self.home = _home() if home is None else os.path.abspath(os.path.expanduser(home)) if home else None
        self.persona = self._one_of(values, "persona", PERSONAS, None)
        self.mode = self._one_of(values, "mode", MODES, FOREGROUND) or FOREGROUND
        delay = values.get("delay", 150)
        if isinstance(delay, bool) or not isinstance(delay, int) or not 0 <= delay <= 10_000:
            self.problems.append("remit.delay: a whole number of milliseconds from 0 to 10000")
            delay = 150
        self.delay = delay / 1000
        self.lens = self._truth(values, "lens")
        self.hints = self._truth(values, "hints")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    @property
    def selection(self) -> Selection:
        """The rules that the user of the editor wants to hear of; by default what the project's configuration says."""
        return Selection() if self.persona is None else Selection.of(self.persona)

    def _word(self, values: dict[str, object], name: str, default: str | None) -> str | None:
        value = values.get(name, default)
        if value is None or isinstance(value, str):
            return value
        self.problems.append(f"remit.{name}: a text")
        return default

    def _one_of(self, values: dict[str, object], name: str, words: tuple[str, ...], default: str | None) -> str | None:
        value = values.get(name)
        if value is None or (isinstance(value, str) and value in words):
            return value or default
        self.problems.append(f"remit.{name}: one of {', '.join(words)}")
        return default

    def _truth(self, values: dict[str, object], name: str) -> bool:
        value = values.get(name, True)
        if isinstance(value, bool):
            return value
        self.problems.append(f"remit.{name}: true or false")
        return True


def _home() -> str | None:
    home = os.path.expanduser("~")
    return home if os.path.isabs(home) else None
