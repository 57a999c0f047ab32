"""Which role files Codex accepts. It skips a role over one key it does not know and over one value of another type.

Recorded from the client 0.171.0 on 2026-11-30. Of the tables of `config.toml` those entries are looked at that `tables` has.
"""

from __future__ import annotations

import re

from ...syntax.nodes import Mapping, Scalar, Sequence
from .tables import HTTP, SERVER, SHAPES, STDIO
from .vocabulary import BYTE, FLAG, KEYS, TABLE, TABLES, TEXT, TEXT_OR_TEXTS, TEXTS, UNSIGNED, WHOLE, WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...syntax.nodes import Node
    from .tables import Shape

Fields = dict[str, tuple[Scalar, "Node"]]

_NICKNAME = re.compile(r"[A-Za-z0-9 _-]+").fullmatch
UNKNOWN, TYPE, WORD, BLANK, MISSING, NAMES = "unknown", "type", "word", "blank", "missing", "names"


class Refusal:
    """Something the client skips a role for.

    `kind` is `UNKNOWN` key, `TYPE`, no `WORD` of its field, `BLANK`, `MISSING`, or bad `NAMES`; `node` is where, `None`
    where something is missing; `got` what stands there and `forms` what belongs there.
    """

    __slots__ = ("field", "forms", "got", "kind", "node", "why")

    def __init__(self, kind: str, field: str, node: Node | None, why: str, got: str = "", forms: str = "") -> None:
        self.kind = kind
        self.field = field
        self.node = node
        self.why = why
        self.got = got
        self.forms = forms


def index(root: Mapping) -> Fields:
    """The keys by name."""
    return {key.text: (key, value) for key, value in root.entries if isinstance(key, Scalar)}


def kind_of(node: Node) -> str:
    """What a value is, in words."""
    if isinstance(node, Mapping):
        return TABLE
    if isinstance(node, Sequence):
        return "a list"
    value = node.typed
    if isinstance(value, bool):
        return FLAG
    if isinstance(value, int):
        return WHOLE
    if isinstance(value, float):
        return "a number"
    # A date is text to the client.
    return TEXT


def text(node: Node | None) -> str | None:
    """The value of a node that is text, `None` for everything else."""
    return node.text if isinstance(node, Scalar) and kind_of(node) == TEXT else None


def texts(node: Node | None) -> list[str] | None:
    """The values of a list of texts, `None` for everything else."""
    if not isinstance(node, Sequence):
        return None
    found = [text(item) for item in node.items]
    return None if None in found else [item for item in found if item is not None]


def refusals(fields: Fields) -> Iterator[Refusal]:
    """What the client skips the role for, roughly in its order."""
    for _, node in fields.values():
        yield from _numbers(node)
    for name, (key, node) in fields.items():
        if name in WORDS:
            yield from _word(name, node, WORDS[name])
        elif name not in KEYS:
            yield Refusal(UNKNOWN, name, key, f"it does not know the key `{name}`")
        elif not fits(node, KEYS[name]):
            yield _type(name, node, KEYS[name])
        elif name == "mcp_servers" and isinstance(node, Mapping):
            yield from _servers(node)
        elif name == "features":
            yield from _features(node)
        elif name in SHAPES:
            yield from _shaped(name, node, SHAPES[name])
    for name in ("description", "developer_instructions", "name"):
        if name not in fields:
            yield Refusal(MISSING, name, None, f"it has no `{name}`")
            continue
        value = text(fields[name][1])
        if value is not None and not value.strip():
            yield Refusal(BLANK, name, fields[name][1], f"its `{name}` is blank")
    names = texts(fields["nickname_candidates"][1]) if "nickname_candidates" in fields else None
    if names is not None:
        problem = _bad_names(names)
        if problem is not None:
            yield Refusal(
                NAMES, "nickname_candidates", fields["nickname_candidates"][1], f"`nickname_candidates` {problem}", problem
            )


def fits(node: Node, wanted: str) -> bool:
    """Whether a value is of a type."""
    got = kind_of(node)
    if wanted == TEXT_OR_TEXTS:
        return got == TEXT or texts(node) is not None
    if wanted == TEXTS:
        return texts(node) is not None
    if wanted == TABLES:
        return isinstance(node, Sequence) and all(isinstance(item, Mapping) for item in node.items)
    if wanted in (WHOLE, UNSIGNED, BYTE):
        value = node.typed if isinstance(node, Scalar) else None
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return wanted == WHOLE or (value >= 0 and (wanted == UNSIGNED or value < 256))
    return got == wanted


def _shaped(route: str, node: Node, shape: Shape) -> Iterator[Refusal]:
    """What does not fit in a value and in the entries of a table."""
    if isinstance(shape, tuple):
        yield from _word(route, node, shape)
    elif isinstance(shape, dict):
        if not isinstance(node, Mapping):
            yield _type(route, node, TABLE)
            return
        for name, (_, value) in index(node).items():
            inner = shape.get(name, shape.get("*"))
            if inner is not None:
                yield from _shaped(f"{route}.{name}", value, inner)
    elif not fits(node, shape):
        yield _type(route, node, shape)


def _type(field: str, node: Node, forms: str) -> Refusal:
    got = kind_of(node)
    return Refusal(TYPE, field, node, f"its `{field}` is {got}, not {forms}", got, forms)


def _word(field: str, node: Node, words: tuple[str, ...]) -> Iterator[Refusal]:
    value = text(node)
    if value is None:
        if not (field == "approval_policy" and isinstance(node, Mapping) and isinstance(node.get("granular"), Mapping)):
            yield _type(field, node, "one of its words")
    elif value not in words:
        yield Refusal(WORD, field, node, f"`{value}` is no value of `{field}`", value)


def _servers(servers: Mapping) -> Iterator[Refusal]:
    for name, (key, node) in index(servers).items():
        route = f"mcp_servers.{name}"
        yield from _shaped(route, node, SERVER)
        parts = index(node) if isinstance(node, Mapping) else {}
        if not isinstance(node, Mapping):
            continue
        if "command" not in parts and "url" not in parts:
            yield Refusal(
                TYPE, route, key, f"the server `{name}` has no `command` or `url`", "no server", "one with `command` or `url`"
            )
            continue
        wrong = next((part for part in (HTTP if "command" in parts else STDIO) if part in parts), None)
        if wrong is not None:
            why = f"`{wrong}` of the server `{name}` is for the other kind of server"
            yield Refusal(
                TYPE, f"{route}.{wrong}", parts[wrong][0], why, "for the other kind of server", "the entries of one kind"
            )


def _features(node: Node) -> Iterator[Refusal]:
    for name, (_, value) in index(node).items() if isinstance(node, Mapping) else ():
        if kind_of(value) not in (FLAG, TABLE):
            yield _type(f"features.{name}", value, FLAG)


def _numbers(node: Node) -> Iterator[Refusal]:
    """Whole numbers that do not fit: TOML holds 64 bits."""
    if isinstance(node, Scalar):
        if isinstance(node.typed, int) and not -(1 << 63) <= node.typed < 1 << 63:
            yield Refusal(TYPE, node.text, node, f"the number {node.text[:20]} is too large", "too large", "64 bits")
        return
    for part in node.items if isinstance(node, Sequence) else [value for _, value in node.entries]:
        yield from _numbers(part)


def _bad_names(names: list[str]) -> str | None:
    trimmed = [name.strip() for name in names]
    if not names:
        return "holds no name"
    if "" in trimmed:
        return "holds a blank name"
    if len(set(trimmed)) < len(trimmed):
        return "holds a name twice"
    if not all(_NICKNAME(name) for name in trimmed):
        return "holds a name with other characters than letters, digits, blanks, `-` and `_`"
    return None
