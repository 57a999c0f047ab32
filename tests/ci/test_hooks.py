"""The hooks for pre-commit: they call commands that there are, on the paths that hosts read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from remit.hosts import all_hosts

ROOT = Path(__file__).parent.parent.parent
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())


def test_the_hooks() -> None:
    assert [hook["id"] for hook in HOOKS] == ["remit-check", "remit-fix"]
    for hook in HOOKS:
        assert set(hook) == {"id", "name", "description", "entry", "language", "files", "pass_filenames", "require_serial"}
        assert hook["language"] == "python"
        assert hook["pass_filenames"] is False


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_what_a_hook_calls_is_there(hook: dict) -> None:
    from remit.cli import _parser, check

    program, command, *options = hook["entry"].split()
    assert (program, command) == ("remit", "check")
    parser = _parser("check")
    check.arguments(parser)
    parser.parse_args(options)


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_the_paths_of_every_host_and_no_others(hook: dict) -> None:
    matches = re.compile(hook["files"]).search
    for host in all_hosts():
        for folder in host.folders:
            assert matches(f"{folder}/a.md"), folder
            assert matches(f"packages/app/{folder}/below/a.md"), folder
        for name in host.files:
            assert matches(name)
            assert matches(f"packages/{name}")
        for ending in host.suffixes:
            assert matches(f"docs/a{ending}")
    for other in ("README.md", "src/claude/agents/a.md", "docs/opencode.json.md", "x.claude/agents.md", "a.agent.mdx"):
        assert not matches(other), other
