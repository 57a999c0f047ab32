"""The agents of an `opencode.json`, each as a reading of its own."""

from __future__ import annotations

from ...diagnostic import ERROR, INFO
from ...document import JSON, Document
from ...syntax.nodes import Mapping, Scalar
from ..base import Reading, Version
from .config import Config
from .fields import FIELDS
from .js_values import shown
from .permission_faults import report_map, report_permissions
from .reading import define

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...source import Source
    from ..base import Host
    from .view import View


def read_entries(host: Host, source: Source, version: Version, scope: str) -> Iterator[Reading]:
    """The readings of a settings file, in its order; a silent one where it defines no agent. The first carries what is wrong with the file."""
    config = Config(source)
    views = [*config.agents.values(), *config.modes.values()]
    first = True
    for view in views:
        reading = Reading(host, version, source, scope)
        reading._document = Part(config, view, first)
        _take(reading, config, view)
        if first:
            _report_file(reading, config)
            first = False
        from .faults import report_keys, report_values

        report_keys(reading, view)
        report_permissions(reading, view)
        report_values(reading, view)
        reading.definition = define(reading, view.author, view.text("prompt") or "")
        yield reading
    if first:
        reading = Reading(host, version, config.document, scope)
        reading.silent = not config.broken
        reading.why = config.why if config.broken else "it defines no agents"
        _report_file(reading, config)
        yield reading


class Part(Document):
    """A document whose root is one agent's own map: what is asked of a definition's fields is then asked of the right ones."""

    def __init__(self, config: Config, view: View, first: bool) -> None:
        super().__init__(config.source, JSON)
        self.part = Mapping(list(view.fields.values()), *_span(view), True)
        self.valid = config.document.valid
        self._read()
        found = config.document.diagnostics
        start, end = self.part.start, self.part.end
        self.diagnostics = found if first else [one for one in found if one.refuses and start <= one.start < end]

    def _read(self) -> None:
        self._root = self.part


def _span(view: View) -> tuple[int, int]:
    nodes = [node for entry in view.fields.values() for node in entry]
    return min((node.start for node in nodes), default=0), max((node.end for node in nodes), default=0)


def _take(reading: Reading, config: Config, view: View) -> None:
    reading.view = view
    reading.name = reading.stem = view.name
    if config.broken:
        reading.why = config.why
    elif view.disabled:
        reading.why = "`disable: true` removes it"
        reading.silent = True
    else:
        reading.loaded = True


def _report_file(reading: Reading, config: Config) -> None:
    """What concerns the file and not one of its agents: faults that stop the program, and the rules for all agents."""
    who: dict[str, object] = {"host": reading.host.title, "version": reading.version.text}
    told: set[int] = set()
    for issue, key in config.issues:
        if id(issue.node) in told:
            continue
        told.add(id(issue.node))
        name = next((part for part in issue.route if part in FIELDS), issue.route[-1])
        field = FIELDS.get(name)
        node = issue.node
        start = key.start if key is not None else node.start
        data = {
            **who,
            "field": ".".join(issue.route),
            "value": shown(node)[:60],
            "forms": field.forms if field is not None and issue.route[-1] == name else "see its schema",
            "choices": field.choices if field is not None else (),
            "line": issue.line,
        }
        reading.report("refuses-to-start", start, max(node.end, start + 1), data, ERROR, refuses=True)
    for key in config.version_2:
        reading.report("permissions-of-version-2", key.start, key.end, {**who, "stops": True}, ERROR, refuses=True)
    for node in config.outside:
        if _bears(config, node):
            reading.report("value-from-outside", node.start, node.end, {**who, "value": node.text}, ERROR, refuses=True)
    root = config.document.root
    permission = root.get("permission") if root is not None else None
    if isinstance(permission, Mapping) and not config.broken:
        report_map(reading, permission)
    tools = root.get("tools") if root is not None else None
    if isinstance(tools, Mapping):
        data = {**who, "names": tuple(tools.keys())}
        reading.report("deprecated-tools-map", tools.start, tools.start + 1, data, INFO)


def _bears(config: Config, node: Scalar) -> bool:
    """Whether a value is part of what keeps tools away."""
    root = config.document.root
    places = [root.get("permission"), root.get("tools")] if root is not None else []
    for view in (*config.agents.values(), *config.modes.values()):
        places += [view.fields[name][1] for name in ("permission", "tools", "disable") if name in view.fields]
    return any(place is not None and place.start <= node.start < place.end for place in places)
