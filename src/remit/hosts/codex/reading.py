"""What Codex makes of one role file: whether it has the role, and what the author meant."""

from __future__ import annotations

from ...definition import Definition
from ...diagnostic import ERROR, WARNING
from ...document import Document
from ...syntax.nodes import Mapping, Scalar
from ...syntax.toml import values
from ...tools import distance, nearest
from ..base import Reading
from .accepting import BLANK, NAMES, UNKNOWN, WORD, Fields, Refusal, index, refusals, text, texts
from .vocabulary import ALIASES_OF_OTHERS, KEYS, MEANT, WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...source import Source
    from ...syntax.nodes import Node
    from ..base import Host, Version

_SKIPS = "skips the role"


def read(host: Host, source: Source, version: Version, scope: str, stem: str | None) -> Reading:
    """The reading of a role file."""
    document = Document(source, "toml")
    reading = Reading(host, version, document, scope)
    reading.stem = stem
    if not source.valid_utf8:
        reading.why = "it is not UTF-8"
        text_end = min(1, len(source.text))
        reading.report(
            "unreadable", 0, text_end, {"reason": "not UTF-8", "kind": "io", "host": host.title}, ERROR, refuses=True
        )
        return reading
    root = document.root
    lone = source.text.replace("\r\n", "  ").find("\r")
    if lone >= 0:
        reading.why = "a lone carriage return is no line end in TOML"
        words: dict[str, object] = {"problem": reading.why, "kind": "control"}
        reading.report("toml-syntax", lone, lone + 1, words, ERROR, refuses=True)
        return reading
    if root is None:
        fault = next(iter(document.diagnostics), None)
        reading.why = f"it is not valid TOML ({fault.data['problem']})" if fault is not None else "it is not valid TOML"
        return reading
    fields = index(root)
    refused = list(refusals(fields))
    for refusal in sorted(refused, key=lambda one: one.node is None):
        _report(reading, fields, refusal)
    name = (text(fields["name"][1]) or "").strip() if "name" in fields else ""
    reading.name = name or None
    reading.loaded = not refused
    if refused:
        reading.why = refused[0].why
        return reading
    _check(reading, fields, name)
    reading.definition = _define(reading, root, fields, name)
    return reading


def _report(reading: Reading, fields: Fields, refusal: Refusal) -> None:
    host = reading.host.title
    field = refusal.field
    words: dict[str, object] = {"host": host, "field": field}
    if refusal.node is None:
        if any(finding.rule == "refused-key" and finding.data["meant"] == field for finding in reading.findings):
            return  # told where it stands, under a key that is misspelt
        first = 1 if reading.source.bom else 0
        reading.report(f"missing-{_RULES[field]}", first, first, {**words, "then": _SKIPS}, ERROR, refuses=True)
        return
    key = fields[field][0] if field in fields else None
    at = (refusal.node.start, refusal.node.end)
    if refusal.kind == BLANK and field == "name":
        reading.report("refused-value", *at, {**words, "problem": "is blank", "then": _SKIPS}, ERROR, refuses=True)
    elif refusal.kind == BLANK:
        reading.report(f"missing-{_RULES[field]}", *at, {**words, "got": "blank", "then": _SKIPS}, ERROR, refuses=True)
    elif refusal.kind == UNKNOWN and key is not None:
        meant = MEANT.get(field) or _close(field)
        reading.report("refused-key", key.start, key.end, {**words, "key": field, "meant": meant}, ERROR, refuses=True)
    elif refusal.kind == WORD:
        choices = WORDS.get(field, ())
        words.update(value=refusal.got, then=_SKIPS, choices=choices, nearest=nearest(refusal.got, choices, cutoff=0.75))
        reading.report("refused-value", *at, words, ERROR, refuses=True)
    elif refusal.kind == NAMES:
        reading.report("refused-value", *at, {**words, "problem": refusal.got, "then": _SKIPS}, ERROR, refuses=True)
    else:
        words.update(got=refusal.got, forms=refusal.forms, refused=True)
        reading.report("wrong-type", *at, words, ERROR, refuses=True)


_RULES = {"name": "name", "description": "description", "developer_instructions": "instructions"}


def _close(name: str) -> str | None:
    close = nearest(name, (*KEYS, *WORDS), cutoff=0.8)
    return close if close is not None and distance(name.lower(), close.lower(), 2) <= 2 else None


def _check(reading: Reading, fields: Fields, name: str) -> None:
    """What is odd about a role that the client has."""
    host = reading.host.title
    node = fields["name"][1]
    if not name.isprintable():
        reading.report("name-with-blanks", node.start, node.end, {"name": name}, WARNING)
    elif not name.replace("-", "").replace("_", "").isalnum() or not name.isascii():
        reading.report("name-not-portable", node.start, node.end, {"name": name}, WARNING)
    model = fields["model"][1] if "model" in fields else None
    if model is not None and text(model) in ("", *ALIASES_OF_OTHERS):
        reading.report("unknown-model", model.start, model.end, {"model": text(model), "nearest": None, "host": host}, WARNING)
    for field, then in _restrictions(fields):
        key, value = fields[field]
        if text(value) == "danger-full-access":
            reading.report(
                "bypass-mode",
                value.start,
                value.end,
                {"field": field, "value": text(value), "asks": "run outside any sandbox"},
                ERROR,
            )
            continue
        words: dict[str, object] = {"host": host, "key": field, "then": then, "where": "for a role that `codex exec` starts"}
        reading.report("ignored-restriction", key.start, key.end, words, WARNING)


def _restrictions(fields: Fields) -> list[tuple[str, str]]:
    """The fields that hold a role back and are not applied to one that `codex exec` starts, with what happens instead."""
    found = []
    if "sandbox_mode" in fields:
        found.append(("sandbox_mode", "it works in the session's sandbox"))
    if text(fields["web_search"][1] if "web_search" in fields else None) == "disabled":
        found.append(("web_search", "it has the session's `web_search`"))
    if "mcp_servers" in fields and limited_servers(fields["mcp_servers"][1]):
        found.append(("mcp_servers", "it has every tool of the session's servers"))
    return found


def limited_servers(node: Node) -> dict[str, tuple[list[str] | None, list[str]]]:
    """The servers of a role that limit their tools: the enabled ones (`None` = all) and the disabled ones."""
    found: dict[str, tuple[list[str] | None, list[str]]] = {}
    for name, (_, server) in index(node).items() if isinstance(node, Mapping) else ():
        parts = index(server) if isinstance(server, Mapping) else {}
        enabled = texts(parts["enabled_tools"][1]) if "enabled_tools" in parts else None
        disabled = texts(parts["disabled_tools"][1]) if "disabled_tools" in parts else None
        switch = parts["enabled"][1] if "enabled" in parts else None
        if isinstance(switch, Scalar) and switch.typed is False:
            enabled = []
        if enabled is not None or disabled:
            found[name] = (enabled, disabled or [])
    return found


def _define(reading: Reading, root: Mapping, fields: Fields, name: str) -> Definition:
    """The author's definition. `tools` is always `None`: a role has no list of tools."""
    extra = {key: value for key, value in values(root).items() if key not in _NAMED}
    servers = values(root).get("mcp_servers")
    return Definition(
        name,
        (text(fields["description"][1]) or "").strip(),
        (text(fields["developer_instructions"][1]) or "").strip(),
        model=_model(fields),
        mcp_servers=servers,
        host=reading.host.name,
        host_version=reading.version.text,
        path=reading.path,
        extra=extra or None,
        reading=reading,
    )


def _model(fields: Fields) -> str | None:
    """The model; a date passes for text and names none."""
    node = fields["model"][1] if "model" in fields else None
    return node.text if isinstance(node, Scalar) and isinstance(node.typed, str) else None


_NAMED = frozenset(("name", "description", "developer_instructions", "model", "mcp_servers"))
