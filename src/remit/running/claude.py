"""The second engine: the user's own `claude` command, with the guard as its hook and the turns and the time counted here.

The command's permission rules are told to allow what the agent is granted, and the guard, which wins over them, narrows that to the remit. A
turn is one message of the model; the time is a hard wall clock, after which the command is killed with all that it has started. The variables
that it sees are the plain ones and its own.

Source: the client 2.1.332, recorded 2026-11-30 and 2026-12-01: `--agents`, `--agent`, `--max-turns` (the cap in the definition is ignored with
`--agent`), `--settings` with hooks, the lines of `--output-format stream-json`. A hook that fails lets a call pass in clients before 2.1.300.
"""

from __future__ import annotations

import json
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading

from ..enforcement.clock import now
from ..enforcement.compiling import add_agent, compiled, plain_agent, text_of
from ..enforcement.event import BEFORE
from ..enforcement.installing import command as hook_command
from ..enforcement.installing import registration
from ..enforcement.using import lines_of
from ..errors import UsageError
from ..policy import DENY
from . import outcome
from .environment import plain
from .hooks import guards
from .killing import end
from .outcome import Result
from .plan import AgentPlan, Plan
from .servers import names_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ..resolving import Remit

    Json = dict[str, object]

OLDEST = (2, 1, 300)
"""The first version in which a hook that fails refuses the call."""
_START = "import sys; sys.path.append(sys.argv[1]); from remit.running.killing import become; become(sys.argv[2:])"
_PACKAGES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run(
    remit: Remit,
    task: str,
    *,
    root: str,
    home: str | None = None,
    program: str = "claude",
    model: str | None = None,
    max_turns: int | None = None,
    timeout: float | None = None,
    hooks: bool | None = None,
    environment: Mapping[str, str] | None = None,
    passed: Iterable[str] = (),
    tell: Callable[[Json], None] = lambda event: None,
    clock: Callable[[], float] = now,
) -> Result:
    """Runs an agent with the command `program`, in `root`. The limits are the definition's, or those given where they are less. Raises
    `UsageError`."""
    definition = remit.definition
    variables = dict(os.environ if environment is None else environment)
    if remit.ruling.refused is not None:
        raise UsageError(f"`{definition.name}` may do nothing: {remit.ruling.refused.because}")
    if guards(definition.hooks) and hooks is not False:
        raise UsageError(
            f"`{definition.name}` has hooks that guard its calls, which are not run with this engine",
            "`--no-hooks` runs it without",
        )
    words = which(program, variables)
    turns = least(definition.max_turns, max_turns)
    seconds = least(definition.timeout_secs, timeout)
    with tempfile.TemporaryDirectory(prefix="remit-") as folder:
        settings = _guard(remit, root, home, folder)
        words += [
            "-p", task, "--agent", definition.name, "--agents", json.dumps({definition.name: agent_json(remit)}),
            "--settings", json.dumps(settings), "--output-format", "stream-json", "--verbose", "--allowedTools", ",".join(_granted(remit)),
        ]  # fmt: skip
        words += ["--max-turns", str(turns)] if turns is not None else []
        words += ["--model", model] if model is not None else []
        complaints = os.open(os.path.join(folder, "complaints"), os.O_RDWR | os.O_CREAT, 0o600)
        given = plain(variables, (*passed, *(name for name in variables if name.startswith(_OWN))))
        if shutil.which("bwrap", path=variables.get("PATH")) is not None:
            given["CLAUDE_CODE_SUBPROCESS_ENV_SCRUB"] = "1"  # without bubblewrap the client does not start with it
        child = subprocess.Popen(  # noqa: S603
            [sys.executable, "-P", "-c", _START, _PACKAGES, *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints, cwd=root, start_new_session=True,
            env=given,
        )  # fmt: skip
        try:
            found = _Watch(definition.name, turns, seconds, tell, complaints, clock).result(child)
        finally:
            end(child.pid)
            assert child.stdout is not None
            child.stdout.close()
            child.wait()
            os.close(complaints)
        found.refused = _refused(os.path.join(folder, "state"), definition.name)
        found.calls = max(found.calls - found.refused, 0)
        tell({"event": "ended", **found.to_json()})
        return found


def _refused(state: str, agent: str) -> int:
    """How many calls of the agent itself the guard has refused, for whatever reason, as its journal says."""
    lines = [line for line in lines_of(state) if line.get("type") == agent and line.get("agent") is None]
    return sum(line.get("event") == BEFORE and line.get("effect") == DENY for line in lines)


_OWN = ("ANTHROPIC_", "CLAUDE_", "DISABLE_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
"""How the variables begin that the command itself needs: its keys, its switches, the way out."""


def least(one: float | None, other: float | None) -> float | None:
    """The lesser of two limits, of which none may be there."""
    return min((value for value in (one, other) if value is not None), default=None)


def which(program: str, variables: Mapping[str, str]) -> list[str]:
    """The command, found and new enough. Raises `UsageError`."""
    found = shutil.which(program, path=variables.get("PATH"))
    if found is None:
        raise UsageError(
            f"there is no command `{program}`", "install Claude Code, or use the engine that comes with `remit[run]`"
        )
    try:
        said = subprocess.run(  # noqa: S603
            [found, "--version"],
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
            stdin=subprocess.DEVNULL,
            env=plain(variables),
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        said = ""
    version = re.search(r"(\d+)\.(\d+)\.(\d+)", said)
    if version is None or tuple(map(int, version.groups())) < OLDEST:
        raise UsageError(
            f"`{program}` is {version[0] if version else 'of a version that it does not tell'}, in which a guard that fails lets calls pass",
            f"it has to be {'.'.join(map(str, OLDEST))} or newer",
        )
    return [found]


def agent_json(remit: Remit) -> Json:
    """The agent as `--agents` takes it, without its servers and hooks."""
    definition = remit.definition
    found: Json = {"description": definition.description, "prompt": definition.system_prompt}
    if definition.tools is not None:
        found["tools"] = list(definition.tools)
    if definition.disallowed_tools:
        found["disallowedTools"] = list(definition.disallowed_tools)
    for name, value in (
        ("model", definition.model),
        ("permissionMode", definition.permission_mode),
        ("memory", definition.memory),
    ):
        if value is not None:
            found[name] = value
    if definition.skills.include:
        found["skills"] = list(definition.skills.include)
    fields = remit.resolution.session.host.fields
    return found | {name: value for name, value in definition.extra.items() if name in fields and name not in found}


def left_out(remit: Remit) -> list[str]:
    """What of a definition this engine does not carry out, a line each."""
    definition, name = remit.definition, remit.definition.name
    found = [
        f"the MCP server `{server}` of `{name}` is not started: the command has the servers of its own configuration"
        for server in names_in(definition)
    ]
    return found + ([f"the hooks of `{name}` are not run"] if definition.hooks else [])


def plan_of(remit: Remit, root: str, max_turns: int | None, timeout: float | None) -> Plan:
    """What the command would be given, as a plan: to look at, not to run."""
    definition = remit.definition
    agent = AgentPlan(definition.name, definition.system_prompt, remit.ruling)
    agent.tools = {tool: tool for tool in remit.ruling.granted}
    agent.model = definition.model
    turns = least(definition.max_turns, max_turns)
    agent.max_turns = None if turns is None else int(turns)
    agent.timeout = least(definition.timeout_secs, timeout)
    return Plan(agent.name, {agent.name: agent}, root, 0, left_out(remit))


def _granted(remit: Remit) -> list[str]:
    """What the command's own permission rules are told to allow; the guard narrows it."""
    return [tool.removesuffix("__*") for tool in remit.ruling.granted]


def _guard(remit: Remit, root: str, home: str | None, folder: str) -> Json:
    """The settings with the guard in them, and the policy that it decides by: the session's, with the agent as it is to be run."""
    host = remit.resolution.session.host.name
    entries = registration(host).entries
    policy = compiled(root, host, home=home, environment=dict(os.environ))
    # A run is held to what was there when it began; the client itself writes to files of its user while it runs.
    policy["sources"] = {}
    held = plain_agent(remit, remit.definition.path)
    for limit in ("maxTurns", "timeoutSeconds"):
        held.pop(limit, None)  # they are counted here
    add_agent(policy, host, remit.definition.name, held)
    path = os.path.join(folder, "policy.json")
    with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.write(text_of(policy))
    settings: Json = {}
    for route, item in entries(hook_command(host, path, os.path.join(folder, "state"))):
        place = settings
        for name in route[:-1]:
            place = place.setdefault(name, {})  # type: ignore[assignment]
        listed = place.setdefault(route[-1], [])
        assert isinstance(listed, list)
        listed.append(item)
    return settings


class _Watch:
    """What the command tells, counted."""

    def __init__(
        self,
        agent: str,
        turns: float | None,
        seconds: float | None,
        tell: Callable[[Json], None],
        complaints: int,
        clock: Callable[[], float],
    ) -> None:
        self.agent = agent
        self.turns = turns
        self.seconds = seconds
        self.tell = tell
        self.complaints = complaints
        self.clock = clock
        self.messages: list[object] = []
        self.calls = 0
        self.text = ""
        self.final: Json | None = None

    def result(self, child: subprocess.Popen[bytes]) -> Result:
        """What comes of the command. It is the caller's to end it."""
        began = self.clock()
        lines: queue.Queue[bytes | None] = queue.Queue()
        threading.Thread(target=_listen, args=(child, lines), daemon=True).start()
        self.tell({"event": "began", "agent": self.agent, "above": 0})
        how, reason = self._watched(lines, began)
        return Result(
            how,
            self.text,
            agent=self.agent,
            reason=reason,
            turns=len(self.messages),
            calls=self.calls,
            seconds=self.clock() - began,
        )

    def _watched(self, lines: queue.Queue[bytes | None], began: float) -> tuple[str, str | None]:
        while True:
            left = None if self.seconds is None else self.seconds - (self.clock() - began)
            if left is not None and left <= 0:
                return outcome.TIMEOUT, f"the {self.seconds:g} seconds of `{self.agent}` are over"
            try:
                line = lines.get(timeout=left)
            except queue.Empty:
                continue
            except KeyboardInterrupt:
                return outcome.CANCELLED, "it was cancelled"
            if line is None:
                return self._ended()
            try:
                value = json.loads(line)
            except ValueError:
                continue
            if isinstance(value, dict):
                self._take(value)
            if self.turns is not None and len(self.messages) > self.turns:
                self.messages.pop()
                return outcome.MAX_TURNS, outcome.used_up(self.agent, self.turns)
            if self.final is not None:
                return self._ended()

    def _ended(self) -> tuple[str, str | None]:
        final = self.final
        if final is None:
            said = os.pread(self.complaints, 2000, 0).decode("utf-8", "replace").strip()
            return outcome.ERROR, "the command ended without a result" + (f": {said}" if said else "")
        if final.get("subtype") == "error_max_turns":
            return outcome.MAX_TURNS, outcome.used_up(self.agent, self.turns)
        if final.get("subtype") == "success" and final.get("is_error") is not True:
            self.text = str(final.get("result") or self.text)
            return outcome.COMPLETED, None
        return outcome.ERROR, str(final.get("result") or final.get("subtype"))[:500]

    def _take(self, line: Json) -> None:
        if line.get("type") == "result":
            self.final = line
        message = line.get("message")
        if not isinstance(message, dict) or line.get("parent_tool_use_id") is not None:
            return
        content = message.get("content")
        parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
        if line.get("type") == "assistant":
            if message.get("id") not in self.messages:
                self.messages.append(message.get("id"))
            self._said(parts)
        for part in parts:
            if (
                part.get("type") == "tool_result"
                and part.get("is_error") is True
                and "outside the remit" in str(part.get("content"))
            ):
                self.tell({"event": "refused", "agent": self.agent, "tool": "", "reason": str(part.get("content"))})

    def _said(self, parts: list[Json]) -> None:
        text = "".join(str(part.get("text", "")) for part in parts if part.get("type") == "text")
        self.text = text if text.strip() else self.text
        if text:
            self.tell({"event": "turn", "agent": self.agent, "turn": len(self.messages), "text": text})
        for part in parts:
            if part.get("type") == "tool_use":
                self.calls += 1
                self.tell({"event": "call", "agent": self.agent, "tool": part.get("name"), "input": part.get("input")})


def _listen(child: subprocess.Popen[bytes], lines: queue.Queue[bytes | None]) -> None:
    assert child.stdout is not None
    try:
        for line in child.stdout:
            lines.put(line)
    except (OSError, ValueError):
        pass
    lines.put(None)
