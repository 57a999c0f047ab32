"""Findings about `tools`: entries that do nothing, and entries that give more than they seem to."""

from __future__ import annotations

from ...diagnostic import ERROR, INFO, WARNING
from ...syntax.nodes import Node, Scalar
from ...tools import MCP, Nearest, separated
from .. import foreign_tools
from .pool import builtins_of
from .vocabulary import ALIASES, FURTHER, HIDDEN, SESSION, SETS, TOOL_NAMES, VS_CODE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...tools import Entry
    from ..base import Reading

_KNOWN = frozenset((*ALIASES, *SESSION, *FURTHER))
_VS_CODE = frozenset(name.lower() for name in VS_CODE)


def check_tools(reading: Reading, node: Node, found: list[Entry]) -> None:
    """Each entry that does something else than it seems to."""
    host = reading.host.title
    star = any(entry.text == "*" for entry in found)
    seen: set[str] = set()
    useful = star
    for_vs_code = any(map(_is_vs_codes, found))
    for entry in found:
        at = (entry.start, entry.end)
        words: dict[str, object] = {"entry": entry.text, "field": "tools", "host": host, "allow": True}
        if for_vs_code:
            words["sibling"] = "VS Code or of one of its extensions"
        if entry.text.lower() in seen:
            reading.report("duplicate-entry", *at, words, INFO)
            continue
        seen.add(entry.text.lower())
        if entry.text != "*":
            useful = _check(reading, entry, at, words, isinstance(node, Scalar)) or useful
    if star and len(found) > 1:
        extra = next((entry for entry in found if entry.text != "*"), None)
        if extra is not None:
            reading.report("entries-beside-star", extra.start, extra.end, {"field": "tools", "host": host}, INFO)
    if not useful:
        names = tuple(entry.text for entry in found)
        then = "the agent has `skill` and `sql` alone"
        reading.report(
            "tools-resolve-to-nothing", found[0].start, found[-1].end, {"host": host, "entries": names, "then": then}, WARNING
        )


def _is_vs_codes(entry: Entry) -> bool:
    """Whether an entry is written as VS Code has it: a name of its own, a name with a capital inside, or `set/tool`."""
    head, slash, tail = entry.text.lower().rpartition("/")
    low = entry.text.lower()
    return low in _VS_CODE or (low in ALIASES and low != entry.text) or (bool(slash) and head in SETS and tail not in SESSION)


def _check(reading: Reading, entry: Entry, at: tuple[int, int], words: dict[str, object], one_text: bool) -> bool:
    """Whether an entry can mean a tool."""
    name = entry.text
    low = name.lower()
    head, slash, tail = low.rpartition("/")
    if low in ALIASES or low in SESSION or low in FURTHER or low in HIDDEN:
        return True
    if slash and head:
        return _check_route(reading, head, tail, at, words)
    if one_text and "\n" in name:
        reading.report("lines-do-not-separate", *at, {**words, "names": tuple(name.split())}, ERROR)
        return True
    pieces = separated(low, _KNOWN)
    if pieces is not None:
        reading.report("wrong-separator", *at, {**words, "names": pieces}, WARNING)
    elif low in _VS_CODE:
        reading.report("tool-elsewhere", *at, {**words, "owner": "VS Code"})
    elif name.startswith(MCP):
        server, _, tool = name[len(MCP) :].partition("__")
        reading.report("foreign-tool", *at, {**words, "owner": "Claude Code", "name": f"{server}/{tool or '*'}"}, WARNING)
    elif "(" in name or "*" in name:
        cure = "name the tools, or use `server/*` for all of a server"
        reading.report("pattern-without-effect", *at, {**words, "cure": cure}, WARNING)
    else:
        _check_unknown(reading, name, at, words)
    return False


def _check_route(reading: Reading, head: str, tail: str, at: tuple[int, int], words: dict[str, object]) -> bool:
    """`set/tool` of VS Code, or `server/tool`."""
    own = builtins_of(tail)
    if head in SETS:
        known = tail in ALIASES or tail in SESSION or tail in FURTHER
        if not known:
            reading.report("tool-elsewhere", *at, {**words, "owner": "VS Code"})
        return known
    if own:
        reading.report(
            "builtin-behind-prefix", *at, {**words, "server": str(words["entry"]).rpartition("/")[0], "tools": own}, WARNING
        )
    return True


def _check_unknown(reading: Reading, name: str, at: tuple[int, int], words: dict[str, object]) -> None:
    foreign = foreign_tools(reading.host).get(name)
    if foreign is not None:
        own = next((tool for tool, meaning in TOOL_NAMES.items() if meaning == foreign[1]), None)
        reading.report("foreign-tool", *at, {**words, "owner": foreign[0], "name": own}, WARNING)
        return
    close = Nearest(name.strip(), [*ALIASES, *SESSION], 0.8)
    if words.get("sibling") and not close:
        # Extensions and servers bring tools of any name, and the list is written for a client that has them.
        reading.report("tool-elsewhere", *at, {**words, "owner": words["sibling"]})
    else:
        reading.report("unknown-tool", *at, {**words, "nearest": close}, WARNING)
