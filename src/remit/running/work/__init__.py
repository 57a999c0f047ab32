"""The runner's own tools: reading, writing, searching, the shell, the web. One file for each kind of work.

The engine's add-on library that has some pins the engine to one version and calls itself alpha, so they are written here; see
`docs/dependencies.md`.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from .place import Place

    Json = dict[str, object]

_FILES = {
    "Read": "reading", "Write": "writing", "Edit": "editing", "Glob": "finding", "Grep": "grepping", "Bash": "shell", "WebFetch": "fetching",
}  # fmt: skip
WORKS = tuple(_FILES)
"""The works by the names of remit's vocabulary, which are Claude Code's."""


class Work:
    """One tool as a model sees it, and what does it: `description`, `schema` of its input, `run(place, input)`."""

    __slots__ = ("description", "run", "schema")

    def __init__(self, description: str, schema: Json, run: Callable[[Place, Json], Awaitable[str]]) -> None:
        self.description = description
        self.schema = schema
        self.run = run


def work(name: str) -> Work:
    """The work of that name."""
    found: Work = import_module(f"{__name__}.{_FILES[name]}").WORK
    return found


def schema(required: dict[str, str], **further: tuple[str, str]) -> Json:
    """The JSON Schema of an input: texts that must be there, then others as (type, description)."""
    properties: Json = {name: {"type": "string", "description": words} for name, words in required.items()}
    properties |= {name: {"type": kind, "description": words} for name, (kind, words) in further.items()}
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}
