"""Agents given on the command line: `claude --agents JSON`, an object of name to definition.

Source: the client 2.1.332, recorded 2026-11-30. Unlike files they are taken strictly: one wrong value and the client does not start.
"""

from __future__ import annotations

from ...definition import NO_SKILLS, Definition, Skills
from ...diagnostic import ERROR
from ...document import JSON, Document
from ...syntax.nodes import Mapping, Node, Scalar, Sequence
from ...syntax.schema import plain
from ..base import SESSION, Reading
from .client import index, names_in
from .hooks import fault_in_hooks
from .vocabulary import EFFORTS, PERMISSION_MODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...source import Source
    from ..base import Host, Version


def _text(node: Node) -> bool:
    return isinstance(node, Scalar) and isinstance(node.typed, str)


def _filled(node: Node) -> bool:
    return isinstance(node, Scalar) and isinstance(node.typed, str) and bool(node.typed)


def _texts(node: Node) -> bool:
    return isinstance(node, Sequence) and all(_text(item) for item in node.items)


def _flag(node: Node) -> bool:
    return isinstance(node, Scalar) and isinstance(node.typed, bool)


def _count(node: Node) -> bool:
    return isinstance(node, Scalar) and isinstance(node.typed, int) and not isinstance(node.typed, bool) and node.typed > 0


def _one_of(*words: str) -> Callable[[Node], bool]:
    return lambda node: isinstance(node, Scalar) and node.typed in words


def _effort(node: Node) -> bool:
    return isinstance(node, Scalar) and (
        node.typed in EFFORTS or (isinstance(node.typed, (int, float)) and not isinstance(node.typed, bool))
    )


_SHAPES: dict[str, tuple[Callable[[Node], bool], str]] = {
    "description": (_filled, "a text that is not empty"),
    "prompt": (_text, "a text"),
    "tools": (_texts, "an array of texts"),
    "disallowedTools": (_texts, "an array of texts"),
    "skills": (_texts, "an array of texts"),
    "model": (_filled, "a text that is not empty"),
    "permissionMode": (_one_of(*PERMISSION_MODES), "a permission mode"),
    "mcpServers": (lambda node: isinstance(node, Sequence), "an array"),
    "hooks": (lambda node: isinstance(node, Mapping) and fault_in_hooks(node) is None, "hooks as in the settings"),
    "maxTurns": (_count, "a whole number above 0"),
    "initialPrompt": (_text, "a text"),
    "memory": (_one_of("user", "project", "local"), "`user`, `project` or `local`"),
    "effort": (_effort, "a level or a number"),
    "background": (_flag, "true or false"),
    "isolation": (_one_of("worktree", "remote"), "`worktree` or `remote`"),
    "omitClaudeMd": (_flag, "true or false"),
}


def read_all(host: Host, source: Source, version: Version) -> Iterator[Reading]:
    """One reading per agent. A fault anywhere and none of them is loaded."""
    document = Document(source, JSON)
    root = document.root
    if root is None:
        yield _broken(host, version, document, None)
        return
    readings = [_read(host, version, Document(source, JSON), key, value) for key, value in root.entries]
    fault = next((finding for reading in readings for finding in reading.findings if finding.refuses), None)
    for reading in readings:
        if fault is not None:
            reading.loaded = False
            reading.why = f"`--agents` has a wrong value, so the client does not start: {fault.message}"
        yield reading


def _broken(host: Host, version: Version, document: Document, name: str | None) -> Reading:
    reading = Reading(host, version, document, SESSION)
    reading.name = name
    reading.why = "`--agents` is not a JSON object"
    return reading


def _read(host: Host, version: Version, document: Document, key: Node, value: Node) -> Reading:
    reading = Reading(host, version, document, SESSION)
    name = key.text if isinstance(key, Scalar) else ""
    reading.name = name
    if not isinstance(value, Mapping):
        _wrong(reading, value, name, "an object")
        return reading
    fields = index(value)
    reading.view = fields
    if name.startswith("-"):
        data: dict[str, object] = {"host": host.title, "problem": "starts with `-`", "class": "invalid"}
        reading.report("invalid-name", key.start, key.end, data, ERROR, refuses=True)
    for needed in ("description", "prompt"):
        if needed not in fields:
            _wrong(reading, key, f"{name}.{needed}", "there")
    for field, (fits, forms) in _SHAPES.items():
        if field in fields and not fits(fields[field][1]):
            _wrong(reading, fields[field][1], f"{name}.{field}", forms)
    if any(finding.refuses for finding in reading.findings):
        return reading
    reading.loaded = True

    def text(field: str) -> str | None:
        node = fields[field][1] if field in fields else None
        return node.text if isinstance(node, Scalar) else None

    def names(field: str) -> tuple[str, ...] | None:
        return tuple(names_in(fields[field][1]) or ()) if field in fields else None

    def value_of(field: str) -> object:
        return plain(fields[field][1]) if field in fields else None

    turns, background = value_of("maxTurns"), value_of("background")
    reading.definition = Definition(
        name,
        text("description") or "",
        (text("prompt") or "").strip(),
        tools=names("tools"),
        disallowed_tools=names("disallowedTools") or (),
        max_turns=turns if isinstance(turns, int) else None,
        model=text("model"),
        permission_mode=text("permissionMode"),
        skills=Skills(include=names("skills") or ()) if "skills" in fields else NO_SKILLS,
        background=background if isinstance(background, bool) else None,
        memory=text("memory"),
        hooks=value_of("hooks"),
        mcp_servers=value_of("mcpServers"),
        host=host.name,
        host_version=version.text,
        path=document.source.path,
        extra={field: plain(node) for field, (_, node) in fields.items() if field not in _SHAPES},
        reading=reading,
    )
    return reading


def _wrong(reading: Reading, node: Node, where: str, forms: str) -> None:
    reading.report(
        "invalid-agents-json",
        node.start,
        node.end,
        {"where": where, "forms": forms, "host": reading.host.title},
        ERROR,
        refuses=True,
    )
