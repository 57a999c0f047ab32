"""Every recorded answer of the Copilot CLI: which files it starts, and which tools it offers the agent."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from conftest import golden_folders
from remit.catalog import Entry
from remit.gathering import discover
from remit.hosts import host
from remit.hosts.base import MAIN
from remit.session import Session

HOST = host("copilot")
MARK = "XBODYX"
"""The word that the recorded files have in their bodies."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    rows, ids = [], []
    for folder in golden_folders(metafunc.config, "copilot"):
        data = json.loads((folder / "expected.json").read_bytes())
        for name, answer in data["cases"].items():
            rows.append((folder, answer))
            ids.append(name)
    metafunc.parametrize(("folder", "answer"), rows, ids=ids)


@pytest.fixture
def entry(folder: Path, answer: dict, tmp_path: Path) -> Entry:
    """The file where the client found it."""
    path = tmp_path / "project" / answer["path"]
    path.parent.mkdir(parents=True)
    path.write_bytes((folder / answer["file"]).read_bytes())
    version = re.findall(r"[0-9][0-9.]*", folder.name)[0]
    (found,) = discover(tmp_path / "project", f"copilot@{version}", home=tmp_path / "home", below=False)
    return found


def test_started(entry: Entry, answer: dict) -> None:
    assert (entry.status == "active") == answer["started"], entry.reason
    assert entry.status in ("active", "broken")
    assert bool(entry.reason) == bool(answer["messages"])


def test_tools(entry: Entry, answer: dict) -> None:
    assert entry.reading is not None
    # The client was asked with `--agent`: the agent is the session's main thread.
    got = HOST.resolve(entry.reading.subject(), Session(HOST, entry.version, mode=MAIN))
    assert (None if got.effective is None else sorted(got.effective)) == answer["tools"]
    assert got.spawnable == answer["started"]


def test_body(entry: Entry, answer: dict) -> None:
    assert entry.reading is not None
    if answer["started"] and MARK in entry.reading.source.text:
        assert (MARK in entry.reading.prompt()) == answer["body_used"]
