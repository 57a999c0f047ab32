"""What is kept in memory while a tree is checked changes nothing in what is found."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from remit import checking

FILES = {
    ".claude/agents/plain.md": "---\nname: plain\ndescription: Does things well\ntools: Read, Grpe\n---\nBody\n",
    ".claude/agents/colon.md": "---\nname: colon\ndescription: Use: when asked\ntools: Agent, Reed\n---\nBody\n",
    ".claude/agents/deep/bare.md": "# Notes\n",
    ".claude/agents/twin.md": "---\nname: plain\ndescription: Does things well\ndisallowedTools: '*'\n---\nBody\n",
    ".github/agents/a.agent.md": "---\ndescription: x\ntools: [read, nothing]\n---\nBody\n",
    "notes/loose.md": "---\nname: loose\ndescription: d\nmaxTurns: 0\n---\nx\n",
}


@pytest.mark.parametrize("kept", [0, 100, 300])
def test_files_that_are_read_again_say_the_same(kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def told() -> list[tuple[object, ...]]:
        found = checking.check(os.fspath(tmp_path))
        return [(one.rule, one.path, one.span, one.severity, one.message, one.help) for one in found]

    everything = told()
    assert len(everything) > 5
    monkeypatch.setattr(checking, "_KEPT", kept)
    assert told() == everything
