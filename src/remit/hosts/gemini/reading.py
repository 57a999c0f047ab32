"""What Gemini CLI makes of one file: whether it has the agent, and what the author meant.

The client is strict: what it does not know it refuses, with the file. So the author's reading and the client's differ only
where fences and YAML do.
"""

from __future__ import annotations

from ...definition import Definition
from ...diagnostic import ERROR, INFO, WARNING
from ...document import Document
from ...syntax.nodes import Mapping, Scalar, Sequence, SyntaxFault
from ...syntax.schema import plain
from ..base import Reading
from .accepting import Block, Fields, Refusal, block_of, index, is_remote, refusals, tree
from .fields import MINUTES, TURNS
from .values import count, text, value_of
from .vocabulary import BUILTIN_AGENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...source import Source
    from ...syntax.nodes import Node
    from ..base import Host, Version


def read_all(host: Host, source: Source, version: Version, scope: str, stem: str | None) -> list[Reading]:
    """The readings of a file: one, or for a list of remote agents one of each."""
    document = Document(source)
    block = block_of(source.data)
    reading = Reading(host, version, document, scope)
    reading.stem = stem
    root: Node | None = None
    fault: SyntaxFault | None = None
    if block is not None:
        try:
            root = tree(document, block)
        except SyntaxFault as found:
            fault = found
            reading.why = f"its front matter is not valid YAML ({found.problem})"
        if isinstance(root, Sequence) and root.items and all(isinstance(item, Mapping) for item in root.items):
            return [_remote(host, source, version, scope, stem, item) for item in root.items if isinstance(item, Mapping)]
        if fault is None and not isinstance(root, Mapping):
            reading.why = "its front matter holds no fields"
    else:
        reading.why = "it has no front matter between `---` on line 1 and a line that begins with `---`"
    fields = index(root) if isinstance(root, Mapping) else None
    refused = list(refusals(fields)) if fields is not None else []
    if refused:
        reading.why = refused[0].why
    _load(reading, fields, bool(refused))
    from .faults import report_difference, report_missing, report_refusal

    ours = document.root
    if block is None or (ours is None and document.valid):
        report_missing(reading, block)
    elif ours is not None:
        # What a recovered front matter lacks is what could not be read: it is not missing.
        known = index(ours)
        for refusal in refused if fields is not None else refusals(known):
            report_refusal(reading, fields if fields is not None else known, refusal)
        report_difference(reading, known, fields, block)
        reading.definition = _define(reading, known, block)
    _report_dropped(reading, fault)
    return [reading]


def _load(reading: Reading, fields: Fields | None, refused: bool) -> None:
    """Whether the client has the agent."""
    name = text(fields["name"][1]) if fields is not None and "name" in fields else None
    reading.name = name
    stem = reading.stem or ""
    if stem.rpartition("/")[2].startswith("_"):
        reading.why = "names that begin with `_` are passed over"
        reading.silent = True
    elif "/" in stem:
        reading.why = "folders below are not read"
        reading.silent = True
    elif reading.why is None and not refused and name in BUILTIN_AGENTS:
        reading.why = f"`{name}` is the name of an agent that {reading.host.title} brings along, and that one counts"
    else:
        reading.loaded = reading.why is None and not refused


def _report_dropped(reading: Reading, fault: SyntaxFault | None) -> None:
    if reading.loaded or reading.silent or any(finding.severity == ERROR for finding in reading.diagnostics):
        return
    at = fault.offset if fault is not None else 0
    end = min(at + 1, len(reading.source.text))
    for finding in reading.document.diagnostics if fault is not None else ():
        if finding.rule in ("duplicate-key", "unquoted-value") and finding.start <= at <= finding.end:
            finding._severity = ERROR
            finding.data["then"] = f"{reading.host.title} refuses the file"
            return
    words: dict[str, object] = {"host": reading.host.title, "version": reading.version.text, "why": reading.why}
    reading.report("dropped", min(at, end), end, words, ERROR)


def _remote(host: Host, source: Source, version: Version, scope: str, stem: str | None, item: Mapping) -> Reading:
    """One agent of a list of remote agents. One that is refused fails the whole list."""
    document = Document(source)
    reading = Reading(host, version, document, scope)
    reading.stem = stem
    root = document.root
    if root is None:
        # The author's reading looks for fields and finds a list, which is what belongs here.
        document.diagnostics = [finding for finding in document.diagnostics if finding.rule != "front-matter-not-a-map"]
    fields = index(item)
    whole = _items(document)
    problem = next((refusal for one in whole for refusal in refusals(one) if one.keys() == fields.keys() or refusal), None)
    if not is_remote(fields):
        problem = problem or Refusal("problem", "kind", item, "a list holds remote agents alone")
    reading.why = problem.why if problem is not None else None
    _load(reading, fields, problem is not None)
    if reading.loaded and not any(finding.refuses for finding in document.diagnostics):
        reading.definition = _define(reading, fields, None)
    _report_dropped(reading, None)
    return reading


def _items(document: Document) -> list[Fields]:
    block = block_of(document.source.data)
    root = tree(document, block) if block is not None else None
    return [index(item) for item in root.items if isinstance(item, Mapping)] if isinstance(root, Sequence) else []


def _define(reading: Reading, fields: Fields, block: Block | None) -> Definition | None:
    """The author's definition, `None` where a finding refuses it."""
    document = reading.document
    if "name" not in fields or any(finding.refuses for finding in reading.diagnostics):
        return None
    remote = is_remote(fields)
    if not remote:
        from .lists import check

        check(reading, fields)
        if not document.body.strip():
            reading.report("empty-prompt", document.body_offset, document.body_offset, severity=WARNING)
    tools = fields["tools"][1] if "tools" in fields else None
    minutes = count(fields["timeout_mins"][1]) if "timeout_mins" in fields else MINUTES
    turns = count(fields["max_turns"][1]) if "max_turns" in fields else TURNS
    servers = fields["mcp_servers"][1] if "mcp_servers" in fields else None
    extra = {name: _value(node) for name, (_, node) in fields.items() if name not in _NAMED}
    if remote:
        extra.setdefault("kind", "remote")
    names = tuple(item.text for item in tools.items if isinstance(item, Scalar)) if isinstance(tools, Sequence) else None
    return Definition(
        text(fields["name"][1]) or "",
        text(fields["description"][1]) or "" if "description" in fields else "",
        "" if remote else None,
        tools=() if remote else names,
        max_turns=None if remote else turns,
        timeout_secs=None if remote or minutes is None else minutes * 60,
        model=text(fields["model"][1]) if "model" in fields else None,
        mcp_servers=plain(servers, merge=True) if isinstance(servers, Mapping) else None,
        host=reading.host.name,
        host_version=reading.version.text,
        path=reading.path,
        extra=extra or None,
        reading=reading,
    )


_NAMED = frozenset(("name", "description", "tools", "max_turns", "timeout_mins", "model", "mcp_servers"))


def _value(node: Node) -> object:
    value = value_of(node) if isinstance(node, Scalar) else plain(node, merge=True)
    return value if value is None or isinstance(value, (str, bool, int, float, list, dict)) else plain(node)


__all__ = ["INFO", "read_all"]
