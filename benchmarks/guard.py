"""How much the guard costs before a call of a tool: its whole process against starting Python alone, and its decision by itself.

    python benchmarks/guard.py

Both processes take turns, so that both see the same machine; the ratio is of medians.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import remit
from remit.enforcement.compiling import compiled, text_of
from remit.enforcement.policy import Policy, load

ROUNDS = 60
START = str(Path(remit.__file__).parent / "enforcement" / "start.py")
NOTHING = [sys.executable, "-I", "-S", "-c", "pass"]
SCOPES = "tools: Read, Grep, Bash(git diff:*), Bash(npm test:*), mcp__github__get_issue"
CALLS: dict[str, tuple[str | None, str, dict[str, object]]] = {
    "the session itself": (None, "Read", {"file_path": "a"}),
    "Read": ("agent0", "Read", {"file_path": "a"}),
    "refused": ("agent0", "Write", {"file_path": "a"}),
    "a simple command": ("agent0", "Bash", {"command": "git diff HEAD"}),
    "a command with quotes": ("agent0", "Bash", {"command": 'git diff -- "a b"'}),
    "two commands": ("agent0", "Bash", {"command": "git diff HEAD && npm test"}),
    "a refused line": ("agent0", "Bash", {"command": "git diff $(touch x); rm x"}),
    "a path with a scope": ("scoped", "Read", {"file_path": "src/a"}),
}


def project(folder: Path, agents: int) -> Path:
    """A project with so many agents, compiled. Gives the policy."""
    path = folder / ".claude" / "agents"
    path.mkdir(parents=True)
    for number in range(agents):
        (path / f"agent{number}.md").write_text(
            f"---\nname: agent{number}\ndescription: Does {number}\n{SCOPES}\n---\nDo it.\n"
        )
    (path / "scoped.md").write_text("---\nname: scoped\ndescription: Reads\ntools: Read(src/**)\n---\nRead.\n")
    policy = folder / "policy.json"
    policy.write_text(text_of(compiled(str(folder), "claude-code", home=str(folder))))
    return policy


def said(folder: Path, name: str | None, tool: str, value: dict[str, object]) -> bytes:
    """A call as the host tells of it."""
    data: dict[str, object] = {"hook_event_name": "PreToolUse", "session_id": "s", "cwd": str(folder), "tool_name": tool}
    data["tool_input"] = value
    return json.dumps(data if name is None else {**data, "agent_type": name, "agent_id": "a"}).encode()


def once(words: list[str], data: bytes) -> float:
    began = time.perf_counter()
    subprocess.run(words, input=data, capture_output=True, check=False)
    return time.perf_counter() - began


def ratio(words: list[str], data: bytes) -> tuple[float, float]:
    """The guard's process against nothing, as a ratio of medians, and its median in milliseconds."""
    own, none = [], []
    for _ in range(3):
        once(words, data)
    for _ in range(ROUNDS):
        own.append(once(words, data))
        none.append(once(NOTHING, data))
    return statistics.median(own) / statistics.median(none), statistics.median(own) * 1000


def microseconds(work: Callable[[], object]) -> float:
    """The median of many runs in this process."""
    times = []
    for _ in range(300):
        began = time.perf_counter()
        for _ in range(10):
            work()
        times.append((time.perf_counter() - began) / 10)
    return statistics.median(times) * 1e6


def main() -> None:
    for agents in (3, 200):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            policy = project(folder, agents)
            time.sleep(2.1)  # files that are this new are read at every call
            words = [
                sys.executable,
                "-I",
                "-S",
                START,
                "--host",
                "claude-code",
                "--policy",
                str(policy),
                "--state",
                str(folder / "state"),
            ]
            print(f"{agents} agents, a policy of {policy.stat().st_size >> 10} KiB")
            for what, (agent, tool, value) in CALLS.items():
                if agents == 3 or what in ("Read", "a simple command", "the session itself"):
                    times, median = ratio(words, said(folder, agent, tool, value))
                    print(f"  {what:<24} {times:5.2f} times starting Python  {median:6.1f} ms", flush=True)
            read: Policy = load(str(policy), fresh=False)
            for what, (agent, tool, value) in CALLS.items():
                held = read.agent("claude-code", agent) if agent is not None else None
                if held is not None and agents == 3:
                    print(f"  {what:<24} {microseconds(lambda: held.ruling.decide(tool, value)):5.1f} µs to decide")  # noqa: B023


if __name__ == "__main__":
    main()
