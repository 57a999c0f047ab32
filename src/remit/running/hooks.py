"""The hooks of a definition, run where somebody allowed it: before a call they may refuse it, after one they may look at it.

A hook is its author's command. It is told of the call on standard input. Exit code 2 refuses, and so does whatever is no clear answer: a hook that
fails, takes too long, or is of a kind that the runner cannot run. A guard that is skipped is worse than none. One that writes the input anew has a
call made that nobody has decided about yet, so it is decided again.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from .plan import AgentPlan
    from .work.place import Place

    Json = dict[str, object]

BEFORE = ("pretooluse", "permissionrequest")
AFTER = ("posttooluse",)
"""The events before and after a call, as hosts spell them, without case."""
SECONDS = 30.0
LONGEST = 600.0
REFUSES = 2


def guards(hooks: object) -> bool:
    """Whether the hooks of a definition may refuse calls."""
    return any(groups for _, groups in _at(hooks, BEFORE))


def others(hooks: object) -> list[str]:
    """The events of a definition's hooks that are none of a run's."""
    run = (*BEFORE, *AFTER)
    return [str(event) for event in hooks if str(event).lower() not in run] if isinstance(hooks, dict) else []


async def before(agent: AgentPlan, tool: str, value: Json, place: Place) -> tuple[str | None, Json]:
    """Why a hook refuses a call, `None` where none does, and the input of the call, which hooks may write anew."""
    for event, hook in _of(agent.hooks, BEFORE, tool):
        reason, said = await _asked(hook, _told(event, agent, tool, value, place), agent, place)
        if reason is None:
            reason = _refusal(said)
        if reason is not None:
            return reason, value
        wanted = _inner(said).get("updatedInput", said.get("modifiedArgs"))
        if wanted is not None:
            if not isinstance(wanted, dict):
                return "it wants another input, and gives none", value
            value = wanted
    return None, value


async def after(agent: AgentPlan, tool: str, value: Json, result: str, place: Place) -> None:
    """Lets hooks look at what a call gave. What they say changes nothing."""
    for event, hook in _of(agent.hooks, AFTER, tool):
        await _asked(hook, {**_told(event, agent, tool, value, place), "tool_response": result}, agent, place)


def _told(event: str, agent: AgentPlan, tool: str, value: Json, place: Place) -> Json:
    """What a hook is told of a call, in the words of all hosts."""
    return {
        "hook_event_name": event, "tool_name": tool, "tool_input": value, "agent_type": agent.name, "cwd": place.folder,
        "toolName": tool, "toolArgs": value,
    }  # fmt: skip


def _at(hooks: object, events: Container[str]) -> Iterator[tuple[str, object]]:
    for event, groups in hooks.items() if isinstance(hooks, dict) else ():
        if str(event).lower() in events:
            yield str(event), groups


def _of(hooks: object, events: Container[str], tool: str) -> Iterator[tuple[str, object]]:
    """The hooks of an event for a tool, each with the event. What is written in no known form is for every tool, and then refuses."""
    for event, groups in _at(hooks, events):
        for group in groups if isinstance(groups, list) else [groups] if groups else []:
            if not isinstance(group, dict):
                yield event, group
            elif matches(group.get("matcher"), tool):
                inner = group.get("hooks", group)
                for hook in inner if isinstance(inner, list) else [inner]:
                    yield event, hook


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


async def _asked(hook: object, told: Json, agent: AgentPlan, place: Place) -> tuple[str | None, Json]:
    """Why a hook gives no clear answer, and the answer."""
    import asyncio  # only where a hook is run: what plans a run imports this module

    command = hook.get("command", hook.get("bash")) if isinstance(hook, dict) else None
    if not isinstance(hook, dict) or hook.get("type", "command") != "command" or not isinstance(command, str):
        return "it is of a kind that the runner cannot run", {}
    seconds = next((hook[name] for name in ("timeout", "timeout_secs", "timeoutSec") if name in hook), SECONDS)
    limit = min(float(seconds), LONGEST) if isinstance(seconds, int | float) and seconds > 0 else SECONDS
    known = {
        "folder": place.folder,
        "agent": agent.name,
        "tool": str(told["tool_name"]),
        "input": json.dumps(told["tool_input"]),
    }
    variables = {name: known[what] for name, what in agent.hook_variables.items()}
    try:
        process = await asyncio.create_subprocess_exec(
            "/bin/sh", "-c", command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            cwd=place.folder, env={**place.environment(), **variables}, start_new_session=True,
        )  # fmt: skip
    except (OSError, ValueError) as problem:
        return f"it cannot be started ({problem})", {}
    try:
        out, complaint = await asyncio.wait_for(process.communicate(json.dumps(told).encode()), limit)
    except TimeoutError:
        return f"it did not answer within {limit:g} seconds", {}
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    reason = complaint.decode("utf-8", "replace").strip()[:2000]
    if process.returncode == REFUSES:
        return reason or "it gives no reason", {}
    if process.returncode:
        return f"it failed with exit code {process.returncode}" + (f": {reason}" if reason else ""), {}
    try:
        value = json.loads(out)
    except ValueError:
        return None, {}
    return None, value if isinstance(value, dict) else {}


def _inner(said: Json) -> Json:
    """The part of an answer that hosts put what belongs to the event in, where they do."""
    inner = said.get("hookSpecificOutput")
    return inner if isinstance(inner, dict) else said


def _refusal(said: Json) -> str | None:
    """What an answer refuses a call with, where it is no clear yes."""
    inner = _inner(said)
    decision = inner.get("permissionDecision", said.get("permissionDecision", inner.get("decision", said.get("decision"))))
    if isinstance(decision, dict):  # an answer to a request for permission
        inner, decision = decision, decision.get("behavior")
    if said.get("continue") is not False and decision not in ("deny", "block", "ask"):
        return None
    reasons = (inner.get("permissionDecisionReason"), inner.get("message"), said.get("reason"), said.get("stopReason"))
    return next((str(reason) for reason in reasons if reason), "it gives no reason")
