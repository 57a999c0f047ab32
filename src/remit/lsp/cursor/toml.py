"""The cursor in TOML: the table above it, and the statement that it stands in."""

from __future__ import annotations

import re

from .flow import Flow
from .slot import KEY, Slot

_TABLE = re.compile(r"[ \t]*\[(\[?)(?P<name>[^\]\r\n]*)\]")
_STATEMENT = re.compile(r"""[ \t]*(?P<key>(?:"[^"\n]*"|'[^'\n]*'|[A-Za-z0-9_.-])+)[ \t]*=""")
_TEXT = re.compile(r'"""|\'\'\'')


def slot_at(text: str, start: int, end: int, cursor: int) -> Slot | None:
    """The slot at the cursor in the TOML between `start` and `end`; `None` inside a long text or a comment."""
    route: tuple[str, ...] = ()
    keys: dict[tuple[str, ...], list[str]] = {}
    found: Slot | None = None
    at = start
    while at < end:
        stop = _line_end(text, at, end)
        line = text[at:stop]
        table = _TABLE.match(line)
        statement = None if table is not None else _STATEMENT.match(line)
        if table is not None:
            route = _split(table["name"])
            if at <= cursor <= stop:
                return _table(text, at, stop, cursor)
        elif statement is not None:
            name = _split(statement["key"])
            value = at + statement.end()
            stop = _value_end(text, value, end)
            if at <= cursor <= stop:
                if cursor < value:
                    found = Slot(
                        KEY, route, "toml", text, at + statement.start("key"), cursor, at + statement.end("key"), closed=True
                    )
                else:
                    flow = Flow(text, value, cursor, "=", "#")
                    inner = flow.slot((*route, *name), "toml", flow.after)
                    return None if _TEXT.search(text, value, cursor) is not None else inner
            keys.setdefault(route, []).append(name[0] if name else "")
        elif at <= cursor <= stop:
            found = _bare_line(text, at, stop, cursor, route)
            if found is None:
                return None
        at = stop + (2 if text.startswith("\r\n", stop) else 1)
    if found is None and cursor >= end:
        found = _bare_line(text, cursor, cursor, cursor, route)
    if found is not None:
        # Tables are keys of the map above them.
        there = [*keys.get(found.route, []), *(other[0] for other in keys if other and not found.route)]
        own = text[found.start : found.end]
        found.there = frozenset(name for name in there if name != own)
    return found


def _bare_line(text: str, at: int, stop: int, cursor: int, route: tuple[str, ...]) -> Slot | None:
    line = text[at:stop]
    content = line.lstrip(" \t")
    if content.startswith("["):
        return _table(text, at, stop, cursor)
    if "#" in text[at:cursor] or re.search(r"\S\s", text[at:cursor]):
        return None
    start = at + len(line) - len(content)
    return Slot(KEY, route, "toml", text, min(start, cursor), cursor, at + len(line.rstrip()))


def _table(text: str, at: int, stop: int, cursor: int) -> Slot:
    """A table's name between its brackets."""
    start = at + len(text[at:stop]) - len(text[at:stop].lstrip(" \t["))
    close = text.find("]", start, stop)
    end = close if close >= 0 else at + len(text[at:stop].rstrip())
    return Slot(KEY, (), "toml-table", text, min(start, cursor), cursor, end, closed=True)


def _value_end(text: str, start: int, end: int) -> int:
    """Where a value ends: at its line's end, or with its last bracket or quotes."""
    stop = _line_end(text, start, end)
    long = _TEXT.match(text, start + len(text[start:stop]) - len(text[start:stop].lstrip()))
    if long is not None:
        close = text.find(long[0], long.end(), end)
        return _line_end(text, close, end) if close >= 0 else end
    rest = text[start:stop].lstrip()
    if rest[:1] == "[":
        at = stop
        flow = Flow(text, start, at, "=", "#")
        while at < end and len(flow.frames) > 1:
            following = _line_end(text, at + 1, end)
            # A list that nobody closes ends where the next statement begins.
            if _STATEMENT.match(text[at + 1 : following]) or _TABLE.match(text[at + 1 : following]):
                break
            flow.walk(at, following)
            at = following
        return at
    return stop


def _line_end(text: str, at: int, end: int) -> int:
    found = [place for sign in "\r\n" if (place := text.find(sign, at, end)) >= 0]
    return min(found, default=end)


def _split(name: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in name.split("."))
