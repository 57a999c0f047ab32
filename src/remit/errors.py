"""What the strict calls of the API raise: `parse`, `load`, and `load_all` with `strict=True`. Everything else reports diagnostics."""

from __future__ import annotations


class DefinitionError(ValueError):
    """A definition that is not usable.

    `path` is the file or `"<unknown>"`; `line` and `column` count from 1 and are `None` where no place can be named; `reason` is one
    phrase. The message holds no value of a secret.
    """

    def __init__(self, reason: str, *, path: str | None = None, line: int | None = None, column: int | None = None) -> None:
        self.reason = reason
        self.path = path or "<unknown>"
        self.line = line
        self.column = column
        place = self.path if line is None else f"{self.path}:{line}:{column or 1}"
        super().__init__(f"{place}: {reason}")


class ParseError(DefinitionError):
    """Syntax, a wrong type, a missing field, an unreadable or too large file."""


class InvalidDefinition(DefinitionError):
    """Well-formed, but meaningless: an empty name, two lists that exclude each other, a mode that nothing permits."""


class UsageError(Exception):
    """A request that cannot be served: an unknown host, agent or option value. `hint` says what to do instead."""

    def __init__(self, reason: str, hint: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint
