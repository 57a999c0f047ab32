"""Findings about a file as a whole: no front matter, a lost one, values that stop the program, keys that mean nothing, a name of its own."""

from __future__ import annotations

from ...diagnostic import ERROR, INFO, WARNING
from ...syntax import fences
from ...syntax.nodes import Scalar, Sequence
from ...tools import MCP, distance, split
from .fields import DENIES, FIELDS, FOREIGN, MEANT
from .front_matter import ABSENT, CODE, LOST, SKIPPED
from .js_values import plain_of, shown
from .permission_faults import report_permissions
from .vocabulary import meant_permission, tool_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...syntax.nodes import Node
    from ..base import Reading
    from .front_matter import Front
    from .view import View

_SECURITY = tuple(name for name, field in FIELDS.items() if field.security)


def report(reading: Reading, view: View) -> None:
    """All findings about a Markdown file."""
    front = view.front
    assert front is not None
    _report_front(reading, view, front)
    if front.state == SKIPPED:
        at = front.fault.offset if front.fault is not None else 0
        reading.report("dropped", at, at + 1, {**_who(reading), "why": reading.why}, ERROR)
    seen = view if front.root is not None or view.author is None else view.author
    report_issues(reading, view)
    report_keys(reading, seen)
    report_permissions(reading, seen)
    report_values(reading, seen)
    if "name" in view.fields:
        _report_name(reading, view)
    if front.state not in (ABSENT, LOST) and not reading.prompt():
        at = reading.document.body_offset
        reading.report("empty-prompt", at, at, severity=WARNING)


def _who(reading: Reading) -> dict[str, object]:
    return {"host": reading.host.title, "version": reading.version.text}


def _report_front(reading: Reading, view: View, front: Front) -> None:
    """A front matter that the client does not see, or sees otherwise than its author."""
    document = reading.document
    text = document.source.text
    first = 1 if document.source.bom else 0
    line = text.find("\n")
    end = line if line >= 0 else len(text)
    if front.state == CODE:
        reading.report("runs-code", first, end, {**_who(reading), "fence": text[first:end].strip()}, ERROR, refuses=True)
    elif front.state == LOST:
        at = min(front.fault.offset if front.fault is not None else first, max(len(text) - 1, 0))
        problem = front.fault.problem if front.fault is not None else ""
        why = "fence" if document.kind == fences.FOREIGN_FENCE else "fault"
        # The fault is in the author's reading as well, unless only this client is so strict.
        refuses = document.refused or not document.has_front_matter or _lost_security(view)
        data = {**_who(reading), "why": why, "problem": problem, "fence": text[first:end].strip()[:40]}
        reading.report("whole-file-is-prompt", at, at + 1, data, ERROR, refuses=refuses)
    elif front.state == ABSENT:
        late = fences.late(text, first) is not None
        why = "late" if late else "fence" if document.kind in (fences.FOREIGN_FENCE, fences.TOML) else "absent"
        data = {**_who(reading), "why": why, "fence": text[first:end].strip()[:40]}
        sure = why == "absent"
        reading.report("whole-file-is-prompt", first, end, data, WARNING if sure else ERROR, refuses=not sure)
    elif document.kind == fences.UNCLOSED:
        data = {**_who(reading), "then": "takes all that follows for fields and has an empty prompt"}
        reading.report("unclosed-front-matter", first, end, data, ERROR, refuses=True)
    elif document.kind == fences.FOREIGN_FENCE:
        data = {**_who(reading), "fence": text[first:end].strip()[:40], "then": "reads it, and other hosts do not"}
        reading.report("unsupported-fence", first, end, data, WARNING, refuses=True)
    elif not front.same and view.author is not None:
        for name in _SECURITY:
            ours, theirs = view.author.fields.get(name), view.fields.get(name)
            if ours is not None and (theirs is None or plain_of(ours[1]) != plain_of(theirs[1])):
                sees = (shown(theirs[1]),) if theirs is not None else ()
                data = {**_who(reading), "field": name, "sees": sees}
                reading.report("garbled-field", ours[0].start, max(ours[1].end, ours[0].end), data, ERROR)


def _lost_security(view: View) -> bool:
    """Whether the author's reading has fields that keep something away, which the client then never sees."""
    return view.author is not None and any(name in view.author.fields for name in _SECURITY)


def report_issues(reading: Reading, view: View, rule: str = "refuses-to-start") -> None:
    """Values that the client's schema does not take."""
    told: set[tuple[str, ...]] = set()
    for issue in view.issues:
        if issue.route in told:
            continue
        told.add(issue.route)
        node = issue.node
        name = issue.route[0]
        start, end = node.start, node.end
        entry = view.fields.get(name)
        if end <= start and entry is not None:
            start, end = entry[0].start, max(entry[0].end, node.end)
        field = FIELDS[name]
        choices = ("allow", "ask", "deny") if name == "permission" and isinstance(node, Scalar) else field.choices
        data = {
            **_who(reading),
            "field": ".".join(issue.route),
            "value": shown(node)[:60],
            "forms": field.forms if len(issue.route) == 1 else "true or false" if name == "tools" else "an action",
            "choices": choices,
            "line": issue.line,
            "claude": name == "tools" and not (isinstance(node, Scalar) and len(issue.route) > 1),
            "skipped": view.primary,
            "nearest": _nearest_action(node) if name == "permission" else None,
        }
        if data["claude"]:
            data["allowed"] = _permissions_of(node)
        reading.report(
            rule, start, max(end, start + 1), data, ERROR, refuses=field.security or name == "mode" or not view.primary
        )
    if view.fault is not None:
        key, value = view.fields["name"]
        data = {**_who(reading), "field": "name", "value": shown(value)[:60], "forms": "text", "line": view.fault}
        reading.report("refuses-to-start", key.start, max(value.end, key.end), data, ERROR, refuses=True)


def _nearest_action(node: object) -> str | None:
    if not isinstance(node, Scalar):
        return None
    word = node.text.strip().lower()
    if word in ("allow", "ask", "deny"):
        return word
    return {"true": "allow", "false": "deny", "yes": "allow", "no": "deny", "allowed": "allow", "denied": "deny"}.get(word)


def report_keys(reading: Reading, view: View) -> None:
    """Keys that are no fields: the client sends them to the model's provider as options."""
    for name, (key, value) in view.fields.items():
        if name in FIELDS:
            continue
        if name == "permissions" and view.front is None:
            continue  # reported for the file as a whole
        if name == "permissions":
            rules = isinstance(value, Sequence)
            beside = "permission" in view.fields or "tools" in view.fields
            data: dict[str, object] = {**_who(reading), "beside": beside}
            reading.report("permissions-of-version-2", key.start, key.end, data, ERROR, refuses=not rules)
            continue
        meant = MEANT.get(name) or _misspelt(name)
        if meant is not None:
            security = meant in _SECURITY and meant != "disable"
            missing = meant not in view.fields
            data = {
                **_who(reading),
                "key": name,
                "meant": meant,
                "security": security,
                "default": FIELDS[meant].default if meant in FIELDS else None,
            }
            if name in DENIES:
                data.update(denied=_permissions_of(value), into=meant, mapped=True)
            severity = ERROR if security and (missing or name in DENIES) else WARNING
            reading.report("misspelt-key", key.start, key.end, data, severity)
        elif name in FOREIGN:
            reading.report("foreign-key", key.start, key.end, {**_who(reading), "key": name, "owner": FOREIGN[name]}, WARNING)
        else:
            reading.report("key-sent-to-provider", key.start, key.end, {**_who(reading), "key": name}, INFO)


def _permissions_of(node: Node) -> tuple[str, ...]:
    """The permissions that are meant by the entries of another host's list; none where one of them has no word here."""
    texts = [item.text for item in node.items if isinstance(item, Scalar)] if isinstance(node, Sequence) else []
    if isinstance(node, Scalar):
        texts = [name for name, _, _ in split(node.text)]
    found = []
    for text in texts:
        server, _, tool = text[5:].partition("__") if text.startswith(MCP) else ("", "", "")
        found.append(tool_name(server, tool or "*") if server else meant_permission(text))
    return () if None in found else tuple(dict.fromkeys(name for name in found if name is not None))


def _misspelt(name: str) -> str | None:
    """The field that a key is nearly, `None` where it is far from all."""
    folded = name.replace("-", "").replace("_", "").lower()
    for field in FIELDS:
        if field.replace("_", "").lower() == folded:
            return field
    if len(folded) < 5:
        return None
    return next(
        (field for field in FIELDS if len(field) > 4 and distance(folded, field.lower(), 2) <= 1 + (len(field) > 8)), None
    )


def report_values(reading: Reading, view: View) -> None:
    """Values that the client takes and that do not do what they seem to."""
    model = view.text("model")
    if model and "/" not in model:
        node = view.fields["model"][1]
        reading.report("model-without-provider", node.start, node.end, {**_who(reading), "model": model}, WARNING)
    if "prompt" in view.fields and view.front is not None:
        key, value = view.fields["prompt"]
        reading.report("prompt-key-ignored", key.start, max(key.end, value.end), _who(reading), WARNING)


def _report_name(reading: Reading, view: View) -> None:
    """A `name` of its own: the file's name then leads nowhere."""
    key, value = view.fields["name"]
    name, stem = view.text("name"), reading.stem
    if name is None or stem is None or name == stem:
        return
    at = (value.start, value.end) if value.end > value.start else (key.start, key.end)
    data = {**_who(reading), "name": name, "stem": stem}
    finding = reading.report("name-differs-from-file", *at, data, WARNING)
    if reading.document.source.path is not None:
        finding.relate(f"called by this file's name, `{stem}` is not found", reading.document.source, 0, 0)
