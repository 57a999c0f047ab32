"""Which files Gemini CLI accepts: where it sees a front matter, and what its strict schema refuses.

Source: `agents/agentLoader.js` and `skills/skillLoader.js` of npm `@google/gemini-cli-core` 0.61.0; the loader asked on
2026-11-30.
"""

from __future__ import annotations

import re

from ...syntax.nodes import Mapping, Scalar, Sequence, SyntaxFault
from ...syntax.schema import merged
from .fields import LOCAL, REMOTE
from .values import BOOLEAN, LIST, MAP, NUMBER, TEXT, count, kind, text, value_of
from .vocabulary import is_tool_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...document import Document
    from ...syntax.nodes import Node

Fields = dict[str, tuple[Scalar, "Node"]]

_BLANK_LINE = re.compile(r"^[ \t]+(?=\r?$)", re.MULTILINE).sub
_OPENING = re.compile(rb"---\r?\n").match
_NAME = re.compile(r"[a-z0-9_-]+").fullmatch
_URL = re.compile(r"https?://[^\s/?#]+\S*|(?!https?:)[A-Za-z][A-Za-z0-9+.-]*:\S+").fullmatch
_STANDARD = frozenset(
    ("!!str", "!!null", "!!bool", "!!int", "!!float", "!!map", "!!seq", "!!timestamp", "!!set", "!!omap", "!!pairs", "!!binary")
)

MISSING, TYPE, KEY, TOOL, PROBLEM = "missing", "type", "key", "tool", "problem"

_SERVER = {
    "command": TEXT, "args": LIST, "env": MAP, "cwd": TEXT, "url": TEXT, "http_url": TEXT, "headers": MAP, "tcp": TEXT,
    "timeout": NUMBER, "trust": BOOLEAN, "description": TEXT, "include_tools": LIST, "exclude_tools": LIST, "auth": MAP,
}  # fmt: skip
_LOGIN_URLS = ("authorization_url", "token_url", "issuer", "redirect_uri", "registration_url")
_HAS_LOCAL = ("tools", "mcp_servers", "model", "temperature", "max_turns", "timeout_mins")
_HAS_REMOTE = ("agent_card_url", "auth", "agent_card_json")


class Block:
    """Where the client sees front matter, in bytes: the text between the fences. `lost` is the end of the closing `---`
    where something follows it on its line, which makes the client drop the body; -1 where nothing does."""

    __slots__ = ("end", "lost", "start")

    def __init__(self, start: int, end: int, lost: int) -> None:
        self.start = start
        self.end = end
        self.lost = lost


class Refusal:
    """Something the client refuses a file for: `kind` is `MISSING`, `TYPE`, unknown `KEY`, bad `TOOL` or another `PROBLEM`."""

    __slots__ = ("field", "forms", "got", "kind", "node", "why")

    def __init__(self, kind: str, field: str, node: Node | None, why: str, got: str = "", forms: str = "") -> None:
        self.kind = kind
        self.field = field
        self.node = node
        self.why = why
        self.got = got
        self.forms = forms


def block_of(data: bytes) -> Block | None:
    """The block as the client's pattern finds it: `---` alone on line 1, the end at the first line that begins with `---`."""
    opening = _OPENING(data)
    if opening is None:
        return None
    start = opening.end()
    close = data.find(b"\n---", start)
    if close < 0:
        return None
    after = close + 4
    end = close - 1 if close > start and data[close - 1 : close] == b"\r" else close
    return Block(start, end, -1 if after == len(data) or data.startswith((b"\n", b"\r\n"), after) else after)


def tree(document: Document, block: Block) -> Node | None:
    """The tree that the client builds. Raises `SyntaxFault` where its reader does."""
    data = document.source.data
    root: Node | None
    start, end = document.front_bytes
    if (
        document.has_front_matter
        and document.kind == "yaml"
        and start == block.start
        and block.end < end
        and not data[block.end : end].strip(b"\r\n")
    ):
        root = document.root
        if not document.valid:
            root = _compose(data, block)
    else:
        root = _compose(data, block)
    if root is not None:
        _check(root, set())
    return root


def _compose(data: bytes, block: Block) -> Node | None:
    from ...syntax.yaml import compose

    text = data[block.start : block.end].decode("utf-8", "replace")
    offset = len(data[: block.start].decode("utf-8", "replace"))
    try:
        return compose(text, offset).node
    except SyntaxFault as fault:
        # To this reader a line of blanks is empty, whichever blanks they are.
        plain = _BLANK_LINE(lambda match: " " * len(match[0]), text) if fault.kind == "tab" else text
        if plain == text:
            raise
        return compose(plain, offset).node


def _check(node: Node, seen: set[int]) -> None:
    """What this reader refuses and others take: a key that stands twice, a tag of one's own."""
    if id(node) in seen:
        return
    seen.add(id(node))
    if node.tag is not None and node.tag != "!" and node.tag not in _STANDARD:
        raise SyntaxFault(f"the tag `{node.tag}` is not known", node.start, "tag")
    if isinstance(node, Sequence):
        for item in node.items:
            _check(item, seen)
    elif isinstance(node, Mapping):
        keys: set[str] = set()
        for key, value in node.entries:
            if isinstance(key, Scalar) and key.text != "<<":
                if key.text in keys:
                    raise SyntaxFault(f"`{key.text}` stands twice", key.start, "duplicate")
                keys.add(key.text)
            _check(value, seen)


def index(root: Mapping) -> Fields:
    """The fields by name, those of merged maps among them."""
    return {key.text: (key, value) for key, value in merged(root).entries if isinstance(key, Scalar)}


def is_remote(fields: Fields) -> bool:
    """Whether the file is meant as an agent that runs elsewhere."""
    said = text(fields["kind"][1]) if "kind" in fields else None
    if said in ("local", "remote"):
        return said == "remote"
    return any(name in fields for name in _HAS_REMOTE) and not any(name in fields for name in _HAS_LOCAL)


def refusals(fields: Fields) -> Iterator[Refusal]:
    """What the client refuses the file for."""
    remote = is_remote(fields)
    yield from _text("name", fields, required=True)
    name = text(fields["name"][1]) if "name" in fields else None
    if name is not None and not _NAME(name):
        odd = "holds other characters than small letters, digits, `-` and `_`"
        yield Refusal(PROBLEM, "name", fields["name"][1], f"its `name` {odd}", odd)
    yield from _text("description", fields, required=not remote)
    if not remote and "description" in fields and text(fields["description"][1]) == "":
        yield Refusal(PROBLEM, "description", fields["description"][1], "its `description` is empty", "is empty")
    yield from _text("display_name", fields)
    if "kind" in fields and text(fields["kind"][1]) not in ("local", "remote"):
        node = fields["kind"][1]
        yield Refusal(PROBLEM, "kind", node, "its `kind` is neither `local` nor `remote`", "is neither `local` nor `remote`")
    yield from _remote(fields) if remote else _local(fields)
    for key in fields:
        if key not in (REMOTE if remote else LOCAL):
            yield Refusal(KEY, key, fields[key][0], f"it does not know the key `{key}`")


def _type(field: str, node: Node, forms: str) -> Refusal:
    return Refusal(TYPE, field, node, f"its `{field}` is {kind(node)}, not {forms}", kind(node), forms)


def _text(field: str, fields: Fields, required: bool = False) -> Iterator[Refusal]:
    if field not in fields:
        if required:
            yield Refusal(MISSING, field, None, f"it has no `{field}`")
    elif text(fields[field][1]) is None:
        yield _type(field, fields[field][1], TEXT)


def _local(fields: Fields) -> Iterator[Refusal]:
    if "tools" in fields:
        yield from _tools(fields["tools"][1])
    yield from _text("model", fields)
    if "temperature" in fields:
        node = fields["temperature"][1]
        value = value_of(node) if isinstance(node, Scalar) else None
        if kind(node) != NUMBER or value != value:
            yield _type("temperature", node, NUMBER)
    for field in ("max_turns", "timeout_mins"):
        if field in fields and count(fields[field][1]) is None:
            node = fields[field][1]
            if kind(node) == NUMBER:
                yield Refusal(PROBLEM, field, node, f"its `{field}` is no whole number above 0", "is no whole number above 0")
            else:
                yield _type(field, node, "a whole number above 0")
    if "mcp_servers" in fields:
        yield from _servers(fields["mcp_servers"][1])


def _tools(node: Node) -> Iterator[Refusal]:
    if not isinstance(node, Sequence):
        yield _type("tools", node, LIST)
        return
    for item in node.items:
        name = text(item)
        if name is None:
            yield _type("tools", item, "the name of a tool")
        elif not is_tool_name(name):
            yield Refusal(TOOL, "tools", item, f"`{name}` in its `tools` is no name of a tool", name)


def _servers(node: Node) -> Iterator[Refusal]:
    if not isinstance(node, Mapping):
        yield _type("mcp_servers", node, MAP)
        return
    for name, (_, server) in index(node).items():
        route = f"mcp_servers.{name}"
        if not isinstance(server, Mapping):
            yield _type(route, server, MAP)
            continue
        for part, (_, value) in index(server).items():
            wanted = _SERVER.get(part)
            if wanted is not None and kind(value) != wanted:
                yield _type(f"{route}.{part}", value, wanted)
            elif part == "type" and text(value) not in ("sse", "http"):
                yield _type(f"{route}.type", value, "`sse` or `http`")
            elif wanted == LIST and isinstance(value, Sequence):
                yield from (_type(f"{route}.{part}", item, TEXT) for item in value.items if text(item) is None)
            elif part in ("env", "headers") and isinstance(value, Mapping):
                yield from (_type(f"{route}.{part}", inner, TEXT) for _, inner in index(value).values() if text(inner) is None)
            elif part == "auth" and isinstance(value, Mapping):
                yield from _login(f"{route}.auth", value, ("google-credentials", "oauth"))


def _remote(fields: Fields) -> Iterator[Refusal]:
    url, card = fields.get("agent_card_url"), fields.get("agent_card_json")
    if url is None and card is None:
        yield Refusal(MISSING, "agent_card_url", None, "it has neither `agent_card_url` nor `agent_card_json`")
    elif url is not None and card is not None:
        yield Refusal(
            PROBLEM,
            "agent_card_json",
            card[1],
            "it has `agent_card_url` as well as `agent_card_json`",
            "stands beside `agent_card_url`",
        )
    elif url is not None and not _URL(text(url[1]) or ""):
        yield Refusal(PROBLEM, "agent_card_url", url[1], "its `agent_card_url` is no URL", "is no URL")
    elif card is not None and not _is_json(text(card[1])):
        yield Refusal(PROBLEM, "agent_card_json", card[1], "its `agent_card_json` is not JSON", "is not JSON")
    if "auth" in fields:
        node = fields["auth"][1]
        if isinstance(node, Mapping):
            yield from _login("auth", node, ("apiKey", "http", "google-credentials", "oauth"))
        else:
            yield _type("auth", node, MAP)


def _login(route: str, node: Mapping, kinds: tuple[str, ...]) -> Iterator[Refusal]:
    """How to log in: what its type needs, and URLs that are some."""
    parts = index(node)

    def said(part: str) -> str | None:
        return text(parts[part][1]) if part in parts else None

    scheme = said("scheme")
    needs: tuple[str, ...] = ()
    if said("type") == "apiKey":
        needs = ("key",)
    elif said("type") == "http" and not said("value"):
        needs = {"Bearer": ("scheme", "token"), "Basic": ("scheme", "username", "password")}.get(
            scheme or "", ("scheme", "value")
        )
    missing = next((part for part in needs if not said(part)), None)
    if said("type") not in kinds:
        yield Refusal(PROBLEM, route, node, f"its `{route}` is of no known type", "is of no known type")
    elif missing is not None:
        yield Refusal(PROBLEM, route, node, f"its `{route}` has no `{missing}`", f"has no `{missing}`")
    for part in _LOGIN_URLS if said("type") == "oauth" else ():
        if part in parts and not _URL(said(part) or ""):
            yield Refusal(PROBLEM, f"{route}.{part}", parts[part][1], f"its `{route}.{part}` is no URL", "is no URL")


def _is_json(value: str | None) -> bool:
    import json

    try:
        json.loads(value or "")
    except (ValueError, RecursionError):
        return False
    return True
