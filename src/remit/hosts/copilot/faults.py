"""Findings about a Copilot file as a whole: no front matter, keys that do nothing, restrictions that hold nothing back."""

from __future__ import annotations

import re

from ...diagnostic import ERROR, INFO, WARNING
from ...syntax import fences
from ...syntax.nodes import Scalar
from ...syntax.schema import plain
from ...tools import distance, nearest
from .. import foreign_fields
from .fields import ELSEWHERE, FIELDS, HARMLESS, LOOSE_MODES, MEANT, RESTRICTIONS, TARGETS
from .resolving import names_granted
from .values import entries, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..base import Reading
    from .accepting import Fields

_NOTES = re.compile(r"(?:readme|contributing|changelog|license|agents)(?:\..*)?", re.IGNORECASE).fullmatch


def report_missing(reading: Reading) -> None:
    """There is no front matter, or nothing in it."""
    document = reading.document
    source = document.source
    whole = source.text
    host = reading.host.title
    first = 1 if source.bom else 0
    line_end = whole.find("\n")
    end = line_end if line_end >= 0 else len(whole)
    words: dict[str, object] = {"host": host, "then": "refuses the file"}
    if document.has_front_matter and document.kind == fences.YAML:
        reading.report("missing-description", first, first + 3, words, ERROR, refuses=True)
    elif document.kind == fences.EMPTY:
        reading.report("no-front-matter", first, first, {**words, "empty": True}, ERROR, refuses=True)
    elif document.kind in (fences.FOREIGN_FENCE, fences.TOML):
        reading.report("unsupported-fence", first, end, {**words, "fence": whole[first:end].strip()[:40]}, ERROR, refuses=True)
    elif document.kind == fences.UNCLOSED:
        reading.report("unclosed-front-matter", first, end, {**words, "fence": "---"}, ERROR, refuses=True)
    else:
        name = (source.path or "").replace("\\", "/").rpartition("/")[2]
        late = fences.late(whole, first) is not None
        notes = _NOTES(name) is not None and not late
        reading.silent = notes
        reading.report(
            "no-front-matter", first, end, {**words, "late": late, "notes": notes}, INFO if notes else ERROR, refuses=True
        )


def report_restrictions(reading: Reading, fields: Fields, shared: bool) -> None:
    """Keys that hold an agent back in other hosts and do nothing here: the agent has more than its author means."""
    source_text = reading.source.text
    tools = entries(fields["tools"][1], source_text) if "tools" in fields else None
    for name, then in RESTRICTIONS.items():
        if name not in fields:
            continue
        key, node = fields[name]
        words: dict[str, object] = {"host": reading.host.title, "key": name, "then": then}
        severity = WARNING if shared or then.endswith("turns") else ERROR
        refuses = False
        if (name == "permissionMode" and text(node) in LOOSE_MODES) or (name == "permission" and not _holds_back(plain(node))):
            severity = INFO
        elif then == "nothing is denied":
            denied = entries(node, source_text)
            if denied is None:
                # A denylist that cannot be read may be all that keeps a tool away.
                refuses = name == "disallowedTools" and plain(node) is not None
            else:
                kept = names_granted(tools, denied)
                if not kept:
                    severity = INFO
                words["keeps"] = tuple(kept)
                words["granting"] = tuple((one.start, one.end) for one in tools or () if names_granted([one], denied))
        reading.report("ignored-restriction", key.start, key.end, words, severity, refuses)


def _holds_back(value: object) -> bool:
    """Whether a map of permissions of another host denies or asks anywhere."""
    if isinstance(value, dict):
        return any(_holds_back(part) for part in value.values())
    return value not in (None, True, "allow")


def report_keys(reading: Reading, fields: Fields) -> None:
    """Keys that the client does not know, and one that is retired."""
    host = reading.host.title
    for name, (key, node) in fields.items():
        at = (key.start, key.end)
        if name == "infer":
            says = {"true": "false", "false": "true"}.get(node.text) if isinstance(node, Scalar) else None
            data: dict[str, object] = {"host": host, "key": name, "instead": "disable-model-invocation", "value": says}
            reading.report("retired-key", *at, data, INFO)
        if name in FIELDS or name in RESTRICTIONS:
            continue
        if name in ELSEWHERE:
            reading.report("foreign-key", *at, {"host": host, "key": name, "owner": ELSEWHERE[name]}, INFO)
            continue
        if name in HARMLESS:
            reading.report("unknown-key", *at, {"host": host, "key": name, "harmless": True}, INFO)
            continue
        meant = MEANT.get(name) or _close(name)
        owner = None if meant else foreign_fields(reading.host).get(name)
        if owner is not None:
            reading.report("foreign-key", *at, {"host": host, "key": name, "owner": owner}, WARNING)
        elif meant is None:
            reading.report("unknown-key", *at, {"host": host, "key": name}, WARNING)
        else:
            security = meant == "tools" and meant not in fields
            words: dict[str, object] = {
                "host": host,
                "key": name,
                "meant": meant,
                "security": security,
                "default": FIELDS[meant].default,
            }
            reading.report("misspelt-key", *at, words, ERROR if security else WARNING)


def report_target(reading: Reading, fields: Fields) -> None:
    """A product that does not exist: the command line does not look at it, the others then have no such agent."""
    node = fields["target"][1] if "target" in fields else None
    if node is None or plain(node) is None or text(node) in TARGETS:
        return
    words: dict[str, object] = {
        "field": "target",
        "value": node.text if isinstance(node, Scalar) else "a list or map",
        "forms": "one of the words",
        "then": "the field is ignored; other clients of Copilot pass the file over",
        "choices": TARGETS,
        "nearest": nearest(node.text, TARGETS) if isinstance(node, Scalar) else None,
        "host": reading.host.title,
    }
    reading.report("invalid-value", node.start, node.end, words, WARNING)


def _close(name: str) -> str | None:
    close = nearest(name, FIELDS, cutoff=0.75) if len(name) > 2 else None
    if close is None:
        return None
    same = close.lower() == name.lower()
    return close if same or distance(name.lower(), close.lower(), 2) <= 2 else None


def report_name(reading: Reading, fields: Fields) -> None:
    """A name that people would have to type with blanks around it, or that is hard to carry elsewhere."""
    node = fields["name"][1] if "name" in fields else None
    name = text(node)
    if node is None or not name:
        return
    if name != name.strip() or not name.isprintable():
        reading.report("name-with-blanks", node.start, node.end, {"name": name}, WARNING)
