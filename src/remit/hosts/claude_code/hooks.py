"""Whether Claude Code takes the hooks of a front matter: some faults drop the whole agent (2.1.332; 2.1.197 listed it all the same).

Source: the client 2.1.332, asked about each event, each key of a hook and each place, 2026-11-30. It checks only the events that can refuse a
call; what stands under the others may be anything, and then does nothing. And it looks for such an event, or for a list called `hooks`,
wherever it does not belong: a guard under a misspelt key would never run, so the client does not run the agent either.
"""

from __future__ import annotations

import re

from ...syntax.nodes import Mapping, Node, Scalar, Sequence
from ...syntax.schema import core

CHECKED = frozenset(("PreToolUse", "PermissionRequest"))
"""The events whose hooks the client checks before it takes the agent."""

EVENTS = frozenset(
    """PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit UserPromptExpansion
        SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact PermissionRequest
        PermissionDenied Setup TeammateIdle TaskCreated TaskCompleted Elicitation ElicitationResult MessageDisplay
        ConfigChange WorktreeCreate WorktreeRemove InstructionsLoaded CwdChanged FileChanged""".split()
)

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
    if isinstance(value, Scalar):
        # Nothing, false, 0 and an empty text are no hooks at all.
        return None if not core(value) else (value, "`hooks` must be a map of events")
    if isinstance(value, Sequence):
        return value, "`hooks` must be a map of events"
    for event, groups in value.entries:
        if isinstance(event, Scalar) and event.text in CHECKED:
            fault = _fault_in_event(groups)
            if fault is not None:
                return fault
    return None


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


def faults_unchecked(value: Node) -> list[Fault]:
    """Hooks that the client takes and that do nothing: events that do not exist, entries of the wrong shape."""
    found: list[Fault] = []
    if isinstance(value, Mapping):
        for event, groups in value.entries:
            if isinstance(event, Scalar) and event.text not in EVENTS:
                found.append((event, f"there is no event `{event.text}`"))
            elif isinstance(event, Scalar) and event.text not in CHECKED:
                fault = _fault_in_event(groups)
                if fault is not None:
                    found.append(fault)
    return found


def _fault_in_event(groups: Node) -> Fault | None:
    if isinstance(groups, Scalar) and core(groups) is None:
        return None
    if not isinstance(groups, Sequence):
        return groups, "an event holds a list of matchers"
    for group in groups.items:
        fault = _fault_in_group(group)
        if fault is not None:
            return fault
    return None


def _fault_in_group(group: Node) -> Fault | None:
    if not isinstance(group, Mapping):
        return group, "a matcher is a map"
    matcher = group.get("matcher")
    if matcher is not None and not _is_text(matcher):
        return matcher, "`matcher` must be text"
    hooks = group.get("hooks")
    if not isinstance(hooks, Sequence):
        return hooks or group, "a matcher needs a list `hooks`"
    for hook in hooks.items:
        fault = _fault_in_hook(hook)
        if fault is not None:
            return fault
    return None


def _fault_in_hook(hook: Node) -> Fault | None:
    if not isinstance(hook, Mapping):
        return hook, "a hook is a map"
    kind = hook.get("type")
    name = core(kind) if isinstance(kind, Scalar) else None
    if not isinstance(name, str) or name not in _NEEDS:
        return kind or hook, "a hook needs a `type`: " + ", ".join(f"`{known}`" for known in _NEEDS)
    for need in _NEEDS[name]:
        value = hook.get(need)
        if value is None or not _is_text(value):
            return value or hook, f"a hook of type `{name}` needs `{need}`, a text"
    url = hook.get("url")
    if name == "http" and isinstance(url, Scalar) and not _URL(url.text):
        return url, "`url` must be a URL"
    return _fault_in_options(hook)


def _fault_in_options(hook: Mapping) -> Fault | None:
    for key, value in hook.entries:
        if not isinstance(key, Scalar):
            continue
        name = key.text
        plain = core(value) if isinstance(value, Scalar) else None
        if name == "timeout":
            if isinstance(plain, bool) or not isinstance(plain, (int, float)) or not 0 < plain < float("inf"):
                return value, "`timeout` must be a number above 0"
        elif name in _TEXTS and not _is_text(value):
            return value, f"`{name}` must be text"
        elif name in _FLAGS and not isinstance(plain, bool):
            return value, f"`{name}` must be true or false"
        elif name in _MAPS and not isinstance(value, Mapping):
            return value, f"`{name}` must be a map"
        elif name == "args" and not (isinstance(value, Sequence) and all(_is_text(item) for item in value.items)):
            return value, "`args` must be a list of texts"
        elif name == "shell" and plain not in ("bash", "powershell"):
            return value, "`shell` is `bash` or `powershell`"
    return None


def _is_text(node: Node) -> bool:
    return isinstance(node, Scalar) and isinstance(core(node), str)
