"""Findings about a file as a whole: no front matter, a block cut short, keys that mean nothing, an agent the client drops."""

from __future__ import annotations

import re

from ...diagnostic import ERROR, INFO, WARNING
from ...source import BOM
from ...syntax import fences
from ...syntax.nodes import Mapping, Node, Scalar, Sequence, SyntaxFault
from ...syntax.schema import core
from ...tools import distance, fold, nearest
from .. import foreign_fields, foreign_tools
from ..base import PLUGIN
from .client import BOM_DROPPED, COLON_REFUSED, NAME_LIMIT, NEWEST_RULES, Fields, names_in
from .fields import FIELDS, HARMLESS, MEANT
from .vocabulary import TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..base import Reading

_NOTES = re.compile(r"(?:readme|contributing|changelog|license|claude|agents)(?:\..*)?", re.IGNORECASE).fullmatch
_HIDDEN_BLOCK = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*\n[ \t]*---[ \t]*\n", re.MULTILINE).search

SECURITY = tuple(field.name for field in FIELDS.values() if field.security)


def report_missing(reading: Reading, block: tuple[int, int, int] | None) -> None:
    """The author's reading found no front matter, or nothing in it that can be read."""
    document = reading.document
    source = document.source
    if document.has_front_matter:
        if document.valid:
            # An empty block, or only comments: an author who has not begun.
            reading.report("missing-name", 0, 3, {"host": reading.host.title}, ERROR, refuses=True)
        return
    text = source.text
    first = 1 if source.bom else 0
    line_end = text.find("\n")
    end = line_end if line_end >= 0 else len(text)
    stem = (source.path or "").replace("\\", "/").rpartition("/")[2]
    if document.kind == fences.EMPTY:
        reading.report("no-front-matter", first, first, {"empty": True, "host": reading.host.title}, ERROR, refuses=True)
    elif document.kind == fences.FOREIGN_FENCE:
        reading.report(
            "unsupported-fence",
            first,
            end,
            {"fence": text[first:end].strip()[:40], "host": reading.host.title},
            ERROR,
            refuses=True,
        )
    elif document.kind == fences.UNCLOSED:
        data: dict[str, object] = {"host": reading.host.title, "cut": block is not None}
        meant = fences.meant_to_close(text, end + 1)
        if meant is not None:
            data["meant"] = text[meant[0] : meant[1]]
        reading.report("unclosed-front-matter", *(meant or (first, end)), data, ERROR, refuses=True)
    else:
        late = fences.late(text, first)
        notes = bool(_NOTES(stem)) and late is None
        hidden = _HIDDEN_BLOCK(text) if "\n---" in text else None
        quoted = (hidden is not None and hidden.start() == first) or fences.bare(text, first)
        data = {"late": late is not None, "host": reading.host.title, "notes": notes, "block": quoted}
        if reading.scope == PLUGIN:
            data["then"] = "takes it for an agent of the plugin all the same, with every tool"
        severity = WARNING if reading.scope == PLUGIN else INFO if notes else ERROR
        reading.report("no-front-matter", first, end, data, severity, refuses=True)
        if hidden is not None and hidden.start() == first:
            data["code"] = True
        elif hidden is not None:
            reading.report("front-matter-in-code-block", hidden.start(), hidden.end() - 1, {}, INFO)


def report_difference(reading: Reading, ours: Fields, client: Fields, block: tuple[int, int, int] | None) -> None:
    """The client's tree is not the author's: a byte order mark it does not know, a block cut short, a second reading."""
    document = reading.document
    source = document.source
    if block is None:
        if source.data.startswith(BOM) and reading.version < BOM_DROPPED:
            reading.report("byte-order-mark", 0, 1, {"host": reading.host.title, "since": BOM_DROPPED.text}, ERROR)
        elif document.kind == fences.TOML:
            words: dict[str, object] = {"fence": fences.PLUS, "host": reading.host.title}
            reading.report("unsupported-fence", 1 if source.bom else 0, 4 if source.bom else 3, words, ERROR, refuses=True)
        elif b"\n" not in source.data[: document.front_bytes[0]]:
            reading.report("lone-carriage-returns", 0, 3, {"host": reading.host.title}, ERROR)
        return
    if block[1] < document.front_bytes[1]:
        at = len(source.data[: block[1]].decode("utf-8", "replace"))
        lost = [name for name in ours if name not in client]
        changed = [name for name in ours if name in client and not _same(ours[name][1], client[name][1])]
        security = [name for name in lost if name in SECURITY]
        data: dict[str, object] = {
            "lost": tuple(lost),
            "changed": tuple(changed),
            "security": tuple(security),
            "host": reading.host.title,
        }
        reading.report("front-matter-cut", at, at + 3, data, ERROR if lost or changed else WARNING)
        return
    if not reading.loaded:
        return
    for name in SECURITY:
        if name in client and name in ours and not _same(ours[name][1], client[name][1]):
            node = ours[name][1]
            data = {"field": name, "host": reading.host.title, "sees": tuple(names_in(client[name][1]) or ())}
            reading.report("garbled-field", node.start, node.end, data, ERROR)


def _same(left: Node, right: Node) -> bool:
    if isinstance(left, Scalar) and isinstance(right, Scalar):
        return left.text == right.text
    if isinstance(left, Sequence) and isinstance(right, Sequence):
        return len(left.items) == len(right.items) and all(map(_same, left.items, right.items))
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return len(left.entries) == len(right.entries) and all(
            _same(a[0], b[0]) and _same(a[1], b[1]) for a, b in zip(left.entries, right.entries, strict=True)
        )
    return False


def report_dropped(reading: Reading) -> None:
    """The client has no such agent. Says so where no other finding of this file is an error that tells it already."""
    if any(finding.severity == ERROR and finding.rule in _TELLS for finding in reading.findings):
        return
    fault = reading.view
    if isinstance(fault, SyntaxFault):
        told = [finding for finding in reading.document.diagnostics if finding.refuses]
        if not told:
            told = [finding for finding in reading.document.diagnostics if finding.rule == "unquoted-value"][:1]
            for finding in told:
                finding._severity = ERROR
        for finding in told:
            finding.data.setdefault("then", f"{reading.host.title} {reading.version.text} drops this agent")
        if told:
            return
    at = fault.offset if isinstance(fault, SyntaxFault) else reading.document.offset
    if not isinstance(fault, SyntaxFault) and any(finding.severity == ERROR for finding in reading.findings):
        return
    reading.report(
        "dropped", at, at + 1, {"host": reading.host.title, "version": reading.version.text, "why": reading.why}, ERROR
    )


_TELLS = frozenset(
    ("missing-name", "missing-description", "invalid-name", "invalid-hooks", "byte-order-mark", "lone-carriage-returns")
)


_SPELLINGS: dict[str, str | None] = {}
"""What unknown keys were found to mean: the same few come again and again."""


def _misspelt(name: str) -> str | None:
    """The field that a key plainly misspells: the same but for case and dashes, or two letters away."""
    if name not in _SPELLINGS:
        if len(_SPELLINGS) > 4096:
            _SPELLINGS.clear()
        found = None
        if len(name) > 2:
            for field in FIELDS:
                short = len(field) == 4 and sorted(name.lower()) == sorted(field)
                if fold(field) == fold(name) or short or (len(field) > 4 and distance(name.lower(), field.lower(), 2) <= 2):
                    found = field
                    break
        _SPELLINGS[name] = found
    return _SPELLINGS[name]


def report_unknown_keys(reading: Reading, fields: Fields) -> None:
    """Keys that the client does not know, with the one that was meant."""
    for name, (key, _) in fields.items():
        if name in FIELDS:
            continue
        meant = MEANT.get(name) or _misspelt(name)
        if meant in FIELDS and name in foreign_fields(reading.host) and _means_nothing(fields[name][1], FIELDS[meant].choices):
            meant = None
        if meant is None and name in HARMLESS:
            severity = INFO
        elif meant in SECURITY and meant not in fields:
            severity = ERROR
        elif meant in _REQUIRED and meant not in fields and reading.scope != PLUGIN:
            severity = ERROR
        else:
            severity = WARNING
        held = _held(fields[name][1]) if meant is None else ()
        if any(one in SECURITY for one in held):
            severity = ERROR
        data: dict[str, object] = {
            "key": name,
            "meant": meant,
            "held": held,
            "security": meant in SECURITY and meant not in fields,
            "harmless": severity == INFO,
            "host": reading.host.title,
            "default": FIELDS[meant].default if meant in FIELDS else None,
        }
        owner = None if meant or severity == INFO else foreign_fields(reading.host).get(name)
        if owner is not None:
            data["owner"] = owner
            data.update(denied=_denied(reading, fields[name][1]), into="disallowedTools")
            data["restricts"] = name in _RESTRICTING
            reading.report("foreign-key", key.start, key.end, data, ERROR if name in _RESTRICTING else WARNING)
        else:
            rule = "misspelt-key" if meant in FIELDS else "unknown-key"
            lost = severity == ERROR and meant in _REQUIRED
            if lost:
                data["then"] = _REQUIRED[meant or ""]
            reading.report(rule, key.start, key.end, data, severity, refuses=lost)


_REQUIRED = {"name": "passes the file over", "description": "drops the agent"}
"""What the client does with a file that lacks a field."""


def _under_another_key(reading: Reading, field: str) -> bool:
    """Whether a field that is missing was told of where its misspelt key stands."""
    return any(finding.rule == "misspelt-key" and finding.data["meant"] == field for finding in reading.findings)


def _held(node: Node) -> tuple[str, ...]:
    """The fields that stand below an unknown key, one level too deep."""
    return tuple(name for name in FIELDS if node.get(name) is not None) if isinstance(node, Mapping) else ()


def _means_nothing(node: Node, choices: tuple[str, ...]) -> bool:
    """Whether a value is far from all the words of a field: then another host's key of the same name is meant (`mode: subagent`)."""
    text = node.text if isinstance(node, Scalar) else ""
    return bool(choices and text) and nearest(text, choices, cutoff=0.6) is None


def _denied(reading: Reading, node: Node) -> tuple[str, ...]:
    """The tools that another host's map of actions takes away; none where it says anything else as well."""
    if not isinstance(node, Mapping):
        return ()
    others = foreign_tools(reading.host)
    found = []
    for key, value in node.entries:
        if not isinstance(key, Scalar) or not isinstance(value, Scalar) or core(value) not in ("deny", False):
            return ()
        name = others[key.text][1] if key.text in others else key.text
        if name not in TOOLS:
            return ()
        found.append(name)
    return tuple(dict.fromkeys(found))


_RESTRICTING = frozenset(("permission", "permissions", "sandbox_mode"))
"""Keys with which other hosts hold an agent back."""


def check_name(reading: Reading, fields: Fields, name: str | None) -> None:
    """A name that is missing, refused by the client, or hard to carry elsewhere."""
    entry = fields.get("name")
    title = reading.host.title
    if not fields and _fields_below(reading):
        return
    if entry is None:
        if reading.scope != "plugin" and not reading.document.may_hold("name") and not _under_another_key(reading, "name"):
            start, end = _opening(reading)
            reading.report("missing-name", start, end, {"host": title}, ERROR, refuses=True)
        return
    node = entry[1]
    at = (node.start, max(node.end, node.start + 1)) if node.end > node.start else (entry[0].start, entry[0].end)
    if not name:
        value = core(node) if isinstance(node, Scalar) else ...
        if reading.scope == "plugin" and value in (None, ""):
            return
        silent = value in (None, False, "")
        reading.report("missing-name", *at, {"host": title, "got": None if silent else "not text"}, ERROR, refuses=True)
        return
    problem = None
    if name.startswith("-"):
        problem = "starts with `-`"
    elif ":" in name and reading.scope != "plugin" and not reading.version < COLON_REFUSED:
        problem = "contains `:`, which separates a plugin from its agents"
    elif len(name) > NAME_LIMIT and not reading.version < NEWEST_RULES:
        problem = f"is longer than {NAME_LIMIT} characters"
    if problem is not None:
        reading.report("invalid-name", *at, {"host": title, "problem": problem, "class": "invalid"}, ERROR, refuses=True)
    parts = name.replace("\\", "/").split("/")
    if ".." in parts or name.startswith("/") or "\\" in name or "\0" in name:
        reading.report("name-leaves-folder", *at, {"name": name}, ERROR, refuses=True)
    elif name != name.strip() or not name.isprintable():
        reading.report("name-with-blanks", *at, {"name": name}, WARNING)
    elif not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", name) and name[:1] != "-" and ":" not in name:
        reading.report("name-not-portable", *at, {"name": name}, WARNING)


def _fields_below(reading: Reading) -> bool:
    """Whether the block is empty and the fields stand below its end, as where the fence was written twice. Then that is told."""
    document = reading.document
    text = document.source.text
    start = document.body_offset
    if not fences.bare(text, start):
        return False
    lost = tuple(
        name for name in re.findall(r"^([A-Za-z]+):", text[start:].partition("\n---")[0], re.MULTILINE) if name in FIELDS
    )
    at = text.rindex("---", 0, start)
    held = tuple(name for name in lost if name in SECURITY)
    data: dict[str, object] = {"lost": lost, "changed": (), "security": held, "twice": True, "host": reading.host.title}
    reading.report("front-matter-cut", at, at + 3, data, ERROR, refuses=True)
    return True


def check_description(reading: Reading, fields: Fields, description: str | None) -> None:
    """A description that is missing or not text, or written with `\\n` in place of line ends."""
    entry = fields.get("description")
    plugin = reading.scope == "plugin"
    if not fields and any(finding.rule == "front-matter-cut" for finding in reading.findings):
        return
    if entry is None:
        if not plugin and not reading.document.may_hold("description") and not _under_another_key(reading, "description"):
            start, end = _opening(reading)
            reading.report("missing-description", start, end, {"host": reading.host.title}, ERROR, refuses=True)
        return
    key, node = entry
    # A list or map begins on a line of its own: its key is where people look.
    at = (node.start, node.end) if isinstance(node, Scalar) and node.end > node.start else (key.start, key.end)
    if not description:
        wrong = not isinstance(node, Scalar) or core(node) not in (None, "")
        data: dict[str, object] = {
            "host": reading.host.title,
            "got": "a list or map" if not isinstance(node, Scalar) else "not text" if wrong else None,
        }
        reading.report("missing-description", *at, data, WARNING if plugin else ERROR, refuses=not plugin)
        return
    if description.isspace():
        words: dict[str, object] = {"host": reading.host.title, "got": "blank"}
        words["then"] = "advertises the agent without a word about it"
        reading.report("missing-description", *at, words, WARNING)
        return
    offset = reading.document.source.text.find("\\n", node.start, node.end)
    if offset >= 0 and reading.source.text[node.start] not in "\"'":
        reading.report("literal-line-ends", offset, offset + 2, {"host": reading.host.title}, WARNING)


def _opening(reading: Reading) -> tuple[int, int]:
    """The opening fence: where something is missing from the block as a whole."""
    first = 1 if reading.document.source.bom else 0
    return first, first + 3
