"""Hooks of a definition: their shape as Zeph's reader wants it, and matchers that never fire. Nothing here is run."""

from __future__ import annotations

from ...diagnostic import WARNING
from ...syntax.nodes import Mapping, Node, Scalar, Sequence
from . import serde
from .refusing import refuse
from .vocabulary import TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..base import Reading

EVENTS = ("PreToolUse", "PostToolUse")
ACTIONS = {"command": ("command",), "mcp_tool": ("server", "tool")}
"""What each type of hook must have, all of it text."""


class HookError(Exception):
    """What is wrong with a hook, and where."""

    def __init__(self, problem: str, node: Node) -> None:
        super().__init__(problem)
        self.problem = problem
        self.node = node


def take(reading: Reading, key: Scalar, node: Node) -> object:
    """The hooks as plain values, `None` where they are refused or not written."""
    from ...syntax.schema import plain

    if serde.empty(node):
        return None
    try:
        matchers = [matcher for event in _events(node) for matcher in event]
    except HookError as fault:
        at = (fault.node.start, max(fault.node.end, fault.node.start + 1))
        data: dict[str, object] = {"problem": fault.problem, "then": "refuses the file"}
        refuse(reading, "invalid-hooks", at, data, f"its `hooks` are not valid: {fault.problem}")
        return None
    assert isinstance(node, Mapping)
    for name, _ in node.entries:
        if isinstance(name, Scalar) and name.text not in EVENTS:
            from ...tools import nearest

            close = nearest(name.text, EVENTS, cutoff=0.5)
            words: dict[str, object] = {
                "key": name.text,
                "meant": f"hooks.{close}" if close else None,
                "host": reading.host.title,
            }
            reading.report("unknown-key", name.start, name.end, words, WARNING)
    for matcher in matchers:
        _check(reading, matcher)
    return plain(node)


def _events(node: Node) -> Iterator[list[Scalar]]:
    if not isinstance(node, Mapping):
        raise HookError(f"`hooks` is {serde.kind(node)}, not a table", node)
    for key, value in node.entries:
        if isinstance(key, Scalar) and key.text in EVENTS and not serde.empty(value):
            yield [_matcher(item, key.text) for item in _items(value, key.text)]


def _matcher(node: Node, event: str) -> Scalar:
    matcher = _text_in(node, "matcher", event)
    hooks = node.get("hooks") if isinstance(node, Mapping) else None
    if hooks is None:
        raise HookError(f"an entry of `{event}` has no `hooks`", node)
    for hook in () if serde.empty(hooks) else _items(hooks, "hooks"):
        action = _text_in(hook, "type", event)
        if action.text not in ACTIONS:
            raise HookError(f"`{serde.shown(action.text)}` is no type of hook", action)
        for name in ACTIONS[action.text]:
            _text_in(hook, name, event)
        assert isinstance(hook, Mapping)
        seconds, closed = hook.get("timeout_secs"), hook.get("fail_closed")
        if seconds is not None and serde.whole(seconds, (1 << 64) - 1) is ...:
            raise HookError("`timeout_secs` is no whole number", seconds)
        if closed is not None and serde.truth(closed) is ...:
            raise HookError("`fail_closed` is neither `true` nor `false`", closed)
    return matcher


def _items(node: Node, name: str) -> list[Node]:
    if not isinstance(node, Sequence):
        raise HookError(f"`{name}` is {serde.kind(node)}, not a list", node)
    return node.items


def _text_in(node: Node, name: str, event: str) -> Scalar:
    if not isinstance(node, Mapping):
        raise HookError(f"an entry of `{event}` is {serde.kind(node)}, not a table", node)
    value = node.get(name)
    if value is None:
        raise HookError(f"an entry of `{event}` has no `{name}`", node)
    if not isinstance(value, Scalar) or not isinstance(serde.value(value), str):
        raise HookError(f"`{name}` is {serde.kind(value)}, not text", value)
    return value


def _check(reading: Reading, matcher: Scalar) -> None:
    """A matcher is compared with the runtime name, case counts: `Bash` is in no name, `bash` is."""
    tokens = [token for token in matcher.text.split("|") if token]
    if any(token in tool for token in tokens for tool in TOOLS):
        return
    if tokens and not any(token != token.lower() and any(token.lower() in tool for tool in TOOLS) for token in tokens):
        return
    data: dict[str, object] = {"matcher": matcher.text, "meant": matcher.text.lower(), "host": reading.host.title}
    reading.report("hook-never-fires", matcher.start, matcher.end, data, WARNING)


def without_effect(node: Node) -> Iterator[Scalar]:
    """The `fail_closed: true` of hooks before a call: the call goes on all the same."""
    if isinstance(node, Mapping):
        before = node.get("PreToolUse")
        for entry in before.items if isinstance(before, Sequence) else ():
            hooks = entry.get("hooks") if isinstance(entry, Mapping) else None
            for hook in hooks.items if isinstance(hooks, Sequence) else ():
                closed = hook.get("fail_closed") if isinstance(hook, Mapping) else None
                if isinstance(closed, Scalar) and serde.truth(closed) is True:
                    yield closed
