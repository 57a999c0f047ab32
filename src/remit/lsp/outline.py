"""The outline of a definition: its fields and the headings of its body; and the agents of a whole workspace."""

from __future__ import annotations

import re

from lsprotocol import types

from ..precedence import name_span
from ..syntax.nodes import Mapping, Scalar
from . import explaining

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .buffers import Buffer
    from .desk import Desk
    from .positions import Text
    from .projects import Agent, Project

_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(\S[^\r\n]*)", re.MULTILINE)
_FENCE = re.compile(r"^ {0,3}(```+|~~~+)", re.MULTILINE)
MOST = 500
"""Symbols of one answer."""
DEEPEST = 3
"""Maps within maps that are shown."""


def symbols(agents: list[Agent], view: Text) -> list[types.DocumentSymbol]:
    """The fields of each agent of a text, and the headings of its body."""
    found: list[types.DocumentSymbol] = []
    for agent in agents:
        root = agent.reading.document.root
        fields = list(_fields(root, view, 0)) if root is not None else []
        if len(agents) == 1:
            found += fields
        elif fields and root is not None:
            found.append(_symbol(view, agent.identity or "agent", types.SymbolKind.Class, root.start, root.end, fields))
    if len(agents) == 1 and not agents[0].reading.document.whole:
        found += _headings(agents[0].reading.document.body_offset, view)
    return found[:MOST]


def _fields(root: Mapping, view: Text, depth: int) -> Iterator[types.DocumentSymbol]:
    for key, value in root.entries[:MOST]:
        if not isinstance(key, Scalar):
            continue
        inner = list(_fields(value, view, depth + 1)) if isinstance(value, Mapping) and depth < DEEPEST else []
        start, end = min(key.start, value.start), max(key.end, value.end)
        one = _symbol(view, key.text or "?", types.SymbolKind.Field, start, end, inner, (key.start, key.end))
        if isinstance(value, Scalar):
            one.detail = value.text.strip().partition("\n")[0][:80]
        yield one


def _symbol(
    view: Text,
    name: str,
    kind: types.SymbolKind,
    start: int,
    end: int,
    inner: list[types.DocumentSymbol],
    own: tuple[int, int] | None = None,
) -> types.DocumentSymbol:
    selected = own or (start, start)
    return types.DocumentSymbol(
        name=name, kind=kind, range=view.range(start, end), selection_range=view.range(*selected), children=inner or None
    )


def _headings(offset: int, view: Text) -> list[types.DocumentSymbol]:
    """Headings outside code blocks, each below the last one of a lesser level."""
    text = view.source.text
    blocks = [match.start() for match in _FENCE.finditer(text, offset)]
    code = list(zip(blocks[::2], [*blocks[1::2], len(text)], strict=False))
    rows = [
        (len(match[1]), match[2].rstrip("# \t"), match.start(), match.end())
        for match in _HEADING.finditer(text, offset)
        if not any(start <= match.start() < end for start, end in code)
    ][:MOST]
    top: list[types.DocumentSymbol] = []
    stack: list[tuple[int, types.DocumentSymbol]] = []
    for index, (level, name, start, end) in enumerate(rows):
        until = next((row[2] for row in rows[index + 1 :] if row[0] <= level), len(text))
        one = _symbol(view, name or "#" * level, types.SymbolKind.String, start, until, [], (start, end))
        while stack and stack[-1][0] >= level:
            stack.pop()
        if stack:
            above = stack[-1][1]
            above.children = [*(above.children or ()), one]
        else:
            top.append(one)
        stack.append((level, one))
    return top


def workspace_symbols(desk: Desk, projects: list[Project], query: str) -> list[types.WorkspaceSymbol]:
    """The agents whose name has the letters of the query in their order."""
    found: list[types.WorkspaceSymbol] = []
    seen: set[tuple[str, str]] = set()
    for project in projects:
        for entry in project.catalog or ():
            name = entry.identity
            if not name or entry.reading is None or not _fits(query.lower(), name.lower()) or (entry.path, name) in seen:
                continue
            seen.add((entry.path, name))
            start, end = name_span(entry.reading)
            place = desk.text_of(entry.reading.source).range(start, end)
            found.append(
                types.WorkspaceSymbol(
                    name=name,
                    kind=types.SymbolKind.Class,
                    container_name=f"{entry.host.title} · {entry.status}",
                    location=types.Location(uri=desk.uri_of(entry.path), range=place),
                )
            )
            if len(found) == MOST:
                return found
    return found


def _fits(query: str, name: str) -> bool:
    letters = iter(name)
    return all(letter in letters for letter in query)


def lenses(agents: list[Agent], buffer: Buffer) -> list[types.CodeLens]:
    """The line above each agent: how many tools it gets, and how many it asks for."""
    from ..reports._visible import visible

    found = []
    view = buffer.view
    for agent in agents[:MOST]:
        start, _ = name_span(agent.reading)
        root = agent.reading.document.root
        if start == 0 and root is not None:
            start = root.start
        command = types.Command(
            title=visible(explaining.summary(agent.remit)),
            command=COMMAND,
            arguments=[{"uri": buffer.uri, "name": agent.identity}],
        )
        found.append(types.CodeLens(range=view.range(start, start), command=command))
    return found


def hints(agents: list[Agent], view: Text, start: int, end: int) -> list[types.InlayHint]:
    """Behind a field that lists tools: how many of the session's tools are left."""
    from .fields import known

    found = []
    for agent in agents:
        root, remit = agent.reading.document.root, agent.remit
        if root is None or remit.effective is None:
            continue
        fields = known(agent.host, agent.version)
        for key, value in root.entries:
            field = fields.get(getattr(key, "text", ""))
            if field is None or field.holds != "tools" or not start <= value.end <= end or isinstance(value, Mapping):
                continue
            row, _ = view.source.position(max(value.start, key.end))
            at = view.line(row - 1)
            found.append(
                types.InlayHint(
                    position=view.position(at[0] + len(at[1])),
                    label=f"→ {explaining.counted(len(remit.effective), 'tool')}",
                    padding_left=True,
                    tooltip=types.MarkupContent(kind=types.MarkupKind.Markdown, value=explaining.agent(remit)),
                )
            )
            break
    return found


COMMAND = "remit.explain"
"""The command behind a lens: what the agent gets, and why."""
