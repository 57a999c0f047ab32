"""Findings about a Gemini CLI file as a whole: no front matter, what the strict schema refuses, a body that is lost."""

from __future__ import annotations

import re

from ...diagnostic import ERROR, INFO
from ...syntax import fences
from ...syntax.nodes import Scalar
from ...tools import MCP as CLAUDE_MCP
from ...tools import distance, nearest
from .. import foreign_tools
from .accepting import KEY, MISSING, PROBLEM, TOOL
from .fields import FIELDS, MEANT
from .vocabulary import BUILTINS, MCP, TOOL_NAMES, parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..base import Reading
    from .accepting import Block, Fields, Refusal

_REFUSES = "refuses the file"
_TOOL_THEN = "the whole file is refused over it"
_NOTES = re.compile(r"(?:readme|contributing|changelog|license|gemini|agents)(?:\..*)?", re.IGNORECASE).fullmatch


def report_missing(reading: Reading, block: Block | None) -> None:
    """There is no front matter for the client, or nothing in it."""
    document = reading.document
    source = document.source
    whole = source.text
    host = reading.host.title
    first = 1 if source.bom else 0
    line_end = whole.find("\n")
    end = line_end if line_end >= 0 else len(whole)
    words: dict[str, object] = {"host": host, "then": _REFUSES}
    if source.bom and document.has_front_matter:
        reading.report("byte-order-mark", 0, 1, words, ERROR, refuses=True)
    elif document.kind == fences.YAML and block is None and whole[first:end].rstrip("\r") != "---":
        odd: dict[str, object] = {"host": host, "version": reading.version.text, "kind": "blanks"}
        reading.report("fence-differs", first + 3, end, odd, ERROR, refuses=True)
    elif document.kind == fences.YAML:
        reading.report("missing-name", first, first + 3, words, ERROR, refuses=True)
    elif document.kind == fences.EMPTY:
        reading.report("no-front-matter", first, first, {**words, "empty": True}, ERROR, refuses=True)
    elif document.kind in (fences.FOREIGN_FENCE, fences.TOML):
        reading.report("unsupported-fence", first, end, {**words, "fence": whole[first:end].strip()[:40]}, ERROR, refuses=True)
    elif document.kind == fences.UNCLOSED:
        more: dict[str, object] = {**words, "fence": "---"} if block is None else {"host": host, "cut": True}
        reading.report("unclosed-front-matter", first, end, more, ERROR, refuses=True)
    else:
        late = fences.late(whole, first) is not None
        name = (source.path or "").replace("\\", "/").rpartition("/")[2]
        notes = _NOTES(name) is not None and not late
        reading.report(
            "no-front-matter", first, end, {**words, "late": late, "notes": notes}, INFO if notes else ERROR, refuses=True
        )


def report_difference(reading: Reading, ours: Fields, client: Fields | None, block: Block) -> None:
    """The client ends the front matter elsewhere than its author does, or does not see the body."""
    source = reading.source
    start, end = reading.document.front_bytes
    if end == start:
        first = len(source.data[:start].decode("utf-8", "replace"))
        words: dict[str, object] = {"host": reading.host.title, "version": reading.version.text, "kind": "early"}
        reading.report("fence-differs", first, first + 3, words, ERROR, refuses=True)
        return
    if block.end < end and source.data[block.end : end].strip(b"\r\n"):
        at = len(source.data[: block.end].decode("utf-8", "replace")) + 1
        lost = tuple(name for name in ours if client is None or name not in client)
        words = {"host": reading.host.title, "lost": lost, "changed": (), "security": ()}
        words["security"] = tuple(name for name in lost if name in FIELDS and FIELDS[name].security)
        reading.report("front-matter-cut", at, at + 3, words, ERROR, refuses=bool(words["security"]))
    elif block.lost >= 0 and reading.document.body.strip():
        at = len(source.data[: block.lost].decode("utf-8", "replace"))
        line_end = source.text.find("\n", at)
        reading.report("body-lost", at, line_end if line_end > at else at + 1, {"host": reading.host.title}, ERROR)


def report_refusal(reading: Reading, fields: Fields, refusal: Refusal) -> None:
    """One thing that the file is refused for."""
    host = reading.host.title
    field = refusal.field
    words: dict[str, object] = {"host": host, "field": field, "then": _REFUSES}
    node = refusal.node
    if node is None:
        first = 1 if reading.source.bom else 0
        if field in ("name", "description"):
            reading.report(f"missing-{field}", first, first + 3, words, ERROR, refuses=True)
        else:
            reading.report("refused-value", first, first + 3, {**words, "problem": "is missing"}, ERROR, refuses=True)
        return
    at = (node.start, node.end)
    if node.end <= node.start:
        key = fields.get(field.partition(".")[0])
        at = (key[0].start, key[0].end) if key is not None else (node.start, node.start)
    if refusal.kind == KEY:
        words.update(key=field, meant=MEANT.get(field) or _close(field))
        reading.report("refused-key", *at, words, ERROR, refuses=True)
    elif refusal.kind == TOOL and isinstance(node, Scalar):
        _report_tool(reading, refusal.got, at)
    elif refusal.kind == PROBLEM:
        reading.report("refused-value", *at, {**words, "problem": refusal.got}, ERROR, refuses=True)
    elif refusal.kind != MISSING:
        words.update(got=refusal.got, forms=refusal.forms, refused=True)
        reading.report("wrong-type", *at, words, ERROR, refuses=True)


def _close(name: str) -> str | None:
    close = nearest(name, FIELDS, cutoff=0.8)
    return close if close is not None and distance(name.lower(), close.lower(), 2) <= 2 else None


def _report_tool(reading: Reading, name: str, at: tuple[int, int]) -> None:
    """A name that no list of tools may hold."""
    host = reading.host.title
    words: dict[str, object] = {"host": host, "entry": name, "field": "tools", "allow": True, "then": _TOOL_THEN}
    found = parts(name)
    if found is not None and found[1].endswith("_*") and "*" not in found[1][:-1]:
        server = f"{found[0]}_{found[1][:-2]}"
        problem = f"holds `{name}`, in which the server's name would end at its first `_`"
        instead = f"name the tools one by one (`mcp_{server}_tool`), or give the server a name without `_`"
        reading.report(
            "refused-value", *at, {"host": host, "field": "tools", "problem": problem, "instead": instead}, ERROR, refuses=True
        )
        return
    if name.startswith(CLAUDE_MCP):
        server, _, tool = name[len(CLAUDE_MCP) :].partition("__")
        owner, meant = "Claude Code", f"{MCP}{server}_{tool or '*'}"
        reading.report("foreign-tool", *at, {**words, "owner": owner, "name": meant}, ERROR, refuses=True)
        return
    if any(char in name for char in "*(?"):
        cure = "name the tools, or write `mcp_server_*` for all of a server"
        reading.report("pattern-without-effect", *at, {**words, "cure": cure}, ERROR, refuses=True)
        return
    exact = next((tool for tool in BUILTINS if tool == name.lower().strip()), None)
    if exact is not None:
        reading.report("wrong-case-tool", *at, {**words, "name": exact}, ERROR, refuses=True)
        return
    foreign = foreign_tools(reading.host).get(name)
    if foreign is not None:
        own = next((tool for tool, meaning in TOOL_NAMES.items() if meaning == foreign[1]), None)
        reading.report("foreign-tool", *at, {**words, "owner": foreign[0], "name": own}, ERROR, refuses=True)
        return
    reading.report("unknown-tool", *at, {**words, "nearest": nearest(name, sorted(BUILTINS), cutoff=0.7)}, ERROR, refuses=True)
