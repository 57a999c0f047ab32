"""Which hooks drop an agent: every recorded answer, and what remit says of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from remit.hosts import host
from remit.source import Source

RECORDED = json.loads((Path(__file__).parents[2] / "golden" / "claude-code-2.1.332-hooks" / "loads.json").read_bytes())
HOST = host("claude-code")


@pytest.mark.parametrize(("line", "loads"), RECORDED["loads"].items())
def test_recorded(line: str, loads: bool) -> None:
    reading = HOST.read(
        Source(f"---\nname: q\ndescription: d e\n{line}\n---\nB\n".encode()), HOST.version(RECORDED["client"]), stem="q"
    )
    assert reading.loaded is loads, reading.why
    if not loads:
        assert any(finding.rule in ("invalid-hooks", "list-of-wrong-type") for finding in reading.findings)


def test_the_older_client_took_them_all() -> None:
    for line in RECORDED["loads"]:
        reading = HOST.read(
            Source(f"---\nname: q\ndescription: d e\n{line}\n---\nB\n".encode()), HOST.version("2.1.197"), stem="q"
        )
        assert reading.loaded


def test_every_fault_is_told_at_its_place() -> None:
    text = """---
name: q
description: d e
hooks:
  PreToolUse:
    - matcher: bash
      hooks:
        - type: command
        - type: comand
  PostToolUsed: []
  PostToolUse:
    - hooks:
        - type: command
          command: x
          timeout: -1
---
B
"""
    reading = HOST.read(Source(text.encode()), HOST.version(None), stem="q")
    told = [(finding.rule, finding.span[0][0]) for finding in reading.diagnostics]
    assert told == [
        ("hook-without-effect", 6),
        ("invalid-hooks", 8),
        ("invalid-hooks", 9),
        ("hook-without-effect", 10),
        ("hook-without-effect", 15),
    ]


def test_a_broken_plugin_agent_has_every_tool() -> None:
    text = '---\nname: a\ndescription: "b\ntools: Read\n---\nB\n'
    (finding,) = HOST.read(Source(text.encode()), HOST.version(None), "plugin", stem="a").document.diagnostics
    assert "with every tool" in finding.message
