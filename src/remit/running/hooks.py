"""The hooks of a definition, run where somebody allowed it: before a call they may refuse it, after one they may look at it.

A hook is its author's command. It is told of the call on standard input, in Claude Code's words. Exit code 2 refuses, and so does whatever is no
clear answer: a hook that fails, takes too long, or is of a kind that the runner cannot run. A guard that is skipped is worse than none.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .work.place import Place

    Json = dict[str, object]

BEFORE = "PreToolUse"
AFTER = "PostToolUse"
SECONDS = 30.0
LONGEST = 600.0
REFUSES = 2


def guards(hooks: object) -> bool:
    """Whether the hooks of a definition may refuse calls."""
    return isinstance(hooks, dict) and bool(hooks.get(BEFORE))


async def before(hooks: object, tool: str, value: Json, place: Place) -> str | None:
    """Why a hook refuses a call, `None` where none does."""
    for hook in _of(hooks, BEFORE, tool):
        reason = await _asked(hook, {"hook_event_name": BEFORE, "tool_name": tool, "tool_input": value}, place)
        if reason is not None:
            return reason
    return None


async def after(hooks: object, tool: str, value: Json, result: str, place: Place) -> None:
    """Lets hooks look at what a call gave. What they say changes nothing."""
    for hook in _of(hooks, AFTER, tool):
        told: Json = {"hook_event_name": AFTER, "tool_name": tool, "tool_input": value, "tool_response": result}
        await _asked(hook, told, place)


def _of(hooks: object, event: str, tool: str) -> Iterator[object]:
    """The hooks of an event for a tool. What is written in no known form is for every tool, and then refuses."""
    groups = hooks.get(event) if isinstance(hooks, dict) else None
    for group in groups if isinstance(groups, list) else [groups] if groups else []:
        if not isinstance(group, dict):
            yield group
        elif matches(group.get("matcher"), tool):
            inner = group.get("hooks")
            yield from inner if isinstance(inner, list) else [inner]


def matches(matcher: object, tool: str) -> bool:
    """Whether a matcher is about a tool: hosts take it for a regular expression, or for parts of names with `|` between. Rather too often
    than too seldom."""
    if not isinstance(matcher, str) or matcher in ("", "*"):
        return True
    if any(part and part.lower() in tool.lower() for part in matcher.split("|")):
        return True
    try:
        return len(matcher) > 200 or re.search(matcher, tool) is not None
    except re.error:
        return True


async def _asked(hook: object, told: Json, place: Place) -> str | None:
    import asyncio  # only where a hook is run: what plans a run imports this module

    command = hook.get("command") if isinstance(hook, dict) else None
    if not isinstance(hook, dict) or hook.get("type", "command") != "command" or not isinstance(command, str):
        return "it is of a kind that the runner cannot run"
    seconds = hook.get("timeout", hook.get("timeout_secs", SECONDS))
    limit = min(float(seconds), LONGEST) if isinstance(seconds, int | float) and seconds > 0 else SECONDS
    try:
        process = await asyncio.create_subprocess_exec(
            "/bin/sh", "-c", command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            cwd=place.folder, env={**place.environment(), "CLAUDE_PROJECT_DIR": place.folder}, start_new_session=True,
        )  # fmt: skip
    except OSError as problem:
        return f"it cannot be started ({problem.strerror})"
    try:
        said = json.dumps({**told, "cwd": place.folder}).encode()
        out, complaint = await asyncio.wait_for(process.communicate(said), limit)
    except TimeoutError:
        return f"it did not answer within {limit:g} seconds"
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    reason = complaint.decode("utf-8", "replace").strip()[:2000]
    if process.returncode == REFUSES:
        return reason or "it gives no reason"
    if process.returncode:
        return f"it failed with exit code {process.returncode}" + (f": {reason}" if reason else "")
    return _refusal(out)


def _refusal(out: bytes) -> str | None:
    """What a hook says on standard output, where that is JSON and no clear yes."""
    try:
        value = json.loads(out)
    except ValueError:
        return None
    if not isinstance(value, dict):
        return None
    inner = value.get("hookSpecificOutput")
    inner = inner if isinstance(inner, dict) else {}
    decision = inner.get("permissionDecision", value.get("decision"))
    if value.get("continue") is False or decision in ("deny", "block", "ask"):
        return str(
            inner.get("permissionDecisionReason") or value.get("reason") or value.get("stopReason") or "it gives no reason"
        )
    return "it wants another input, which the runner does not do" if "updatedInput" in inner else None
