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
