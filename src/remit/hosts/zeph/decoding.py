"""The front matter's values as Zeph's reader takes them, table by table in the order of the file, and the faults on the way.

Every fault here is of the class "parse". Most of them Zeph has as well and refuses the file. Some are remit's alone, where Zeph
reads on with less than the author wrote or with something he may not have meant; those leave `reading.why` as it is.
"""

from __future__ import annotations

from ...diagnostic import ERROR, INFO, WARNING
from ...syntax.nodes import Mapping, Node, Scalar, Sequence
from ...tools import Entry
from . import fields, serde
from .fields import FIELDS, HARMLESS, KINDS
from .refusing import refuse
from .vocabulary import CURRENT, STRICT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..base import Reading


class Values:
    """The values by route, with the nodes of each key and value; `extra` holds what stands under keys that the version
    ignores."""

    __slots__ = ("extra", "found", "nodes")

    def __init__(self) -> None:
        self.found: dict[str, object] = {}
        self.nodes: dict[str, tuple[Scalar, Node]] = {}
        self.extra: dict[str, object] = {}

    def get(self, route: str) -> object:
        return self.found.get(route)

    def text(self, route: str) -> str | None:
        value = self.found.get(route)
        return value if isinstance(value, str) else None

    def entries(self, route: str) -> list[Entry] | None:
        value = self.found.get(route)
        return value if isinstance(value, list) else None

    def texts(self, route: str) -> tuple[str, ...]:
        return tuple(entry.text for entry in self.entries(route) or ())

    def place(self, route: str) -> tuple[int, int]:
        """The characters of a value, or of its key where it is not written."""
        key, node = self.nodes[route]
        return (node.start, node.end) if node.end > node.start else (key.start, key.end)


def decode(reading: Reading, root: Mapping) -> Values:
    """The values of a front matter."""
    values = Values()
    _table(reading, root, "", values)
    return values


def _table(reading: Reading, table: Mapping, section: str, values: Values) -> None:
    for key, node in table.entries:
        if not isinstance(key, Scalar):
            refuse(
                reading,
                "wrong-type",
                (key.start, key.end),
                {"field": "a key", "got": serde.kind(key), "forms": "text"},
                "a key is no text",
            )
            continue
        route = f"{section}.{key.text}" if section else key.text
        if "." in key.text or not fields.known(route, reading.version):
            _unknown(reading, key, node, section, values)
            continue
        values.nodes[route] = (key, node)
        kind = KINDS[route]
        if kind == fields.TABLE:
            if isinstance(node, Mapping):
                _table(reading, node, route, values)
            elif serde.empty(node):
                _left_empty(reading, route, key)
            else:
                _wrong(reading, route, node)
            continue
        value = _value(reading, route, kind, key, node)
        if value is not None:
            values.found[route] = value


def _value(reading: Reading, route: str, kind: int, key: Scalar, node: Node) -> object:
    if kind == fields.TEXT:
        return _text(reading, route, node)
    if kind == fields.MODEL:
        return None if serde.null(node) else _text(reading, route, node)
    if kind in (fields.TEXTS, fields.OPTIONAL_TEXTS):
        if serde.empty(node) or (kind == fields.OPTIONAL_TEXTS and serde.null(node)):
            _left_empty(reading, route, key)
            return [] if kind == fields.TEXTS else None
        return _texts(reading, route, node)
    if kind in fields.HIGHEST:
        return _checked(reading, route, node, serde.whole(node, fields.HIGHEST[kind]))
    if kind == fields.TRUTH:
        return _checked(reading, route, node, serde.truth(node))
    if kind == fields.HOOKS:
        from .hooks import take

        return take(reading, key, node)
    if kind == fields.OPTIONAL_WORD and serde.null(node):
        return None
    return _word(reading, route, node)


def _text(reading: Reading, route: str, node: Node) -> str | None:
    """A text. Zeph's YAML reader takes any scalar for one: `name: 123` is the agent `123`. An author who wants that writes
    quotes."""
    if not isinstance(node, Scalar):
        _wrong(reading, route, node)
        return None
    if serde.empty(node):
        return ""
    value = serde.value(node)
    if isinstance(value, str):
        return value
    if node.typed is not ...:
        _wrong(reading, route, node)
        return None
    _wrong(reading, route, node, read_as=node.text)
    return node.text


def _texts(reading: Reading, route: str, node: Node) -> list[Entry] | None:
    if not isinstance(node, Sequence):
        _wrong(reading, route, node)
        return None
    entries = []
    for item in node.items:
        text = _text(reading, route, item)
        if text is not None:
            if serde.empty(item):
                _wrong(reading, route, item, read_as="")
            entries.append(Entry(text, item.start, item.end))
    return entries


def _word(reading: Reading, route: str, node: Node) -> str | None:
    """One of the field's words, exactly."""
    field = FIELDS[route]
    text = node.text if isinstance(node, Scalar) and isinstance(serde.value(node), str) else None
    if text is None:
        _wrong(reading, route, node)
        return None
    if text in field.choices:
        return text
    from ...tools import nearest

    data: dict[str, object] = {
        "field": route,
        "value": serde.shown(text),
        "forms": field.forms,
        "then": "the agent is not loaded",
        "choices": field.choices,
        "nearest": nearest(text, field.choices) if text else None,
    }
    refuse(reading, "invalid-value", (node.start, node.end), data, f"its `{route}` is none of the words Zeph has for it")
    return None


def _checked(reading: Reading, route: str, node: Node, value: object) -> object:
    if value is not ...:
        return value
    _wrong(reading, route, node)
    return None


def _wrong(reading: Reading, route: str, node: Node, read_as: str | None = None) -> None:
    """Reports a value of a type the field does not take; `read_as` is the text that Zeph makes of it all the same."""
    secret = route == "permissions.secrets"
    data: dict[str, object] = {
        "field": route,
        "got": "no text" if secret and not isinstance(node, Sequence | Mapping) else serde.kind(node),
        "forms": FIELDS[route].forms,
        "read_as": None if secret else read_as,
        "refused": read_as is None,
    }
    at = (node.start, max(node.end, node.start + 1))
    refuse(reading, "wrong-type", at, data, None if read_as is not None else f"its `{route}` is {data['got']}")


def _left_empty(reading: Reading, route: str, key: Scalar) -> None:
    """A key without a value: Zeph reads it as absent, which for `tools` and `tools.allow` is every tool."""
    data: dict[str, object] = {"field": route, "host": reading.host.title}
    if route in ("tools", "tools.allow"):
        cure = "write `[]` for no tool at all, or remove the line for every tool"
        refuse(
            reading, "list-left-empty", (key.start, key.end), {**data, "then": "the agent has every tool", "cure": cure}, None
        )
        return
    then = {"tools.deny": "nothing is denied", "tools.except": "nothing is denied", "permissions": "the default limits hold"}
    data["then"] = then.get(route, f"it counts as absent ({FIELDS[route].default})")
    data["cure"] = "remove the line, or write what was meant"
    reading.report("list-left-empty", key.start, key.end, data, WARNING)


def _unknown(reading: Reading, key: Scalar, node: Node, section: str, values: Values) -> None:
    """A key that this version does not have: refused, or passed over in silence."""
    version = reading.version
    name = key.text
    route = f"{section}.{name}" if section else name
    strict = not version < (STRICT if section else CURRENT) and section != "skills"
    later = fields.SINCE.get(route) if "." not in name else None
    meant = fields.nearest_route(section, name, version) if later is None else None
    data: dict[str, object] = {
        "key": name,
        "section": section,
        "meant": meant,
        "host": reading.host.title,
        "version": version.text,
        "since": later.text if later else None,
    }
    at = (key.start, key.end)
    if strict:
        refuse(reading, "refused-key", at, data, f"it does not know the key `{serde.shown(name)}`")
        return
    from ...syntax.schema import plain

    values.extra[route] = plain(node)
    field = FIELDS.get(route if later else meant or "")
    security = field is not None and field.security and (meant is None or meant not in values.nodes)
    data["security"] = security
    data["default"] = field.default if field is not None else None
    if later is not None:
        reading.report("later-key", *at, data, ERROR if security else WARNING)
    elif meant in FIELDS:
        reading.report("misspelt-key", *at, data, ERROR if security else WARNING)
    else:
        harmless = not section and name in HARMLESS
        reading.report("unknown-key", *at, {**data, "harmless": harmless}, INFO if harmless else WARNING)
