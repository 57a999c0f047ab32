"""What OpenCode makes of one Markdown file: whether it has the agent, under which name, and what the author meant beside that.

The client's view decides whether the agent exists and what it may call. The author's (strict fences, strict YAML) is what remit holds as the
definition; where its permissions cannot be read for certain there is none.
"""

from __future__ import annotations

import posixpath

from ...definition import Definition
from ...diagnostic import ERROR
from ..base import Reading, Version
from .fields import FIELDS
from .front_matter import SKIPPED, take_apart
from .js_values import plain_of
from .view import View, fields_of, filed_under

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...diagnostic import Diagnostic
    from ...document import Document
    from ..base import Host
    from .accepting import Fields

_FOLDERS = ("agent", "agents", "mode", "modes")
_STOPS = "so the whole program refuses to start"

_KEPT = ("name", "description", "model", "steps", "maxSteps", "prompt")


def read(host: Host, document: Document, version: Version, scope: str, stem: str | None) -> Reading:
    """The reading of a document."""
    reading = Reading(host, version, document, scope)
    path = (document.source.path or "").replace("\\", "/")
    folder, own = place_of(path)
    reading.stem = own or stem
    front = take_apart(document)
    fields = fields_of(front.root)
    name, fault = filed_under(fields, reading.stem or "agent")
    view = View(name, fields, document.source, primary=folder in ("mode", "modes"), front=front)
    view.fault = fault
    reading.view = view
    reading.name = name
    if front.state == SKIPPED:
        problem = front.fault.problem if front.fault is not None else "it cannot be read"
        reading.why = f"its front matter is not valid YAML ({problem})"
    elif view.issues:
        issue = view.issues[0]
        reading.why = f"its `{'.'.join(issue.route)}` is not valid" + ("" if view.primary else f", {_STOPS}")
    elif fault is not None:
        reading.why = fault
    elif view.disabled:
        reading.why = "`disable: true` removes it"
        reading.silent = True
    else:
        reading.loaded = True
    if front.same:
        view.author = view
    elif document.root is not None or not document.has_front_matter:
        view.author = View(name, fields_of(document.root), document.source)
    from .faults import report

    report(reading, view)
    reading.definition = define(reading, view.author)
    return reading


def place_of(path: str) -> tuple[str | None, str | None]:
    """The kind of folder that a path lies in (`agents`, `mode`) and the agent's name by its path, where the path tells both."""
    parts = path.split("/")
    for index in range(len(parts) - 2, 0, -1):
        above = parts[index - 1]
        if parts[index] in _FOLDERS and (
            above == ".opencode" or (above == "opencode" and parts[index - 2 : index - 1] == [".config"])
        ):
            name = "/".join(parts[index + 1 :])
            root, suffix = posixpath.splitext(name)
            return parts[index], root if suffix else name
    return None, None


def define(reading: Reading, author: View | None, prompt: str | None = None) -> Definition | None:
    """The author's definition, `None` where a finding refuses it or there is nothing to read."""
    document = reading.document
    if author is None:
        return None
    for finding in document.diagnostics:
        if finding.rule == "duplicate-key" and _bears(author.fields, finding):
            finding.refuses = True
            finding._severity = ERROR
    if any(finding.refuses for finding in (*document.diagnostics, *reading.findings)):
        return None
    extra = {key: plain_of(value) for key, (_, value) in author.fields.items() if key not in _KEPT}
    return Definition(
        author.text("name") or reading.stem or reading.name or "",
        author.text("description") or "",
        prompt,
        max_turns=author.steps,
        model=author.text("model") or None,
        host=reading.host.name,
        host_version=reading.version.text,
        path=document.source.path,
        extra=extra or None,
        reading=reading,
    )


def _bears(fields: Fields, finding: Diagnostic) -> bool:
    """Whether a key that stands twice belongs to a field whose loss would widen the agent."""
    for name, (key, value) in fields.items():
        field = FIELDS.get(name)
        if field is None or not field.security:
            continue
        within = key.start <= finding.start <= max(key.end, value.end)
        if finding.data["key"] == name if finding.data["top"] else within:
            return True
    return False
