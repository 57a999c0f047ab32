"""Whether Claude Code takes the hooks of a front matter: some faults drop the whole agent (2.1.332; 2.1.197 listed it all the same).

Source: the client 2.1.332, asked about each event, each key of a hook and each place, 2026-11-30. It checks only the events that can refuse a
call; what stands under the others may be anything, and then does nothing. And it looks for such an event, or for a list called `hooks`,
wherever it does not belong: a guard under a misspelt key would never run, so the client does not run the agent either.
"""

from __future__ import annotations

import re

from ...syntax.nodes import Mapping, Node, Scalar, Sequence
from ...syntax.schema import core
from ...tools import nearest
from .vocabulary import ALIASES, EVENTS, RETIRED, TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

CHECKED = frozenset(("PreToolUse", "PermissionRequest"))
"""The events whose hooks the client checks before it takes the agent."""

_NEEDS: dict[str, tuple[str, ...]] = {
    "command": ("command",),
    "prompt": ("prompt",),
    "agent": ("prompt",),
    "http": ("url",),
    "mcp_tool": ("server", "tool"),
}
_TEXTS = ("statusMessage", "if", "model")
_FLAGS = ("async", "asyncRewake", "once")
_MAPS = ("headers", "input")
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:\S").match

Fault = tuple[Node, str]


def fault_in_hooks(value: Node) -> Fault | None:
    """The first part of the field for which the client drops the agent, and why; `None` where it takes it."""
    return next(faults_in_hooks(value), None)


def faults_in_hooks(value: Node) -> Iterator[Fault]:
    """Every part of the field for which the client drops the agent."""
    if isinstance(value, Scalar):
        # Nothing, false, 0 and an empty text are no hooks at all.
        if core(value):
            yield value, "`hooks` must be a map of events"
    elif isinstance(value, Sequence):
        yield value, "`hooks` must be a map of events"
    else:
        for event, groups in value.entries:
            if isinstance(event, Scalar) and event.text in CHECKED:
                yield from _faults_in_event(groups)


_LEFT_ALONE = frozenset(("metadata", "mcpServers"))
"""Fields that the client does not search for misplaced hooks."""
_DEEPEST = 4


def misplaced_hooks(entries: list[tuple[Node, Node]]) -> Fault | None:
    """The first hook that stands where the client would not run it and for which it drops the agent; `None` where there is none."""
    for key, value in entries:
        if not isinstance(key, Scalar) or key.text in _LEFT_ALONE:
            continue
        name = key.text
        if name in CHECKED:
            if _something(value):
                return key, f"`{name}` belongs under `hooks`"
        elif name == "hooks":
            fault = _misplaced_in_hooks(value)
            if fault is not None:
                return fault
        else:
            fault = _search(value, 1, name not in EVENTS)
            if fault is not None:
                return fault
    return None


def _misplaced_in_hooks(value: Node) -> Fault | None:
    for key, groups in value.entries if isinstance(value, Mapping) else ():
        if isinstance(key, Scalar) and key.text in CHECKED:
            for group in groups.items if isinstance(groups, Sequence) else ():
                fault = _search(group, 2, False)
                if fault is not None:
                    return fault
            continue
        known = isinstance(groups, Sequence) or (isinstance(key, Scalar) and key.text in EVENTS)
        fault = _search(groups, 1, not known)
        if fault is not None:
            return fault
    return None


def _search(node: Node, depth: int, lists: bool) -> Fault | None:
    """A gating event, or with `lists` a list called `hooks`, at or below a node."""
    if depth > _DEEPEST or isinstance(node, Scalar):
        return None
    if isinstance(node, Sequence):
        return next((fault for item in node.items if (fault := _search(item, depth + 1, lists)) is not None), None)
    for key, value in node.entries:
        name = key.text if isinstance(key, Scalar) else ""
        if name in CHECKED and _something(value):
            return key, f"`{name}` does not stand directly under `hooks`"
        if lists and name == "hooks" and isinstance(value, Sequence) and value.items:
            return key, "hooks stand under a key that is no event of `hooks`"
        fault = _search(value, depth + 1, lists and name not in EVENTS)
        if fault is not None:
            return fault
    return None


def _something(value: Node) -> bool:
    """Whether a value is there at all: neither nothing nor an empty list."""
    if isinstance(value, Scalar):
        return core(value) is not None
    return not isinstance(value, Sequence) or bool(value.items)


def faults_unchecked(value: Node) -> Iterator[Fault]:
    """Hooks that the client takes and that do nothing: events that do not exist, entries of the wrong shape, matchers of no tool."""
    for event, groups in value.entries if isinstance(value, Mapping) else ():
        if not isinstance(event, Scalar):
            continue
        if event.text not in EVENTS:
            close = nearest(event.text, EVENTS, cutoff=0.8)
            yield event, f"there is no event `{event.text}`" + (f" (did you mean `{close}`?)" if close else "")
        elif event.text not in CHECKED:
            yield from _faults_in_event(groups)
        if event.text in _OF_TOOLS:
            yield from _matchers_of_no_tool(groups)


_OF_TOOLS = frozenset(("PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionDenied"))
"""The events whose matcher is the name of a tool."""
_NAMES = re.compile(r"[A-Za-z]+(?:\|[A-Za-z]+)*").fullmatch
_BY_LOWER = {name.lower(): name for name in (*TOOLS, *ALIASES)}


def _matchers_of_no_tool(groups: Node) -> Iterator[Fault]:
    """Names in a matcher that are no tool's and nearly are: a matcher's case and letters count."""
    for group in groups.items if isinstance(groups, Sequence) else ():
        matcher = group.get("matcher") if isinstance(group, Mapping) else None
        if not isinstance(matcher, Scalar) or not _NAMES(matcher.text):
            continue
        for name in matcher.text.split("|"):
            tool = _BY_LOWER.get(name.lower())
            if tool is not None and tool != name and name not in (*TOOLS, *ALIASES):
                yield matcher, f"no tool is called `{name}`, case counts (`{tool}`)"
            elif tool is None and name not in RETIRED and (close := nearest(name, TOOLS, cutoff=0.8)) is not None:
                yield matcher, f"no tool is called `{name}` (did you mean `{close}`?)"


def _faults_in_event(groups: Node) -> Iterator[Fault]:
    if isinstance(groups, Scalar) and core(groups) is None:
        return
    if not isinstance(groups, Sequence):
        yield groups, "an event holds a list of matchers"
        return
    for group in groups.items:
        yield from _faults_in_group(group)


def _faults_in_group(group: Node) -> Iterator[Fault]:
    if not isinstance(group, Mapping):
        yield group, "a matcher is a map"
        return
    matcher = group.get("matcher")
    if matcher is not None and not _is_text(matcher):
        yield matcher, "`matcher` must be text"
    hooks = group.get("hooks")
    if not isinstance(hooks, Sequence):
        yield hooks or group, "a matcher needs a list `hooks`"
        return
    for hook in hooks.items:
        yield from _faults_in_hook(hook)


def _faults_in_hook(hook: Node) -> Iterator[Fault]:
    if not isinstance(hook, Mapping):
        yield hook, "a hook is a map"
        return
    kind = hook.get("type")
    name = core(kind) if isinstance(kind, Scalar) else None
    if not isinstance(name, str) or name not in _NEEDS:
        wrong = f"`{kind.text}` is no `type` of hook" if isinstance(kind, Scalar) and kind.text else "a hook needs a `type`"
        yield kind or hook, f"{wrong}: " + ", ".join(f"`{known}`" for known in _NEEDS)
        return
    for need in _NEEDS[name]:
        value = hook.get(need)
        if value is None or not _is_text(value):
            yield value or hook, f"a hook of type `{name}` needs `{need}`, a text"
    url = hook.get("url")
    if name == "http" and isinstance(url, Scalar) and _is_text(url) and not _URL(url.text):
        yield url, "`url` must be a URL"
    yield from _faults_in_options(hook)


def _faults_in_options(hook: Mapping) -> Iterator[Fault]:
    for key, value in hook.entries:
        if not isinstance(key, Scalar):
            continue
        name = key.text
        plain = core(value) if isinstance(value, Scalar) else None
        if name == "timeout":
            if isinstance(plain, bool) or not isinstance(plain, (int, float)) or not 0 < plain < float("inf"):
                yield value, "`timeout` must be a number above 0"
        elif name in _TEXTS and not _is_text(value):
            yield value, f"`{name}` must be text"
        elif name in _FLAGS and not isinstance(plain, bool):
            yield value, f"`{name}` must be true or false"
        elif name in _MAPS and not isinstance(value, Mapping):
            yield value, f"`{name}` must be a map"
        elif name == "args" and not (isinstance(value, Sequence) and all(_is_text(item) for item in value.items)):
            yield value, "`args` must be a list of texts"
        elif name == "shell" and plain not in ("bash", "powershell"):
            yield value, "`shell` is `bash` or `powershell`"


def _is_text(node: Node) -> bool:
    return isinstance(node, Scalar) and isinstance(core(node), str)
