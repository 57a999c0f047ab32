"""A folder for each test, with a few agents, and a way to run what waits."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

collect_ignore_glob = [] if find_spec("pygls") is not None else ["test_*.py"]
"""Without the extra `remit[lsp]` there is nothing to test here."""

REVIEWER = (
    "---\nname: reviewer\ndescription: Reviews code with care\ntools: Read, Grep\nmodel: sonnet\n---\n# Task\n\nReview.\n"
)
LEAD = "---\nname: lead\ndescription: Hands out the work\ntools: Read, Agent(reviewer, fixer)\n---\nAsk @reviewer first.\n"
FIXER = "---\nname: fixer\ndescription: Mends what the reviewer found\ntools: Read, Grep\n---\nMend.\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with three agents, a server and a skill."""
    folder = tmp_path / "shop"
    for path, text in {
        ".claude/agents/reviewer.md": REVIEWER,
        ".claude/agents/fixer.md": FIXER,
        ".claude/agents/lead.md": LEAD,
        ".mcp.json": '{"mcpServers": {"github": {"command": "gh"}}}',
        ".claude/skills/tidy/SKILL.md": "---\nname: tidy\ndescription: Tidies up\n---\n",
    }.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (folder / ".git").mkdir()
    return folder
