"""What the cases ask of whoever holds an agent to its remit: tools, calls, starts, children and modes, each with its right answer.

The library, the guard as a process and the runner are asked the same:

| field | library | guard | runner |
|---|---|---|---|
| `effective_tools` of the kinds `enforce` and `security` | `test_cases.py` | `test_cases_at_the_guard.py` | `test_cases_at_the_door.py` |
| `calls`, with `caller_policy` | as above | as above; a rule of the settings is the host's to apply, after it | as above |
| `spawn` | as above | as above | as above |
| `child` | as above | where the host tells who stands above; elsewhere the wider child is not started | as above |
| `mode` | as above | below an agent, and in a session, of another mode | below an agent of another mode |
| `run`, `prompt_contains` | | | `test_cases.py`, with the runner and a scripted model |
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import runner

from remit.api import reading_of
from remit.permissions.defaults import MAIN_FIELD
from remit.resolving import Remit, resolve
from remit.source import Source

DATA = Path(runner.__file__).parent / "data"
ENFORCED = ("enforce", "security")
FIELDS = {"bash": "command", "read": "filePath", "write": "filePath", "edit": "filePath", "view": "path", "create": "path"}
"""The field of a tool's input that a case's text is for, where it is not Claude Code's tool."""
AGENTS = {
    "claude-code": "---\nname: {name}\ndescription: Does one thing\n{mode}---\nBody\n",
    "zeph": "---\nname: {name}\ndescription: Does one thing\n{mode}---\nBody\n",
    "codex": 'name = "{name}"\ndescription = "Does one thing"\ndeveloper_instructions = "Do it."\n{mode}',
}
MODES = {
    "claude-code": "permissionMode: {}\n",
    "zeph": "permissions:\n  permission_mode: {}\n",
    "codex": 'sandbox_mode = "{}"\n',
}
"""How an agent of a host says its mode."""


def folders(config: pytest.Config, field: str) -> list[Path]:
    """The cases that have a field: our own, or those of each `--cases DIR`. What tools an agent has is asked only where that is to be enforced."""
    found = []
    for root in config.getoption("--cases") or [DATA]:
        for path in sorted(Path(root).glob("*/expected.json")):
            expected = json.loads(path.read_bytes())
            if field in expected and (field != "effective_tools" or ("all_tools" in expected and expected["kind"] in ENFORCED)):
                found.append(path.parent)
    return found


def parametrize(metafunc: pytest.Metafunc) -> None:
    """Runs a test with an argument of the name of a field once for each case that has this field."""
    for field in ("effective_tools", "calls", "spawn", "child", "mode"):
        if field in metafunc.fixturenames:
            found = folders(metafunc.config, field)
            metafunc.parametrize(field, found, ids=[folder.name for folder in found])


def input_of(tool: str, text: object) -> object:
    """The input of a call as a tool gets it, given the text of its main field."""
    return {MAIN_FIELD.get(tool) or FIELDS.get(tool, "input"): text} if isinstance(text, str) else text


class Asked:
    """A call of an agent: the agent's remit, the tool with its input, and the right answer. `ruled` says that the settings have a rule about it."""

    def __init__(self, remit: Remit, tool: str, value: object, want: str, ruled: bool = False) -> None:
        self.remit = remit
        self.tool = tool
        self.value = value
        self.want = want
        self.ruled = ruled

    def __repr__(self) -> str:
        return f"{self.tool} {self.value!r}: {self.want}"


def holder_of(case: runner.Case) -> Remit | None:
    """The agent whose `effective_tools` the case tells, `None` where remit lets it call none of them: it takes nothing from its file, or is in a mode
    that refuses every call."""
    files = case.files()
    remit = case.remit("agent.md" if "agent.md" in files else files[0])
    return remit if remit.enforced is not None and remit.ruling.refused is None else None


def calls_of(case: runner.Case) -> Iterator[Asked]:
    for call in case.expected["calls"]:
        files = case.files()
        file = call.get("file") or ("agent.md" if "agent.md" in files else files[0])
        extra = {"permissions": {call["caller_policy"]: [call["tool"]]}} if "caller_policy" in call else None
        want = {True: "allow", False: "deny"}.get(call["allowed"], call["allowed"])
        yield Asked(case.remit(file, extra), call["tool"], input_of(call["tool"], call["input"]), want, extra is not None)


def starts_of(case: runner.Case) -> Iterator[Asked]:
    for step in case.expected["spawn"]:
        remit = case.remit(f"{step['by']}.md")
        assert remit.ruling.spawn is not None
        tool, fields = remit.ruling.spawn
        yield Asked(remit, tool, {fields[0]: step["target"]}, "allow" if step["allowed"] else "deny")


def agent_in(dialect: str, name: str, mode: str | None, session: str | None = None) -> Remit:
    """An agent whose file says a mode, in a session of a mode that the settings say where the host has it there."""
    text = AGENTS[dialect].format(name=name, mode=MODES[dialect].format(mode) if mode else "")
    reading = reading_of(Source.of(text, f"{name}{'.toml' if dialect == 'codex' else '.md'}"), dialect)
    settings = None
    if dialect == "codex" and session is not None:
        from remit.hosts.codex.config import Config

        settings = Config()
        settings.sandbox_mode = session
    return resolve(reading.subject(), settings=settings)


WORK = (
    ("Read", {"file_path": "x"}), ("Write", {"file_path": "x", "content": ""}), ("Edit", {"file_path": "x"}), ("Bash", {"command": "ls"}),
    ("Bash", {"command": "touch x"}), ("apply_patch", {"command": "x"}), ("exec_command", {"cmd": "ls"}), ("read", {"path": "x"}),
    ("write", {"path": "x"}), ("bash", {"command": "touch x"}), ("WebFetch", {"url": "https://example.org"}), ("NotebookEdit", {"notebook_path": "x"}),
    ("nobody_knows", {}),
)  # fmt: skip
"""Calls that modes differ about."""
