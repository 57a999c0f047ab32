"""Every recorded decision of Claude Code about one call under one permission rule."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conftest import golden_folders
from remit.permissions.claude_code import Rule, decide
from remit.permissions.paths import Where

HOME = "/home/user"
PROJECT = f"{HOME}/proj"
WHERE = Where(PROJECT, HOME)
SHORTER = {".env)": ".env.new)", ".ts)": ".ts.new)"}
"""The written file is `<path>.new`; a rule that names a whole file was given so."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    rows, ids = [], []
    for folder in golden_folders(metafunc.config, "claude-code"):
        path = folder / "permissions.json"
        if path.is_file():
            for section, rules in json.loads(path.read_bytes()).items():
                for rule, calls in rules.items():
                    rows.append((section, rule, calls))
                    ids.append(f"{section}-{rule}")
    metafunc.parametrize(("section", "rule", "calls"), rows, ids=ids)


def given(section: str, rule: str) -> tuple[list[Rule], str]:
    """The rules of a section's settings, and the tool that is called."""
    if section == "write_rules":
        effect, _, text = rule.partition(" ")
    else:
        effect, text = section.partition("_")[2], rule
    tool = {"bash": "Bash", "read": "Read"}.get(section.partition("_")[0], "Write")
    text = text.replace("{T}", "Read" if tool == "Read" else "Edit").replace("@P@", PROJECT[1:])
    if tool == "Write":
        for ending, real in SHORTER.items():
            text = text.removesuffix(ending) + real if text.endswith(ending) else text
    rules = [Rule(effect, text)]
    if effect == "deny" and tool != "Read":
        rules.append(Rule("allow", "Bash" if tool == "Bash" else "Edit"))
    return rules, tool


def test_decisions(section: str, rule: str, calls: dict[str, str]) -> None:
    rules, tool = given(section, rule)
    wrong = {}
    for call, decided in calls.items():
        if decided == "error":
            continue
        asked = {"Bash": {"command": call}, "Read": {"file_path": f"{PROJECT}/{call}"}}.get(tool)
        answer = decide(rules, tool, asked or {"file_path": f"{PROJECT}/{call}.new", "content": "x"}, where=WHERE)
        if answer.effect != decided:
            wrong[call] = (answer.effect, decided)
    assert not wrong
