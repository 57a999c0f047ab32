"""The installed program, as a person and a script meet it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SHOP = ("--root", "examples/shop", "--home", "examples/home", "--plugins", "examples/plugins")


def remit(
    *words: str | Path, stdin: str | None = None, cwd: Path = EXAMPLES.parent, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "remit", *map(str, words)], capture_output=True, text=True, check=False, cwd=cwd, input=stdin, encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "100", **environment},
    )  # fmt: skip


def answer(*words: str | Path, code: int = 0, **more: object) -> dict:
    done = remit(*words, "--format", "json", **more)
    assert done.returncode == code, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_version_and_help() -> None:
    assert remit("--version").stdout.startswith("remit ")
    done = remit("--help")
    assert (done.returncode, done.stderr) == (0, "")
    for command in ("list", "show", "can", "check", "agent-def", "completion"):
        assert command in done.stdout
        help_text = remit(command, "--help")
        assert help_text.returncode == 0
        assert "usage: remit " + command in help_text.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("shwo", "x"), "did you mean `remit show`"),
        (("show", "nobody", *SHOP), "no agent `nobody`"),
        (("show", "reviewr", *SHOP), "did you mean `reviewer`"),
        (("show", "no/such.md"), "no such file"),
        (("show", "x.md", "--host", "clod-code"), "unknown host `clod-code`"),
        (("show", "x.md", "--host", "claude-code@x.y"), "`x.y` is not a version"),
        (("list", "no-such-folder"), "no such directory"),
        (("list", "--nope"), "unrecognized arguments: --nope"),
        (("show", "reviewer", "--tools", "A", "--inventory", "x.json", *SHOP), "exclude each other"),
        (("show", "reviewer", "--inventory", "missing.json", *SHOP), "no such file"),
        (("list", "--settings", "missing.json"), "no such file"),
        (("--nope",), "options come after a command"),
    ],
)
def test_wrong_use_is_one_line_that_helps(words: tuple[str, ...], says: str) -> None:
    done = remit(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("remit: ")


def test_list_tells_active_shadowed_and_broken() -> None:
    rows = {(row["name"], row["host"], row["scope"]): row for row in answer("list", *SHOP)["definitions"]}
    assert rows["reviewer", "claude-code", "project"]["status"] == "active"
    shadowed = rows["reviewer", "claude-code", "user"]
    assert shadowed["status"] == "shadowed"
    assert shadowed["shadowedBy"].endswith("shop/.claude/agents/reviewer.md".replace("/", os.sep))
    assert rows["team-tools:security", "claude-code", "plugin"]["status"] == "active"
    assert ("linter", "zeph", "project") in rows
    assert ("docs", "opencode", "project") in rows


def test_list_in_text_flags_what_the_host_adds() -> None:
    done = remit("list", *SHOP)
    assert done.returncode == 0
    row = next(line for line in done.stdout.splitlines() if "release-notes" in line)
    assert "by the host" in row
    assert "\x1b" not in done.stdout


def test_show_tells_the_three_sets_and_why() -> None:
    shown = answer("show", "lead", *SHOP)
    assert shown["schema"] == "remit/show/1"
    assert shown["declaredTools"] == ["Read", "Agent(reviewer, fixer)"]
    assert shown["effectiveTools"] == ["Read", "Agent"]
    assert {"Bash", "Edit", "Write"} <= set(shown["reachableTools"])
    assert shown["reachablePaths"]["Edit"] == ["lead", "fixer"]
    reasons = {reason["tool"]: reason for reason in shown["reasons"]}
    assert (reasons["Read"]["line"], reasons["Read"]["column"]) == (4, 8)
    assert reasons["Read"]["granted"] is True
    assert reasons["WebFetch"]["granted"] is False
    assert reasons["WebFetch"]["path"].endswith("settings.json")


def test_a_front_matter_cut_short_is_told_at_its_place() -> None:
    shown = answer("show", "release-notes", *SHOP)
    assert shown["declaredTools"] == ["Read", "Bash"]
    assert len(shown["effectiveTools"]) > 10
    cut = next(finding for finding in shown["diagnostics"] if finding["rule"] == "front-matter-cut")
    assert cut["severity"] == "error"
    assert cut["start"] == {"line": 3, "column": 35}
    assert "`tools`" in cut["message"]


def test_show_of_every_agent() -> None:
    agents = answer("show", *SHOP)["agents"]
    assert {"lead", "reviewer", "linter"} <= {agent["name"] for agent in agents}
    assert all(agent["reasons"] for agent in agents)


@pytest.mark.parametrize(
    ("words", "code", "effect"),
    [
        (("reviewer", "Bash", "git diff HEAD"), 0, "allow"),
        (("reviewer", "Bash", "git push"), 1, "deny"),
        (("reviewer", "Bash", "git diff; rm -rf ."), 1, "deny"),
        (("reviewer", "Write", "x.md"), 1, "deny"),
        (("fixer", "Bash", "git push origin"), 1, "deny"),
        (("fixer", "Bash", "npm publish now"), 3, "ask"),
        (("fixer", "Bash", '{"command": "npm test x"}'), 0, "allow"),
        (("fixer", "Read", "secrets/key"), 1, "deny"),
        (("fixer", "WebFetch", "https://a.b"), 1, "deny"),
        (("researcher", "mcp__analytics__query", "x"), 1, "deny"),
        (("planner", "bash", "git log -1"), 1, "deny"),
        (("linter", "bash", "make lint"), 0, "allow"),
    ],
)
def test_can_says_it_with_its_exit_code(words: tuple[str, ...], code: int, effect: str) -> None:
    told = answer("can", *words, *SHOP, code=code)
    assert told["effect"] == effect
    assert told["reason"]
    assert told["tool"] == words[1]


def test_check_points_and_fails() -> None:
    done = remit("check", "examples/shop")
    assert done.returncode == 1
    assert "error[front-matter-cut]" in done.stdout
    assert "release-notes.md:3:35" in done.stdout
    assert "^^^" in done.stdout
    assert remit("check", "examples/shop", "--fail-on", "never").returncode == 0


def test_check_of_a_good_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("---\nname: a\ndescription: Does things well\ntools: Read\n---\nDo.\n")
    done = remit("check", path)
    assert (done.returncode, done.stdout) == (0, "1 file: nothing to report\n")
    assert answer("check", path)["summary"] == {"files": 1, "errors": 0, "warnings": 0, "infos": 0}


def test_check_of_a_missing_file_is_wrong_use_and_the_rest_goes_on(tmp_path: Path) -> None:
    good = tmp_path / "a.md"
    good.write_text("---\nname: a\ndescription: Does things\ntools: Grpe\n---\nDo.\n")
    done = remit("check", tmp_path / "missing.md", good)
    assert done.returncode == 2
    assert "no such file" in done.stdout
    assert "Grpe" in done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_commands_hosts_and_options(shell: str) -> None:
    done = remit("completion", shell)
    assert done.returncode == 0
    for word in ("show", "claude-code", "inventory"):
        assert word in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="bash")
def test_the_bash_completion_completes() -> None:
    script = remit("completion", "bash").stdout + "\nCOMP_WORDS=(remit sh) COMP_CWORD=1; _remit; echo ${COMPREPLY[@]}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert "show" in done.stdout.split()


def test_color_only_where_it_is_asked_for() -> None:
    assert "\x1b[" not in remit("show", "lead", *SHOP).stdout
    assert "\x1b[" in remit("show", "lead", *SHOP, "--color", "always").stdout
    assert "\x1b[" not in remit("show", "lead", *SHOP, "--color", "never", FORCE_COLOR="1").stdout


@pytest.mark.parametrize("width", ["30", "50", "200"])
def test_text_fits_the_terminal(width: str) -> None:
    for words in (("list",), ("show", "lead"), ("show", "reviewer")):
        done = remit(*words, *SHOP, COLUMNS=width)
        assert done.returncode == 0
        assert max(map(len, done.stdout.splitlines())) <= int(width)


def test_a_closed_pipe_ends_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "remit", "show", *SHOP, "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=EXAMPLES.parent,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(1)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.wait()


def test_what_a_stranger_wrote_does_not_reach_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b'---\nname: "a\\e[31mred"\ndescription: "x\\u202ey \\x07"\ntools: "Re\\e]0;t\\x07ad"\n---\nB\n')
    for words in (("show", path), ("check", path), ("list", tmp_path)):
        out = remit(*words).stdout
        assert "\x1b" not in out
        assert "\x07" not in out
        assert "\u202e" not in out


def test_windows_line_ends_and_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"\xef\xbb\xbf---\r\nname: a\r\ndescription: Does things\r\ntools: Read, Grpe\r\n---\r\nBody\r\n")
    finding = answer("check", path)["diagnostics"][0]
    assert (finding["rule"], finding["start"]) == ("unknown-tool", {"line": 4, "column": 14})
