"""The guard in the way of the real client: what agents try outside their remit is refused, and what is within it passes.

Opt in with `--oracle DIR` (the folder whose `claude-code/oracle.py` finds the client). The model is scripted, so every attempt is really made.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from oracle.guarded import Call, Project, Told
from oracle.lanes import FILES, Lane, Proof, agent, bash, each, read, tell, told, write

VERSIONS = ["2.1.332", "2.1.197"]

AGENTS = {
    "diff": "tools: Read, Bash(git diff:*)\n",
    "status": "tools: Bash(git status:*, git log:*)\n",
    "paths": "tools: Read(src/**), Write(out/**), Edit(out/*.txt)\n",
    "mcp": "tools: Read, mcp__github__get_issue, mcp__slack\n",
    "globs": "disallowedTools: mcp__github__c*, mcp__sl*__post\n",
    "kebab": "disallowed-tools: Bash, Write\n",
    "snake": "disallowed_tools: Bash\nmax_turns: 2\n",
    "zero": "tools: Read\nmaxTurns: 0\n",
    "negative": "tools: Read\nmaxTurns: -1\n",
    "half": "tools: Read\nmaxTurns: 2.5\n",
    "word": "tools: Read\nmaxTurns: abc\n",
    "two": "tools: Read\nmaxTurns: 2\n",
    "nest": "tools: Read, Agent\n",
    "denier": "disallowedTools: Bash\n",
    "chooser": "tools: Read, Agent(helper)\n",
    "top": "tools: Read, Bash, Agent\n",
    "middle": "tools: Read, Bash, Agent\n",
    "narrow": "tools: Read, Bash(git diff:*), Agent\n",
    "helper": "tools: Read\n",
    "free": "",
    "plan": "tools: Read, Write, Edit, Bash\npermissionMode: plan\n",
    "teller": "tools: Read, SendMessage\n",
    "worker": "tools: Read, Bash(git diff:*)\nbackground: true\n",
}


IN_SCOPE = [
    "git diff",
    "git diff HEAD",
    "git diff -- src/a.txt",
    'git diff -- "src/a.txt"',
    "git diff && git diff HEAD",
    "git diff | git diff --stat",
]
OUT_OF_SCOPE = [
    "git diff; touch x1", "git diff && touch x2", "git diff || touch x3", "git diff | tee x4", "git diff & touch x5", "git diff $(touch x6)",
    "git diff `touch x7`", "git diff\ntouch x8", "git diff > x9", "git diff >> x10", "FOO=1 git diff", "env git diff", "timeout 5 git diff",
    "/usr/bin/git diff", "bash -c 'git diff'", "command git diff", "git -C . diff", "git push", "gitdiff", "(touch x11; git diff)",
    "git diff <(touch x12)", "GIT_PAGER=sh git diff", "xargs git diff", "eval git diff", "git difftool", "{ git diff; touch x13; }",
    "if true; then touch x14; fi", "cd .. && git diff", "echo git diff", "touch x15 # git diff",
]  # fmt: skip


def lanes(root: Path) -> dict[str, Lane]:
    def at(path: str) -> str:
        return str(root / path)

    return {
        "scope": Lane(
            "diff", *each(*((bash(line), True) for line in IN_SCOPE), *((bash(line), False) for line in OUT_OF_SCOPE))
        ),
        "parallel": Lane(
            "diff", [(bash("git diff"), True), (bash("touch y1"), False), (read(at("secret.txt")), True), (bash("ls"), False)]
        ),
        "status": Lane(
            "status",
            *each(
                (bash("git status"), True),
                (bash("git log -1"), True),
                (bash("git status; ls"), False),
                (bash("git commit"), False),
            ),
        ),
        "paths": Lane(
            "paths",
            *each(
                (read(at("src/a.txt")), True),
                (read(at("src/deep/b.txt")), True),
                (read(at("secret.txt")), False),
                (read(at("src/../secret.txt")), False),
                (read("/etc/hostname"), False),
                (read(at("src/link/c.txt")), False),
                (read(at("src/alias.txt")), False),
                (read("~/.claude.json"), False),
                (write(at("out/new.txt")), True),
                (write(at("src/new.txt")), False),
                (write(at("out/../src/new.txt")), False),
                (write(at("out/into/new.txt")), False),
                (write(at(".claude/agents/paths.md")), False),
                (write(at(".claude/settings.local.json")), False),
            ),
        ),
        "mcp": Lane(
            "mcp",
            *each(
                (("mcp__github__get_issue", {}), True),
                (("mcp__slack__post", {}), True),
                (("mcp__github__create_issue", {}), False),
                (("mcp__github__search", {}), False),
            ),
        ),
        "globs": Lane(
            "globs",
            *each(
                (("mcp__github__create_issue", {}), False),
                (("mcp__slack__post", {}), False),
                (("mcp__github__search", {}), True),
                (("mcp__slack__read", {}), True),
                (bash("echo fine"), True),
            ),
        ),
        "kebab": Lane(
            "kebab", *each((bash("echo x"), False), (write(at("out/kebab.txt")), False), (read(at("src/a.txt")), True))
        ),
        "snake": Lane("snake", *each((bash("echo x"), False), (read(at("src/a.txt")), True), (read(at("src/a.txt")), False))),
        "zero": Lane("zero", *each((read(at("src/a.txt")), False))),
        "negative": Lane("negative", *each((read(at("src/a.txt")), False))),
        "half": Lane("half", *each((read(at("src/a.txt")), False))),
        "word": Lane("word", *each((read(at("src/a.txt")), False))),
        "two": Lane(
            "two",
            [(read(at("src/a.txt")), True), (read(at("src/a.txt")), True)],
            *each((read(at("src/a.txt")), True), (read(at("src/a.txt")), False)),
        ),
        "nest": Lane(
            "nest",
            *each(
                (agent("n1", "free"), False),
                (agent("n2", "Free"), False),
                (agent("n3", "f-r_e e"), False),
                (agent("n4", "general-purpose"), False),
                (agent("n5", None), False),
                (agent("n6", "top"), False),
                (agent("n7", "denier"), False),
                (agent("n8", "helper"), True),
                (bash("echo x"), False),
            ),
        ),
        "denier": Lane(
            "denier",
            *each(
                (agent("d1", "free"), False),
                (agent("d2", "general-purpose"), False),
                (agent("d3", "top"), False),
                (agent("d4", "diff"), False),
                (agent("d5", "helper"), True),
                (write(at("out/denier.txt")), True),
                (bash("echo x"), False),
            ),
        ),
        "chooser": Lane(
            "chooser", *each((agent("c1", "helper"), True), (agent("c2", "nest"), False), (agent("c3", "diff"), False))
        ),
        # Three generations: whoever is below `narrow` has no more than it, though `middle` alone may use all of the shell.
        "narrow": Lane("narrow", *each((agent("g1", "middle"), False), (agent("g2", "diff"), True), (bash("git diff"), True))),
        "top": Lane("top", *each((agent("t1", "narrow"), True), (bash("echo top"), True), (agent("t3", "free"), False))),
        "t1": Lane(
            "narrow", *each((agent("t2", "diff"), True), (agent("t4", "middle"), False), (bash("echo x"), False)), main=False
        ),
        "t2": Lane(
            "diff", *each((bash("git diff"), True), (bash("git diff; touch z1"), False), (write(at("z2")), False)), main=False
        ),
        "plan": Lane(
            "plan",
            *each(
                (write(at("out/plan.txt")), False),
                (bash("touch p1"), False),
                (bash("rm -f out/old.txt"), False),
                (read(at("src/a.txt")), True),
                (bash("git status"), True),
            ),
        ),
        "wide": Lane("free", *each((bash("echo wide"), True)), called="wide"),
        "small": Lane("helper", *each((read(at("src/a.txt")), True)), called="small"),
        "teller": Lane(
            "teller",
            *each(
                (tell("wide"), False), (tell("@wide"), False), (tell("*"), False), (tell("nobody"), False), (tell("main"), True)
            ),
        ),
        "worker": Lane(
            "worker", *each((bash("git diff"), True), (bash("touch b1"), False), (write(at("b2")), False)), background=True
        ),
        "later": Lane("diff", *each((bash("git diff"), True), (bash("touch b3"), False)), background=True),
    }


@pytest.mark.oracle
@pytest.mark.parametrize("version", VERSIONS)
def test_what_is_outside_is_refused_and_what_is_within_passes(oracle: ModuleType, tmp_path: Path, version: str) -> None:
    proof = Proof(oracle, tmp_path, version, AGENTS, lanes)
    assert proof.told.code == 0, proof.told.errors
    calls = proof.calls()
    denials = sum(line["effect"] == "deny" for line in proof.project.journal())
    told(version, "with the guard", calls, denials)
    assert denials >= 40
    assert [what for what, passes, ran in calls if ran and not passes] == []
    assert [what for what, passes, ran in calls if passes and not ran] == []
    assert sum(not passes for _, passes, _ in calls) >= 40
    assert sum(passes for _, passes, _ in calls) >= 40
    assert not [path for path in proof.project.root.iterdir() if path.name[:1] in "xyzpb" and path.name[1:].isdigit()]


@pytest.mark.oracle
@pytest.mark.parametrize("version", VERSIONS)
def test_without_the_guard_most_of_it_happens(oracle: ModuleType, tmp_path: Path, version: str) -> None:
    calls = Proof(oracle, tmp_path, version, AGENTS, lanes, guarded=False).calls()
    told(version, "without it", calls)
    assert sum(ran for _, passes, ran in calls if not passes) >= 40


@pytest.mark.oracle
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("name", "calls"),
    [
        ("two", [(read("src/a.txt"), True), (read("src/a.txt"), True), (read("src/a.txt"), False)]),
        ("zero", [(read("src/a.txt"), False)]),
        ("diff", [(bash("git diff"), True), (bash("git diff; ls"), False), (read("src/a.txt"), True)]),
        ("kebab", [(bash("ls"), False), (read("src/a.txt"), True)]),
        ("nest", [(agent("m1", "free"), False), (agent("m2", "helper"), True)]),
    ],
)  # fmt: skip
def test_a_session_that_is_an_agent(
    oracle: ModuleType, tmp_path: Path, version: str, name: str, calls: list[tuple[Call, bool]]
) -> None:
    project = Project(tmp_path, AGENTS, guarded=False, more=FILES)
    subprocess.run(["git", "-C", str(project.root), "init", "-q"], check=True)
    project.guard()
    calls = [
        ((tool, {**value, "file_path": str(project.root / "src/a.txt")} if tool == "Read" else value), passes)
        for (tool, value), passes in calls
    ]
    found: Told = project.launch(oracle, {"main": [[call] for call, _ in calls]}, "main", version, "--agent", name)
    ran = [found.ran(f"toolu_main_{turn}_0") for turn in range(len(calls))]
    told(version, f"--agent {name}", [(name, passes, one) for (_, passes), one in zip(calls, ran, strict=True)])
    assert ran == [passes for _, passes in calls], (found.errors, found.results)
