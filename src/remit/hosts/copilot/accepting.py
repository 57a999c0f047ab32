"""Which files Copilot accepts: where it sees a front matter, what it reads there, and what it refuses a file for.

Recorded from the client 1.0.102 on 2026-11-30; it names the first thing wrong and has no such agent then.
"""

from __future__ import annotations

import re

from ...source import BOM
from ...syntax import fences
from ...syntax.nodes import Mapping, Scalar, Sequence, SyntaxFault
from .values import BOOLEAN, LIST, MAP, NULL, TEXT, kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...document import Document
    from ...syntax.nodes import Node

Fields = dict[str, tuple[Scalar, "Node"]]

_OPENING = re.compile(rb"---[ \t]*\r?\n").match
EVENTS = frozenset(
    """agentStop errorOccurred notification permissionRequest postToolUse postToolUseFailure preCompact preToolUse
    sessionEnd sessionStart stop subagentStart subagentStop userPromptSubmit userPromptSubmitted""".split()
)
"""The events of `hooks`, also written with a capital."""


class Refusal:
    """Something the client refuses a file for: the field, where, what stands there and what belongs there."""

    __slots__ = ("field", "forms", "got", "node", "why")

    def __init__(self, field: str, node: Node | None, got: str, forms: str) -> None:
        self.field = field
        self.node = node
        self.got = got
        self.forms = forms
        self.why = f"it has no `{field}`" if node is None else f"its `{field}` is {got}, not {forms}"


class Seen:
    """What the client sees of a file: its fields, or why there are none. `offset` is where its YAML reader stops, -1 for
    nowhere."""

    __slots__ = ("fields", "offset", "why")

    def __init__(self, fields: Fields | None, why: str | None = None, offset: int = -1) -> None:
        self.fields = fields
        self.why = why
        self.offset = offset


def seen(document: Document) -> Seen:
    """The fields as the client has them."""
    if not _has_block(document):
        return Seen(None, "it has no front matter between two `---` lines, the first of them line 1")
    root: Node | None = document.root
    if not document.valid:
        from ...syntax.yaml import compose

        try:
            root = compose(document.front, document.offset).node
        except SyntaxFault as fault:
            return Seen(None, f"its front matter is not valid YAML ({fault.problem})", fault.offset)
    if root is None:
        return Seen({})
    if not isinstance(root, Mapping):
        return Seen(None, f"its front matter is {kind(root)}, not fields", root.start)
    again = twice(root)
    if again is not None:
        return Seen(None, f"`{again.text}` stands twice in its front matter", again.start)
    return Seen(index(root))


def index(root: Mapping) -> Fields:
    """The fields by name, `<<` among them: the client does not merge."""
    return {key.text: (key, value) for key, value in root.entries if isinstance(key, Scalar)}


def _has_block(document: Document) -> bool:
    """Whether the client sees the front matter where the author means it: for the client a line does not end with a lone CR."""
    if document.kind != fences.YAML:
        return False
    data = document.source.data
    if _OPENING(data, 3 if data.startswith(BOM) else 0) is None:
        return False
    end = document.front_bytes[1]
    closing = data[end : data.find(b"\n", end) + 1 or len(data)]
    return (
        data[end - 1 : end] == b"\n"
        and closing.strip(b" \t\r\n") == b"---"
        and not closing.rstrip(b"\n").removesuffix(b"\r").endswith(b"\r")
    )


def twice(node: Node) -> Scalar | None:
    """The first key that stands twice in one map, at any depth."""
    if isinstance(node, Sequence):
        return next((found for item in node.items if (found := twice(item)) is not None), None)
    if not isinstance(node, Mapping):
        return None
    keys: set[str] = set()
    for key, value in node.entries:
        if isinstance(key, Scalar):
            if key.text in keys:
                return key
            keys.add(key.text)
        found = twice(value)
        if found is not None:
            return found
    return None


def refusals(fields: Fields) -> Iterator[Refusal]:
    """What the client refuses the file for, in the order of its fields."""
    yield from _texts(fields)
    if "tools" in fields:
        yield from _names("tools", fields["tools"][1], TEXT)
    if "model" in fields:
        node = fields["model"][1]
        yield from _names("model", node, TEXT)
        if isinstance(node, Sequence) and not node.items:
            yield Refusal("model", node, "an empty list", "the name of a model")
    for name in ("disable-model-invocation", "user-invocable", "infer"):
        if name in fields and kind(fields[name][1]) != BOOLEAN:
            yield Refusal(name, fields[name][1], kind(fields[name][1]), BOOLEAN)
    if "skills" in fields:
        yield from _names("skills", fields["skills"][1], LIST)
    if "mcp-servers" in fields:
        yield from server_refusals(fields["mcp-servers"][1])
    if "hooks" in fields:
        yield from _hooks(fields["hooks"][1])


def _texts(fields: Fields) -> Iterator[Refusal]:
    for name in ("description", "name"):
        node = fields[name][1] if name in fields else None
        if node is not None and kind(node) != TEXT:
            yield Refusal(name, node, kind(node), TEXT)
        elif node is None and name == "description":
            yield Refusal(name, None, "missing", TEXT)


def _names(field: str, node: Node, other: str) -> Iterator[Refusal]:
    """A list of texts; `other` is what is taken beside it."""
    forms = "a list of texts" + ("" if other == LIST else f" or {other}")
    if isinstance(node, Sequence):
        for item in node.items:
            if kind(item) != TEXT:
                yield Refusal(field, item, kind(item), forms)
    elif kind(node) != other:
        yield Refusal(field, node, kind(node), forms)


def server_refusals(node: Node) -> Iterator[Refusal]:
    if kind(node) == NULL:
        return
    if not isinstance(node, Mapping):
        yield Refusal("mcp-servers", node, kind(node), MAP)
        return
    for name, (key, server) in index(node).items():
        route = f"mcp-servers.{name}"
        if not isinstance(server, Mapping):
            yield Refusal(route, server if server.end > server.start else key, kind(server), MAP)
            continue
        parts = index(server)
        remote = "type" in parts and isinstance(parts["type"][1], Scalar) and parts["type"][1].text in ("http", "sse")
        if (
            "type" in parts
            and not remote
            and not (isinstance(parts["type"][1], Scalar) and parts["type"][1].text in ("local", "stdio"))
        ):
            yield Refusal(f"{route}.type", parts["type"][1], "no kind of server", "`local`, `stdio`, `http` or `sse`")
        for part in ("url",) if remote else ("command", "args"):
            wanted = LIST if part == "args" else TEXT
            if part not in parts:
                yield Refusal(f"{route}.{part}", key, "missing", wanted)
            elif part == "args":
                yield from _names(f"{route}.args", parts[part][1], LIST)
            elif kind(parts[part][1]) != wanted:
                yield Refusal(f"{route}.{part}", parts[part][1], kind(parts[part][1]), wanted)
        if "tools" not in parts:
            yield Refusal(f"{route}.tools", key, "missing", "a list of texts")
        else:
            yield from _names(f"{route}.tools", parts["tools"][1], LIST)
        environment = parts["env"][1] if "env" in parts else None
        if isinstance(environment, Mapping):
            for name, (_, value) in index(environment).items():
                if kind(value) != TEXT:
                    yield Refusal(f"{route}.env.{name}", value, kind(value), TEXT)


def _hooks(node: Node) -> Iterator[Refusal]:
    if not isinstance(node, Mapping):
        yield Refusal("hooks", node, kind(node), MAP)
        return
    for name, (key, actions) in index(node).items():
        if name[:1].lower() + name[1:] not in EVENTS:
            yield Refusal(f"hooks.{name}", key, "no event", "an event of hooks")
        elif not isinstance(actions, Sequence):
            yield Refusal(f"hooks.{name}", actions if actions.end > actions.start else key, kind(actions), "a list of actions")
        else:
            for item in actions.items:
                if not isinstance(item, Mapping):
                    yield Refusal(f"hooks.{name}", item, kind(item), "a map")
