"""The cases with calls, starts, children and modes: at the runner's door they have the answer that the library gives."""

from __future__ import annotations

import json
from pathlib import Path

import asked
import pytest
import runner

from remit.enforcement.narrowing import Narrowed
from remit.hosts import host as host_of
from remit.policy import ALLOW
from remit.resolving import Remit
from remit.running.door import Door
from remit.running.plan import AgentPlan


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    asked.parametrize(metafunc)


def door(remit: Remit, above: Narrowed | None = None) -> Door:
    """The door of an agent, from a plan as its process gets it."""
    plan = AgentPlan.from_json(json.loads(json.dumps(AgentPlan("a", "", remit.ruling).to_json())))
    return Door(plan, remit.ruling.root, above)


def test_tools(effective_tools: Path, tmp_path: Path) -> None:
    case = runner.Case(effective_tools, tmp_path / "case")
    remit = asked.holder_of(case)
    if remit is not None:
        held = door(remit)
        assert {tool for tool in case.expected["all_tools"] if held.offers(tool)} == set(case.expected["effective_tools"])


def test_calls(calls: Path, tmp_path: Path) -> None:
    for call in asked.calls_of(runner.Case(calls, tmp_path / "case")):
        assert door(call.remit).decide(call.tool, call.value).effect == call.want, call


def test_starts(spawn: Path, tmp_path: Path) -> None:
    for start in asked.starts_of(runner.Case(spawn, tmp_path / "case")):
        effect = door(start.remit).decide(start.tool, start.value).effect
        assert (effect == ALLOW) == (start.want == ALLOW), start


def test_children(child: Path, tmp_path: Path) -> None:
    case = runner.Case(child, tmp_path / "case")
    wanted = case.expected["child"]
    remit = case.remit(f"{wanted['child']}.md")
    below = door(remit, above=door(case.remit(f"{wanted['parent']}.md")).remit)
    tools = case.expected.get("all_tools") or remit.enforced or ()
    assert {tool for tool in tools if below.offers(tool)} == set(wanted["effective_tools"])


def test_modes(mode: Path, tmp_path: Path) -> None:
    """An agent below one in another mode is held as one that is in the stricter of the two."""
    case = runner.Case(mode, tmp_path / "case")
    dialect = case.dialect()
    for row in case.expected["mode"]:
        above = door(asked.agent_in(dialect, "above", row["parent"])).remit
        found = door(asked.agent_in(dialect, "below", row["file"]), above)
        alone = door(asked.agent_in(dialect, "alone", host_of(dialect).stricter_mode(row["effective"], None)))
        for tool, value in asked.WORK:
            assert found.decide(tool, value).effect == alone.decide(tool, value).effect, (row, tool, value)
