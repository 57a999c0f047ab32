"""The specifier of a `Bash(...)` rule and the texts that it matches. Facts are from Claude Code 2.1.332, recorded 2026-11-30."""

from __future__ import annotations

from .rule import matches
from .scan import single_spaced, unescaped

_ESCAPED = "()\\"


class BashPattern:
    """The specifier of a `Bash(...)` rule: `exact`, `prefix` (`x:*`), `wild` (a `*` somewhere) or `none`, which matches nothing."""

    __slots__ = ("kind", "parts", "text")

    def __init__(self, specifier: str) -> None:
        self.text = specifier
        self.parts: list[str] = []
        self.kind = "none"
        if specifier.endswith(":*"):
            self.text = unescaped(specifier[:-2], _ESCAPED)
            if self.text and ":*" not in self.text:
                self.kind = "prefix"
        elif ":*" in specifier:
            return
        elif "*" in specifier.replace("\\*", ""):
            self.kind = "wild"
            self.parts = [part.replace("\0", "*") for part in _parts(single_spaced(specifier.strip()))]
        elif specifier:
            self.kind = "exact"
            self.text = unescaped(specifier, _ESCAPED)

    @property
    def open_end(self) -> bool:
        """A prefix in either spelling: the only kind of rule that an allow decision sees through `xargs` with."""
        return self.kind == "prefix" or (self.kind == "wild" and len(self.parts) == 2 and not self.parts[1])

    def matches(self, text: str) -> bool:
        if self.kind == "exact":
            return text == self.text
        if self.kind == "none":
            return False
        text = single_spaced(text)
        if self.kind == "prefix":
            return text == self.text or text.startswith(self.text + " ")
        if len(self.parts) == 2 and not self.parts[1] and self.parts[0].endswith(" ") and text == self.parts[0][:-1]:
            return True  # `npm *` is `npm:*`
        return matches(self.parts, text)

    def __repr__(self) -> str:
        return f"BashPattern({self.kind}, {self.text!r})"


def _parts(specifier: str) -> list[str]:
    return unescaped(specifier.replace("\\*", "\0"), _ESCAPED).split("*")
