"""What Copilot makes of one file: whether it has the agent, under which name, and what the author meant beside that."""

from __future__ import annotations

from ...definition import NO_SKILLS, Definition, Skills
from ...diagnostic import ERROR, INFO, WARNING
from ...syntax import fences
from ...syntax.nodes import Mapping, Sequence
from ...syntax.schema import plain
from ..base import Reading
from .accepting import Fields, Refusal, index, refusals, seen
from .fields import FIELDS
from .glance import at_a_glance
from .values import entries, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...source import Source
    from ...syntax.nodes import Node
    from ..base import Host, Version

SUFFIX = ".agent"
"""What stands before `.md` in the name of an agent's file and is no part of its identity."""

SHARED = "/.claude/agents/"
"""Another host's folder that the client reads as well."""


def read(host: Host, source: Source, version: Version, scope: str, stem: str | None) -> Reading:
    """The reading of a source."""
    reading = Reading(host, version, source, scope)
    reading.stem = identity(stem, source.path)
    hidden = stem is not None and (stem.startswith(".") or "/." in stem)
    if not hidden and not is_shared(reading) and at_a_glance(reading):
        return reading
    document = reading.document
    view = seen(document)
    fields = view.fields
    if hidden:
        reading.silent = True
        reading.why = "names that begin with a dot are passed over"
    elif fields is None:
        reading.why = view.why
    else:
        first = next(refusals(fields), None)
        reading.why = first.why if first is not None else None
        reading.loaded = first is None
    if reading.loaded:
        reading.name = reading.stem or _name(fields or {}) or "agent"
    root = document.root
    if document.kind != fences.YAML or (root is None and document.valid and not document.front.strip()):
        from .faults import report_missing

        report_missing(reading)
    elif root is not None:
        reading.definition = _define(reading, index(root))
    if not reading.loaded and not reading.silent and not any(finding.severity == ERROR for finding in reading.diagnostics):
        at = max(view.offset, 0)
        words: dict[str, object] = {"host": host.title, "version": version.text, "why": reading.why}
        severity = INFO if is_shared(reading) else ERROR
        reading.report("dropped", at, min(at + 1, len(document.source.text)), words, severity)
    return reading


def identity(stem: str | None, path: str | None) -> str | None:
    """What the client knows a file by: its name without `.agent.md` or `.md`, folders below the place joined with `--`."""
    if stem is None:
        return None
    name = (path or "").replace("\\", "/").rpartition("/")[2]
    last = stem.rpartition("/")[2]
    if stem.endswith(SUFFIX) and len(last) > len(SUFFIX) and (not name or name == f"{last}.md"):
        stem = stem.removesuffix(SUFFIX)
    return stem.replace("/", "--")


def is_shared(reading: Reading) -> bool:
    """Whether the file is another host's, which Copilot reads in place."""
    path = reading.path or ""
    return ".claude" in path and SHARED in "/" + path.replace("\\", "/")


def _name(fields: Fields) -> str | None:
    return text(fields["name"][1]) if "name" in fields else None


def _define(reading: Reading, fields: Fields) -> Definition | None:
    """The author's definition, `None` where a finding refuses it. Reports what is odd about the fields."""
    document = reading.document
    shared = is_shared(reading)
    refused = list(refusals(fields))
    for refusal in () if shared else refused:
        _report_refusal(reading, fields, refusal)
    for finding in document.diagnostics:
        if finding.rule == "duplicate-key" and finding.data["top"] and finding.data["key"] in _SECURITY:
            finding.refuses = True
            finding._severity = ERROR
    from .faults import report_keys, report_name, report_restrictions, report_target

    report_restrictions(reading, fields, shared)
    source_text = document.source.text
    listed = entries(fields["tools"][1], source_text) if "tools" in fields else None
    if not shared:
        report_keys(reading, fields)
        report_name(reading, fields)
        report_target(reading, fields)
        if listed:
            from .lists import check_tools

            check_tools(reading, fields["tools"][1], listed)
        if not document.body.strip():
            reading.report("empty-prompt", document.body_offset, document.body_offset, severity=WARNING)
    denied = entries(fields["disallowedTools"][1], source_text) if "disallowedTools" in fields else None
    if refused or any(finding.refuses for finding in reading.diagnostics):
        return None
    extra = {name: plain(node) for name, (_, node) in fields.items() if name not in _NAMED}
    model = fields["model"][1] if "model" in fields else None
    if isinstance(model, Sequence):
        extra["model"] = plain(model)
        model = model.items[0]
    skills = fields["skills"][1] if "skills" in fields else None
    servers = fields["mcp-servers"][1] if "mcp-servers" in fields else None
    return Definition(
        _name(fields) or reading.stem or "agent",
        text(fields["description"][1]) or "" if "description" in fields else "",
        tools=None if listed is None else tuple(entry.text for entry in listed),
        disallowed_tools=tuple(entry.text for entry in denied or ()),
        model=text(model) or None,
        permission_mode=text(fields["permissionMode"][1]) if "permissionMode" in fields else None,
        skills=Skills(include=tuple(str(name) for name in names)) if isinstance(names := _plain(skills), list) else NO_SKILLS,
        hooks=_plain(fields["hooks"][1]) if "hooks" in fields else None,
        mcp_servers=_plain(servers) if isinstance(servers, Mapping) else None,
        host=reading.host.name,
        host_version=reading.version.text,
        path=document.source.path,
        extra=extra or None,
        reading=reading,
    )


_SECURITY = frozenset(field.name for field in FIELDS.values() if field.security) | {"disallowedTools"}
_NAMED = frozenset(
    ("name", "description", "tools", "disallowedTools", "model", "permissionMode", "skills", "hooks", "mcp-servers")
)


def _plain(node: Node | None) -> object:
    return None if node is None else plain(node)


def _report_refusal(reading: Reading, fields: Fields, refusal: Refusal) -> None:
    host = reading.host.title
    node = refusal.node
    if node is None:
        start = 1 if reading.source.bom else 0
        reading.report(
            f"missing-{refusal.field}", start, start + 3, {"host": host, "then": "refuses the file"}, ERROR, refuses=True
        )
        return
    at = (node.start, node.end)
    if node.end <= node.start:
        key = fields[refusal.field.partition(".")[0]][0]
        at = (key.start, key.end)
    words: dict[str, object] = {
        "host": host,
        "field": refusal.field,
        "got": refusal.got,
        "forms": refusal.forms,
        "refused": True,
    }
    reading.report("wrong-type", *at, words, ERROR, refuses=True)
