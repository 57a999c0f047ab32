"""Skills that run commands before anybody is asked: the guard looks at what starting one sets going."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_compiling import agent
from test_hook import Hook, refused

from remit.enforcement.skills import Started, started

HEAD = "---\nname: {}\ndescription: Says\n---\n"
SKILLS = {
    "skills/fine/SKILL.md": HEAD.format("fine") + "Fine!\nUse `git diff` ! `x`.\n",
    "skills/runs/SKILL.md": HEAD.format("runs") + "Now: !`touch x`.\n",
    "skills/diffs/SKILL.md": HEAD.format("diffs") + "Now: !`git diff HEAD` and\n```!\ngit diff\n```\n",
    "skills/given/SKILL.md": HEAD.format("given") + "!`git diff $ARGUMENTS`\n",
    "skills/folder/SKILL.md": HEAD.format("called") + "!`touch x`\n",
    "skills/quoted/SKILL.md": HEAD.format('"quoted"') + "!`touch x`\n",
    "skills/forks/SKILL.md": "---\ncontext: fork\nagent: free\n---\nGo.\n",
    "skills/narrow-fork/SKILL.md": '---\ncontext: fork\nagent: "reader" # quiet\n---\nGo.\n',
    "skills/hooked/SKILL.md": "---\nhooks:\n  Stop: []\n---\nGo.\n",
    "skills/odd/SKILL.md": '---\n"con\\x74ext": fork\n---\nGo.\n',
    "skills/open/SKILL.md": "---\nname: open\nGo.\n",
    "skills/cut/SKILL.md": "!`touch x\n",
    "commands/old.md": "!`touch x`\n",
    "commands/deep/down.md": "!`touch x`\n",
    "commands/plain.md": "Say it.\n",
}
STARTED_BY = {
    # Who may start what: without a shell, with a scope, with all of it.
    "fine": (True, True, True),
    "/fine": (True, True, True),
    "plain": (True, True, True),
    "narrow-fork": (True, True, True),
    "runs": (False, False, True),
    "folder": (False, False, True),
    "called": (False, False, True),
    "quoted": (False, False, True),
    "old": (False, False, True),
    "deep:down": (False, False, True),
    "diffs": (False, True, True),
    "given": (False, False, True),
    "forks": (False, False, False),
    "hooked": (False, False, True),
    "odd": (False, False, True),
    "open": (False, False, True),
    "cut": (False, False, True),
    "plugin:any": (False, False, True),
    "nobody-knows": (False, False, True),
    "../fine": (False, False, True),
    "": (False, False, True),
}


@pytest.fixture(scope="module", params=["project", "home", "above"])
def hook(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Hook:
    folder = tmp_path_factory.mktemp("skills")
    found = Hook(folder)
    for name, tools in (("reader", "Read, Skill"), ("scoped", "Read, Skill, Bash(git diff:*)"), ("shell", "Read, Skill, Bash")):
        agent(found.root, name, f"tools: {tools}\n")
    agent(found.root, "free")
    where = {"project": found.root, "home": folder / "home", "above": folder}[request.param]
    for name, text in SKILLS.items():
        path = where / ".claude" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return found.compile(home=str(folder / "home"))


@pytest.mark.parametrize("skill", STARTED_BY)
def test_who_starts_a_skill_may_do_what_it_runs(hook: Hook, skill: str) -> None:
    for name, passes in zip(("reader", "scoped", "shell"), STARTED_BY[skill], strict=True):
        answer = hook.call(name, "Skill", {"skill": skill})
        assert (answer == {}) == passes, (name, answer)
        if not passes:
            assert refused(answer)


def test_what_is_given_to_a_skill_counts_too(hook: Hook) -> None:
    assert hook.call("scoped", "Skill", {"skill": "fine", "args": "a $b ! c"}) == {}
    assert "outside the remit" in refused(hook.call("scoped", "Skill", {"skill": "fine", "args": "!`touch x`"}))
    assert hook.call("scoped", "SlashCommand", {"command": "/plain x"}) != {}, "a tool that is not in its list"
    assert "runs a command" in refused(hook.call("free", "SlashCommand", {"command": "/old x"}, permission_mode="plan"))
    assert hook.call(None, "Skill", {"skill": "runs"}) == {}, "the session is its user's"


def test_a_skill_below_the_session_s_folder_is_found_from_where_it_works(hook: Hook) -> None:
    inner = hook.root / "inner"
    path = inner / ".claude/skills/below/SKILL.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("Say it.\n")
    assert hook.call("reader", "Skill", {"skill": "below"}, cwd=str(inner)) == {}
    refused(hook.call("reader", "Skill", {"skill": "below"}))


def test_two_skills_of_one_name_count_together(tmp_path: Path) -> None:
    for folder, text in (("a", "Say it.\n"), ("a/b", "!`touch x`\n")):
        path = tmp_path / folder / ".claude/skills/both/SKILL.md"
        path.parent.mkdir(parents=True)
        path.write_text(text)
    found = started("both", "", [str(tmp_path / "a/b")], None)
    assert found is not None
    assert found.commands == ["touch x"]


def test_a_text_that_is_too_large_may_run_anything(tmp_path: Path) -> None:
    path = tmp_path / ".claude/skills/large/SKILL.md"
    path.parent.mkdir(parents=True)
    path.write_text("x" * (1 << 20) + "\n")
    found = started("large", "", [str(tmp_path)], None)
    assert found is not None
    assert not found.told


@pytest.mark.parametrize("text", ["!" * 200_000, "!`" * 100_000, "```!" * 50_000, "---\n" * 50_000])
def test_texts_that_are_made_to_take_long(text: str) -> None:
    found = Started()
    found.take(text)
    assert not found.told or not found.commands
