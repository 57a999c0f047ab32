"""Ways around the guard that somebody might think of, tried in the real client: other names of tools, tools that do what another does, moved
folders, look-alike letters, worktrees, skills, agents of the command line, files that hold the agent.

Opt in with `--oracle DIR`. Everything is allowed in the settings, so that only the guard is in the way.
"""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest

from oracle.guarded import Call
from oracle.lanes import Lane, Proof, agent, bash, each, read, told, write

SKILLS = ["forks", "other", "elsewhere", "block", "hooked", "deep:down", "down", "plug:inside", "/runs", "RUNS", "diffs"]
VERSIONS = ["2.1.332", "2.1.197"]
AGENTS = {
    "diff": "tools: Read, Bash(git diff:*)\n",
    "walker": "tools: Bash(cd:*), Bash(git diff:*), Read(src/**), Write(out/**)\n",
    "paths": "tools: Read(src/**), Write(out/**)\n",
    "search": "tools: Read(src/**), Grep(src/**), Glob(src/**)\n",
    "denier": "disallowedTools: Bash\n",
    "reader": "disallowedTools: Bash, Write, Edit\n",
    "mcp": "tools: Read, mcp__github__get_issue\n",
    "skilled": "tools: Read, Skill\n",
    "skilful": "tools: Read, Skill, Bash(git diff:*)\n",
    "one-skill": "tools: Read, Skill(fine)\n",
    "nest": "tools: Read, Agent\n",
    "helper": "tools: Read\n",
    "free": "",
    "planner": "tools: Read, Write, Bash, ExitPlanMode\npermissionMode: plan\n",
    "web": "tools: WebFetch(domain:example.org)\n",
    "writer": "tools: Read, Write\n",
    "cell": "tools: Read, NotebookEdit(out/**)\n",
    "three": "tools: Read\nmaxTurns: 1\n",
}
NOTEBOOK = json.dumps({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
MORE = {
    "src/n.ipynb": NOTEBOOK,
    "out/n.ipynb": NOTEBOOK,
    ".claude/skills/fine/SKILL.md": "---\nname: fine\ndescription: Says fine\n---\nFine.\n",
    ".claude/skills/runs/SKILL.md": "---\nname: runs\ndescription: Runs\nallowed-tools: Bash\n---\nIt says !`touch w-skill`.\n",
    ".claude/commands/old.md": "---\ndescription: Runs\nallowed-tools: Bash\n---\nIt says !`touch w-command`.\n",
    ".claude/skills/forks/SKILL.md": "---\nname: forks\ndescription: Forks\ncontext: fork\nagent: free\n---\nORACLE-SUB::f1 go\n",
    ".claude/skills/other/SKILL.md": "---\nname: elsewhere\ndescription: Runs\n---\nIt says !`touch w-named`.\n",
    ".claude/skills/block/SKILL.md": "---\nname: block\ndescription: Runs\n---\n```!\ntouch w-block\n```\n",
    ".claude/skills/given/SKILL.md": "---\nname: given\ndescription: Runs\n---\nIt says !`git diff $ARGUMENTS`.\n",
    ".claude/skills/hooked/SKILL.md": "---\nname: hooked\ndescription: Hooks\nhooks:\n  PreToolUse:\n    - matcher: Read\n      hooks:\n        - type: command\n          command: touch w-hook\n---\nFine.\n",
    ".claude/skills/argued/SKILL.md": "---\nname: argued\ndescription: Says\n---\nSay: $ARGUMENTS\n",
    ".claude/commands/deep/down.md": "---\ndescription: Runs\n---\nIt says !`touch w-deep`.\n",
    "plug/skills/inside/SKILL.md": "---\nname: inside\ndescription: Runs\n---\nIt says !`touch w-plugin`.\n",
    ".claude/skills/diffs/SKILL.md": "---\nname: diffs\ndescription: Differs\n---\nIt says !`git diff HEAD`.\n",
    "plug/.claude-plugin/plugin.json": '{"name": "plug"}',
    "plug/agents/wide.md": "---\nname: wide\ndescription: Does all\n---\nDo it.\n",
}
GIVEN = {"given": {"description": "d", "prompt": "p"}, "diff": {"description": "d", "prompt": "p", "tools": ["Bash", "Write"]}}


def more(call: Call, **values: object) -> Call:
    return call[0], {**call[1], **values}


def named(name: str, call: Call) -> Call:
    return name, call[1]


def lanes(root: Path) -> dict[str, Lane]:
    def at(path: str) -> str:
        return str(root / path)

    def never(*calls: Call) -> list[list[tuple[Call, bool]]]:
        return each(*((call, False) for call in calls))

    return {
        "shell": Lane(
            "diff",
            *each((bash("git diff"), True)),
            *never(
                more(bash("touch w1"), run_in_background=True),
                more(bash("git diff; touch w2"), run_in_background=True),
                more(bash("touch w3"), dangerouslyDisableSandbox=True),
                bash("g\u0456t diff; touch w4"),
                bash("git\u00a0diff"),
                bash("git diff\u2028touch w5"),
                bash("git diff\rtouch w6"),
                bash("git diff\r\ntouch w7"),
                bash("git diff \uff1b touch w8 ; touch w9"),
                bash("git diff \\\n; touch w10"),
                bash("git diff #\ntouch w11"),
                bash("git diff <<< $(touch w12)"),
                bash("git diff ${X:-$(touch w13)}"),
                bash('git diff "$(touch w14)"'),
                bash("git diff |& tee w15"),
                bash("git diff &> w16"),
                bash("git diff 2> w17"),
                bash("! touch w18"),
                bash("coproc touch w19"),
                bash("function git { touch w20; }; git diff"),
                bash("alias git=touch; git diff"),
                bash("PATH=.:$PATH git diff"),
                bash("$'touch' w21"),
                bash("\\touch w22"),
                bash("git diff --ext-diff; exec touch w23"),
                bash("trap 'touch w24' EXIT; git diff"),
                bash("time touch w25"),
            ),
        ),
        "names": Lane(
            "diff",
            *never(
                named("bash", bash("touch w30")),
                named("BASH", bash("touch w31")),
                named("Bash ", bash("touch w32")),
                named("Bash(git diff:*)", bash("touch w33")),
                named("Monitor", {"command": "touch w34", "description": "d"} and bash("touch w34")),
                ("Monitor", {"command": "touch w35", "description": "d", "timeout_ms": 1000, "persistent": False}),
                ("PowerShell", {"command": "touch w36"}),
                ("REPL", {"code": "touch w37"}),
                ("BashOutput", {"bash_id": "x"}),
                ("KillShell", {"shell_id": "x"}),
                ("TaskOutput", {"task_id": "x", "block": False, "timeout": 10}),
                ("TaskStop", {"task_id": "x"}),
                ("TodoWrite", {"todos": []}),
                ("TaskCreate", {"subject": "s", "description": "d"}),
                ("MultiEdit", {"file_path": at("src/a.txt"), "edits": [{"old_string": "a", "new_string": "b"}]}),
                ("Edit", {"file_path": at("src/a.txt"), "old_string": "a", "new_string": "b"}),
                (
                    "NotebookEdit",
                    {"notebook_path": at("src/n.ipynb"), "new_source": "x", "cell_type": "code", "edit_mode": "insert"},
                ),
                ("Workflow", {"script": "export const meta = {name: 'x', description: 'd'}\nreturn 1"}),
                ("ToolSearch", {"query": "select:Bash", "max_results": 5}),
                ("Task", agent("k1", "free")[1]),
                ("SlashCommand", {"command": "/old"}),
                ("Skill", {"skill": "runs"}),
                ("CronCreate", {"cron": "* * * * *", "prompt": "x", "recurring": False}),
                ("EnterWorktree", {"name": "x"}),
                ("ListMcpResourcesTool", {}),
                ("Config", {"setting": "model", "value": "opus"}),
            ),
        ),
        "walker": Lane(
            "walker",
            *each(
                (bash("cd src"), True),
                (read(at("src/a.txt")), True),
                (read("../secret.txt"), False),
                (read("secret.txt"), False),
                (bash("cd secret && git diff; touch w40"), False),
                (bash("cd secret"), True),
                (read("c.txt"), False),
                (read("src/../secret.txt"), False),
                (write("out.txt"), False),
                (write("../src/w41"), False),
            ),
        ),
        "paths": Lane(
            "paths",
            *each((read(at("src//a.txt")), True), (read(at("src/./deep/../a.txt")), True)),
            *never(
                read(at("src//../secret.txt")),
                read(at("SRC/../secret.txt")),
                read("$HOME/.claude.json"),
                read("~root/.profile"),
                read("/proc/self/cwd/secret.txt"),
                read("/proc/self/root" + at("secret.txt")),
                read(at("src/../src/../secret.txt")),
                read("file://" + at("secret.txt")),
                read(at("s\u0433c/../secret.txt")),
                read(at("src/link/c.txt")),
                read(at("src/alias.txt")),
                write(at("out/../secret.txt")),
                write(at("out/into/x.txt")),
                write(at("out\u2215x.txt")),
                write("out/../../x.txt"),
            ),
        ),
        "search": Lane(
            "search",
            *each(
                (("Grep", {"pattern": "a", "path": at("src")}), True),
                (("Glob", {"pattern": "*.txt", "path": at("src")}), True),
                (("Grep", {"pattern": "s"}), False),
                (("Grep", {"pattern": "s", "path": at("secret")}), False),
                (("Grep", {"pattern": "s", "path": at("src/../secret")}), False),
                (("Grep", {"pattern": "s", "path": at("src/link")}), False),
                (("Glob", {"pattern": "**/*"}), False),
                (("Glob", {"pattern": at("secret/*")}), False),
                (("Glob", {"pattern": "../secret/*", "path": at("src")}), False),
                (("Glob", {"pattern": "*", "path": at("src/link")}), False),
            ),
        ),
        "denier": Lane(
            "denier",
            *each((write(at("out/denier.txt")), True)),
            *never(
                ("Monitor", {"command": "touch w50", "description": "d", "timeout_ms": 1000, "persistent": False}),
                ("PowerShell", {"command": "touch w51"}),
                ("Task", agent("k2", "free")[1]),
                ("Agent", {**agent("k3", "free")[1], "mode": "bypassPermissions"}),
                agent("k4", "plug:wide"),
                agent("k5", "given"),
                agent("k6", "fork"),
                (
                    "Workflow",
                    {"script": "export const meta = {name: 'x', description: 'd'}\nreturn await agent('ORACLE-SUB::k7 go')"},
                ),
            ),
        ),
        "reader": Lane(
            "reader",
            *never(
                ("MultiEdit", {"file_path": at("src/a.txt"), "edits": [{"old_string": "a", "new_string": "b"}]}),
            ),
        ),
        "mcp": Lane(
            "mcp",
            *each((("mcp__github__get_issue", {}), True)),
            *never(
                ("MCP__github__create_issue", {}),
                ("mcp__GitHub__create_issue", {}),
                ("mcp__github__Create_Issue", {}),
                ("mcp__github__create_issue ", {}),
                ("mcp__github____create_issue", {}),
                ("github__create_issue", {}),
                ("mcp__slack__post", {}),
                ("ReadMcpResourceTool", {"server": "slack", "uri": "x://y"}),
                ("ListMcpResourcesTool", {"server": "github"}),
            ),
        ),
        "skilled": Lane(
            "skilled",
            *each(
                (("Skill", {"skill": "fine"}), True),
                (("Skill", {"skill": "runs"}), False),
                (("Skill", {"skill": "old"}), False),
                *((("Skill", {"skill": name}), False) for name in SKILLS),
                (read(at("src/a.txt")), True),
            ),
        ),
        "f1": Lane("free", *never(bash("touch w90"), write(at("w91"))), main=False),
        "skilful": Lane(
            "skilful",
            *each(
                (("Skill", {"skill": "fine"}), True),
                (("Skill", {"skill": "diffs"}), True),
                (("Skill", {"skill": "runs"}), False),
                (("Skill", {"skill": "given", "args": "; touch w92"}), False),
                (("Skill", {"skill": "argued", "args": "x !`touch w93`"}), False),
                (("Skill", {"skill": "fine", "args": "x !`touch w94`"}), False),
                (("Skill", {"skill": "argued", "args": "```!\ntouch w95\n```"}), False),
                (("Skill", {"skill": "argued", "args": "well"}), True),
            ),
        ),
        "one": Lane(
            "one-skill",
            *each(
                (("Skill", {"skill": "fine"}), True),
                (("Skill", {"skill": "runs"}), False),
                (("Skill", {"skill": "/runs"}), False),
            ),
        ),
        "nest": Lane(
            "nest",
            *never(
                agent("e1", "plug:wide"),
                agent("e2", "given"),
                agent("e3", "fr\u0435e"),
                agent("e4", "free "),
                agent("e5", "FREE"),
                agent("e6", "free", background=True),
                ("Agent", {**agent("e7", "free")[1], "isolation": "worktree"}),
                ("Agent", {**agent("e8", "helper")[1], "subagent_type": ["free"]}),
                ("Agent", {**agent("e9", None)[1], "agent_type": "helper"}),
                ("Agent", {**agent("e10", "free")[1], "agent_type": "helper"}),
                ("Task", agent("e11", "free")[1]),
            ),
            *each(
                (("Agent", {**agent("h1", "helper")[1], "mode": "bypassPermissions"}), True),
                (("Agent", {**agent("h2", "helper")[1], "prompt": "/runs ORACLE-SUB::h2 go"}), True),
                (("Agent", {**agent("h3", "helper")[1], "prompt": "ORACLE-SUB::h3 go !`touch w96`"}), True),
            ),
        ),
        "h1": Lane("helper", *never(bash("touch w60"), write(at("w61"))), main=False),
        "planner": Lane("planner", *never(("ExitPlanMode", {"plan": "p"})), *never(write(at("w70")), bash("touch w71"))),
        "web": Lane(
            "web",
            *never(
                *(
                    ("WebFetch", {"url": url, "prompt": "p"})
                    for url in (
                        "https://example.org.evil.test/",
                        "https://example.org@evil.test/",
                        "https://evil.test/example.org",
                        "https://evil.test#example.org",
                        "https://evil.test\\@example.org",
                        "http://EXAMPLE.ORG.evil.test",
                    )
                )
            ),
        ),
        "cell": Lane(
            "cell",
            *each(
                (read(at("out/n.ipynb")), True),
                (read(at("src/n.ipynb")), True),
                (
                    (
                        "NotebookEdit",
                        {"notebook_path": at("src/n.ipynb"), "new_source": "x", "cell_type": "code", "edit_mode": "insert"},
                    ),
                    False,
                ),
                (
                    (
                        "NotebookEdit",
                        {"notebook_path": at("out/n.ipynb"), "new_source": "x", "cell_type": "code", "edit_mode": "insert"},
                    ),
                    True,
                ),
            ),
        ),
        # What holds it is not its own to write, though it may write anything else.
        "writer": Lane(
            "writer",
            *each((write(at("out/writer.txt")), True)),
            *never(
                write(str(root.parent / "policy.json")),
                write("../policy.json"),
                write(str(root.parent / "state" / "journal.jsonl")),
                write(str(root.parent / "state" / "verified.json")),
                write(at(".claude/settings.local.json")),
                write(at(".claude/settings.json")),
                write("~/.claude/settings.json"),
                write(at("out/policy")),
                bash("touch w82"),
            ),
        ),
        # Started with other tools on the command line, it is held to its own file all the same.
        "again": Lane("diff", *never(bash("touch w80"), write(at("w81")))),
        "three": Lane(
            "three",
            [(read(at("src/a.txt")), True), (read(at("src/deep/b.txt")), True)],
            [(read(at("src/a.txt")), False), (read(at("src/a.txt")), False)],
        ),
    }


def proof(oracle: ModuleType, folder: Path, version: str, *, guarded: bool) -> Proof:
    plugin = folder / "project" / "plug"
    return Proof(
        oracle,
        folder,
        version,
        AGENTS,
        lanes,
        "--agents",
        json.dumps(GIVEN),
        "--plugin-dir",
        str(plugin),
        guarded=guarded,
        more=MORE,
    )


@pytest.mark.oracle
@pytest.mark.parametrize("version", VERSIONS)
def test_no_way_leads_around_the_guard(oracle: ModuleType, tmp_path: Path, version: str) -> None:
    tried = proof(oracle, tmp_path, version, guarded=True)
    assert tried.told.code == 0, tried.told.errors
    calls = tried.calls()
    told(version, "ways around, with the guard", calls, sum(line["effect"] == "deny" for line in tried.project.journal()))
    assert [what for what, passes, ran in calls if ran and not passes] == []
    assert [what for what, passes, ran in calls if passes and not ran] == []
    assert not list(tried.project.root.rglob("w[0-9-]*")), "a file that a refused call was to make"
