"""Programs that a host starts because a file says so: hooks, and servers that a definition or a settings file brings along."""

from __future__ import annotations

import re

from .syntax.nodes import Mapping, Scalar, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .syntax.nodes import Node

HOOK = "hook"
SERVER = "server"
_FIELDS = {"hooks": HOOK, "mcpservers": SERVER, "mcp": SERVER}
_DEEPEST = 8


class Launch:
    """One program: `kind` is `HOOK` or `SERVER`, `command` and `args` are its words as written."""

    __slots__ = ("args", "command", "kind")

    def __init__(self, kind: str, command: Scalar, args: tuple[Scalar, ...]) -> None:
        self.kind = kind
        self.command = command
        self.args = args

    @property
    def words(self) -> tuple[Scalar, ...]:
        return (self.command, *self.args)

    @property
    def line(self) -> list[str]:
        """The program and its arguments; a command that is a line of the shell is taken apart at its blanks."""
        return [*self.command.text.split(), *(arg.text for arg in self.args)]


def launches(root: Mapping) -> Iterator[Launch]:
    """What the fields for hooks and servers of a map start, however each host shapes them."""
    for key, value in root.entries:
        kind = _FIELDS.get(key.text.replace("-", "").replace("_", "").lower()) if isinstance(key, Scalar) else None
        if kind is not None:
            yield from _below(kind, value, 0)


def _below(kind: str, node: Node, depth: int) -> Iterator[Launch]:
    if isinstance(node, Scalar) or depth > _DEEPEST:
        return
    if isinstance(node, Mapping):
        command = node.get("command")
        if isinstance(command, Scalar):
            args = node.get("args")
            listed = args.items if isinstance(args, Sequence) else ()
            yield Launch(kind, command, tuple(item for item in listed if isinstance(item, Scalar)))
        elif isinstance(command, Sequence) and command.items and isinstance(command.items[0], Scalar):
            words = [item for item in command.items if isinstance(item, Scalar)]
            yield Launch(kind, words[0], tuple(words[1:]))
    for item in [value for _, value in node.entries] if isinstance(node, Mapping) else node.items:
        yield from _below(kind, item, depth + 1)


_SUDO = r"(?:sudo[ \t]+(?:-\S+[ \t]+){0,4})?(?:env[ \t]+)?(?:/usr/bin/|/bin/)?"
_SH = r"(?:ba|z|da|k|fi)?sh"
_RUNS = rf"{_SUDO}(?:{_SH}|python[0-9.]*|node|perl|ruby|php|pwsh|powershell|iex|invoke-expression)\b"
_GETS = r"(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b"
_INNER = r"""(?:<\(|["']?\$\(|["']?`)[ \t]{0,4}"""
_UNSEEN = re.compile(
    "|".join(
        (
            rf"\b{_GETS}[^|\n]{{0,400}}\|\s{{0,20}}(?:tee\b[^|\n]{{0,80}}\|\s{{0,20}})?{_RUNS}",  # curl … | sh
            rf"\b{_SH}\b[ \t]{{1,4}}(?:-\S{{1,8}}[ \t]{{1,4}})?{_INNER}{_GETS}[^\n)`]{{0,400}}[)`]?",  # sh <(curl …), sh -c "$(curl …)"
            rf"\b(?:eval|source|python[0-9.]*[ \t]{{1,4}}-c)[ \t]{{1,4}}{_INNER}{_GETS}[^\n)`]{{0,400}}[)`]?",
            rf"""\b(?:iex|invoke-expression)\b[ \t("'&$]{{1,12}}(?:{_GETS}|\(?new-object[ \t]+(?:system\.)?net\.webclient)[^\n]{{0,200}}""",
            rf"\bbase64[ \t]+(?:-d|-D|--decode)\b[^|\n]{{0,100}}\|\s{{0,20}}{_RUNS}",
        )
    ),
    re.IGNORECASE,
)


def unseen(text: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
    """Where a text fetches or unpacks a program and runs it in one breath."""
    return _UNSEEN.finditer(text, start, len(text) if end is None else end)
