"""How much the guard costs before a call of a tool: its whole process against starting Python alone, and its decision by itself.

    python benchmarks/guard.py [ROUNDS]

All kinds of calls and the empty process take turns, so that all see the same machine; the ratios are of medians. On a machine that is busy with
other work the time of the processor tells more than that of the clock.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import remit
from remit.enforcement.compiling import compiled, text_of
from remit.enforcement.policy import load

START = str(Path(remit.__file__).parent / "enforcement" / "start.py")
NOTHING = [sys.executable, "-I", "-S", "-c", "pass"]
SCOPES = "tools: Read, Grep, Bash(git diff:*), Bash(npm test:*), mcp__github__get_issue"
AGENTS = {
    "scoped": "tools: Read(src/**), Edit(src/**/*.py), WebFetch(domain:example.com)",
    "denied": "tools: Read, Bash\ndisallowedTools: Bash(git push:*), Read(.env)",
    "planner": "tools: Read, Bash\npermissionMode: plan",
    "capped": "tools: Read\nmaxTurns: 20",
    "starter": "tools: Read, Grep, Bash, mcp__github__get_issue, Agent(agent1)",
}

Call = tuple[str | None, str, dict[str, object]]


def line(text: str, agent: str = "agent0") -> Call:
    return agent, "Bash", {"command": text}


CALLS: dict[str, Call] = {
    "the session itself": (None, "Read", {"file_path": "a"}),
    "`Read`": ("agent0", "Read", {"file_path": "a"}),
    "`Write`, refused": ("agent0", "Write", {"file_path": "a"}),
    "a tool of an MCP server": ("agent0", "mcp__github__get_issue", {"number": 1}),
    "an agent that the policy does not know": ("nobody", "Read", {"file_path": "a"}),
    "`Read`, with a cap on turns": ("capped", "Read", {"file_path": "a"}),
    "starting an agent": ("starter", "Agent", {"subagent_type": "agent1"}),
    "a line of plain words": line("git diff HEAD"),
    "two with `&&`": line("git diff HEAD && npm test"),
    "quotes": line('git diff -- "a b"'),
    "a pipe without blanks": line("git diff|npm test"),
    "`;` and `$()`, refused": line("git diff $(touch x); rm x"),
    "backticks": line("git diff `git diff`"),
    "a here-document": line("git diff <<'E'\ntext\nE"),
    "a loop": line("for x in a b; do git diff $x; done"),
    "a variable before it, refused": line("FOO=1 git diff"),
    "a wrapper before it, refused": line("timeout 5 git diff"),
    "20 lines with quotes": line('git diff -- "a b"\n' * 20),
    "a denylist, plain words": line("git diff HEAD", "denied"),
    "a denylist, refused": line("git push origin main", "denied"),
    "a denylist, quotes": line("echo 'a b'", "denied"),
    "plan mode, plain words": line("ls -la", "planner"),
    "plan mode, quotes": line("grep -n 'a b' c", "planner"),
    "a path, `Read(src/**)`": ("scoped", "Read", {"file_path": "src/a"}),
    "a path, `Edit(src/**/*.py)`": ("scoped", "Edit", {"file_path": "src/b/a.py"}),
    "a path, refused": ("scoped", "Read", {"file_path": "/etc/passwd"}),
    "a path, denied": ("denied", "Read", {"file_path": ".env"}),
    "an address, `WebFetch(domain:…)`": ("scoped", "WebFetch", {"url": "https://example.com/a"}),
}
EVENTS = ("PostToolUse", "SubagentStart", "SubagentStop")
MANY = ("`Read`", "a line of plain words", "quotes", "a path, `Read(src/**)`", "an agent that the policy does not know")
"""What is measured with many agents, too."""


def project(folder: Path, agents: int) -> Path:
    """A project with so many agents, compiled. Gives the policy."""
    path = folder / ".claude" / "agents"
    path.mkdir(parents=True)
    for name, fields in {**{f"agent{number}": SCOPES for number in range(agents)}, **AGENTS}.items():
        (path / f"{name}.md").write_text(f"---\nname: {name}\ndescription: Does {name}\n{fields}\n---\nDo it.\n")
    policy = folder / "policy.json"
    policy.write_text(text_of(compiled(str(folder), "claude-code", home=str(folder))))
    return policy


def said(folder: Path, call: Call, event: str = "PreToolUse") -> bytes:
    """An event as the host tells of it."""
    agent, tool, value = call
    data: dict[str, object] = {"hook_event_name": event, "session_id": "s", "cwd": str(folder)}
    data["transcript_path"] = str(folder / "s.jsonl")
    if agent is not None:
        data |= {"agent_type": agent, "agent_id": "a"}
    if event.endswith("ToolUse"):
        data |= {"tool_name": tool, "tool_input": value, "tool_use_id": "t"}
    return json.dumps(data).encode()


def once(words: list[str], data: bytes) -> tuple[float, float]:
    """The seconds that a process takes, by the clock and of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    subprocess.run(words, input=data, capture_output=True, check=False)
    taken = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def medians(words: list[str], kinds: dict[str, bytes], rounds: int) -> dict[str, tuple[float, float]]:
    """For each kind the guard's process against nothing, as ratios of medians: by the clock and of the processor."""
    runs: dict[str, list[tuple[float, float]]] = {what: [] for what in (*kinds, "")}
    for number in range(rounds + 3):
        for what in runs:
            taken = once(words, kinds[what]) if what else once(NOTHING, b"")
            if number >= 3:
                runs[what].append(taken)
    clock, processor = (
        {what: statistics.median(one[which] for one in taken) for what, taken in runs.items()} for which in (0, 1)
    )
    return {what: (clock[what] / clock[""], processor[what] / processor[""]) for what in kinds}


def microseconds(work: Callable[[], object]) -> float:
    """The median of many runs in this process."""
    times = []
    for _ in range(200):
        began = time.perf_counter()
        for _ in range(10):
            work()
        times.append((time.perf_counter() - began) / 10)
    return statistics.median(times) * 1e6


def deciding(policy: Path, call: Call) -> float | None:
    """How long the decision alone takes, in microseconds; `None` where nothing is decided."""
    name, tool, value = call
    held = load(str(policy), fresh=False).agent("claude-code", name) if name is not None else None
    return microseconds(lambda: held.ruling.decide(tool, value)) if held is not None else None


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    for agents in (3, 200, 2000):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            policy = project(folder, agents)
            time.sleep(2.1)  # files that are this new are read at every call
            options = ["--host", "claude-code", "--policy", str(policy), "--state", str(folder / "state")]
            few = agents == 3
            kinds = {what: said(folder, call) for what, call in CALLS.items() if few or what in MANY}
            kinds |= {event: said(folder, CALLS["`Read`"], event) for event in EVENTS if few}
            print(f"{agents} agents and {len(AGENTS)} more, a policy of {policy.stat().st_size >> 10} KiB")
            for what, (clock, processor) in medians([sys.executable, "-I", "-S", START, *options], kinds, rounds).items():
                alone = deciding(policy, CALLS[what]) if few and what in CALLS else None
                shown = f"{alone:6.1f} µs to decide" if alone is not None else ""
                print(
                    f"  {what:<40} {clock:5.2f} times starting Python  {processor:5.2f} of the processor  {shown}", flush=True
                )


if __name__ == "__main__":
    main()
