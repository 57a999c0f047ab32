"""The cases with calls, starts and children: at the runner's door they have the answer that the library gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import runner

from remit.enforcement.narrowing import Narrowed
from remit.policy import ALLOW
from remit.running.door import Door
from remit.running.plan import AgentPlan

DATA = Path(runner.__file__).parent / "data"
WITH = {
    folder.name: expected
    for folder in sorted(DATA.iterdir())
    if (folder / "expected.json").is_file()
    and {"calls", "spawn", "child", "mode"} & set(expected := json.loads((folder / "expected.json").read_bytes()))
}


def door(case: runner.Case, name: str, extra: dict | None = None, above: Narrowed | None = None) -> Door:
    """The door of the agent in a file, from a plan as its process gets it."""
    remit = case.remit(name, extra)
    plan = AgentPlan.from_json(json.loads(json.dumps(AgentPlan("a", "", remit.ruling).to_json())))
    return Door(plan, remit.ruling.root, above)


@pytest.mark.parametrize("name", [name for name, expected in WITH.items() if "calls" in expected])
def test_calls(name: str, tmp_path: Path) -> None:
    case = runner.Case(DATA / name, tmp_path / "case")
    for call in case.expected["calls"]:
        files = case.files()
        file = call.get("file") or ("agent.md" if "agent.md" in files else files[0])
        extra = {"permissions": {call["caller_policy"]: [call["tool"]]}} if "caller_policy" in call else None
        want = {True: "allow", False: "deny"}.get(call["allowed"], call["allowed"])
        assert door(case, file, extra).decide(call["tool"], call["input"]).effect == want, call


@pytest.mark.parametrize("name", [name for name, expected in WITH.items() if "spawn" in expected])
def test_starts(name: str, tmp_path: Path) -> None:
    case = runner.Case(DATA / name, tmp_path / "case")
    for step in case.expected["spawn"]:
        spawn = case.remit(f"{step['by']}.md").ruling.spawn
        assert spawn is not None
        decision = door(case, f"{step['by']}.md").decide(spawn[0], {spawn[1][0]: step["target"]})
        assert (decision.effect == ALLOW) == step["allowed"], step


@pytest.mark.parametrize("name", [name for name, expected in WITH.items() if "child" in expected])
def test_children(name: str, tmp_path: Path) -> None:
    case = runner.Case(DATA / name, tmp_path / "case")
    asked = case.expected["child"]
    above = door(case, f"{asked['parent']}.md")
    child = door(case, f"{asked['child']}.md", above=above.remit)
    tools = case.expected.get("all_tools") or case.remit(f"{asked['child']}.md").enforced or ()
    assert {tool for tool in tools if child.offers(tool)} == set(asked["effective_tools"])
