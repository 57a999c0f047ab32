"""Whether a `hooks` field is one that Claude Code takes: an invalid one drops the whole agent (2.1.332; 2.1.197 listed it).

Source: the client 2.1.332, asked about each event and each key of a hook, 2026-11-30. It looks only at the events that can refuse a call;
what stands under the others may be anything, and then does nothing.
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
