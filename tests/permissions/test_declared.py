"""How remit holds an agent to the scopes in its own lists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.permissions.declared import denied_by, within, within_any
from remit.permissions.paths import Where

WHERE = Where("/home/u/proj", "/home/u")
GIT = ["git diff:*", "git log:*", "npm test", "npm run lint:*, npm ls:*", "cargo test *", "./gradlew check"]


def inside(command: str, scopes: list[str] = GIT) -> bool:
    return within_any(scopes, "Bash", {"command": command, "description": "x"}, where=WHERE)


BYPASSES = [
    # another command, or one that only begins alike
    "git push", "git difftool --extcmd=sh", "git diff-files", "gitdiff", "git", "git  -c core.pager=sh diff", "git -c alias.diff='!sh' diff",
    "git -C / diff", "git --exec-path=/tmp diff", "git --git-dir=/x diff", "Git diff", "git DIFF", "npm test x", "npm tests", "npm run lintx",
    "npm run build", "npm publish", "./gradlew check x", "gradlew check", "cargo tester",
    # more than one command
    "git diff && rm -rf x", "git diff || rm x", "git diff; rm x", "git diff | sh", "git diff |& sh", "git diff\nrm x", "git diff & rm x",
    "rm x; git diff", "rm x & git diff", "git diff &&\nrm x", "git diff;rm x", "git diff|sh", "git diff\n\n\trm x", "(git diff; rm x)",
    "{ git diff; rm x; }", "(rm x)", "! rm x", "if git diff; then rm x; fi", "if rm x; then git diff; fi", "while rm x; do git diff; done",
    "for i in a; do rm $i; done", "case a in a) rm x;; esac", "git diff # ok\nrm x", "git diff \\\n; rm x",
    # commands inside words
    "git diff $(rm x)", "git diff `rm x`", 'git diff "$(rm x)"', "git diff <(rm x)", "git diff >(rm x)", "git diff ${X:-$(rm x)}",
    "git diff $((`rm x`))", "git diff $(git log $(rm x))", "git diff <<< $(rm x)", "git diff <<E\n$(rm x)\nE", "git diff <<E\n`rm x`\nE",
    "X=$(rm x) git diff", "git diff ${X@P}", "git diff ${!X}", "git diff $[`rm x`]", "$(rm x)", "`rm x` git diff",
    # what the command is, is hidden
    "$X git diff", "g${X}it diff", "git $X", "git ${X}", "git d{iff,x}", "{git,rm} diff", "$'git' diff", '$"git" diff', "git di*",
    "git \"$X\" diff", "git $(git log) diff", "=git diff", "git dif\\\nf x",
    # wrappers and other ways to run something
    "timeout 5 git diff", "nice git diff", "nohup git diff", "time git diff", "env git diff", "command git diff", "builtin git diff",
    "exec git diff", "sudo git diff", "xargs git diff", "bash -c 'git diff'", "sh -c 'git diff'", "eval git diff", 'eval "git diff"',
    "find . -exec git diff \\;", "watch git diff", "/usr/bin/git diff", "./git diff", "~/git diff", "../git diff", "source x", ". x",
    "alias git=rm; git diff", "git() { rm x; }; git diff", "function git { rm x; }", "trap 'rm x' EXIT", "coproc git diff", "noglob git diff",
    # surroundings
    "PATH=/tmp git diff", "GIT_EXTERNAL_DIFF=sh git diff", "FOO=1 git diff", "PATH=/tmp; git diff", "export PATH=/tmp; git diff",
    "git log <<'E' $(git log\nrm x\nE\n)", "git log <<'E' $(git log\ngit log)\nE\n", "git diff $\\\n(rm x)", 'git diff "$\\\n(rm x)"',
    'git diff "${X:-\'}$(rm x)\'}"', "git diff *(e:'rm x':)", "git diff &| rm x", "git diff &!rm x", "repeat 3 git diff", "git diff $(<x)",
    "git diff > >(git log)", "git diff ;|; rm x", "git diff $(case x in x) git log;; esac)",
    "X=(a) git diff", "PATH=/tmp", "for PATH in /tmp; do git diff; done", "IFS=x git diff", "cd / && git diff", "set -x; git diff",
    # files
    "git diff > x", "git diff >> x", "git diff >| x", "git diff &> x", "git diff >& x", "git diff 2> x", "git diff 3<> x", "> x git diff",
    "git diff < /etc/shadow", "> x", "git diff > $X", "git diff > /dev/null/../x", "git diff > \"x\"", "git diff {f}> x",
    # not a command line for certain
    "git diff 'x", "git diff \"x", "git diff (x)", "git diff )", "git diff $(x", "git diff &&", "| git diff", "git diff\r\nrm x",
    "git diff\x00rm x", "git\u00a0diff", "git diff;; rm x", "git diff <<E\nx", "", " ", "# git diff", "git diff @(a|b)", "git '' diff",
    "'git diff' x", "git\\ diff", "git diff " + "x" * 20000,
]  # fmt: skip


@pytest.mark.parametrize("command", BYPASSES)
def test_bypasses_are_refused(command: str) -> None:
    assert not inside(command)


LEGITIMATE = [
    "git diff", " git diff ", "git  diff", "git\tdiff", "git diff HEAD~1", "git diff --stat", "git diff -- src/a.py", "git diff a..b",
    "git diff 'a file.txt'", 'git diff "a file.txt"', "git diff a\\ file.txt", "git diff -G 'a;b'", 'git diff -S "a && b"',
    "git diff -G '$(x)'", "git diff -G '`x`'", "git diff -G \\$x", "git diff *.py", "git diff src/**/*.py", "git diff [a-z]*", "git diff a?",
    "git diff $FILE", 'git diff "$FILE"', "git diff ${FILE}", "git diff $HOME/x", "git diff ~/x", "git diff {a,b}.py", "git diff '{a,b}'",
    "git diff 2>&1", "git diff 2>/dev/null", "git diff >/dev/null 2>&1", "git diff &>/dev/null", "git diff </dev/null", "git diff # comment",
    "git diff;", "git diff\n", "\ngit diff", "git diff \\\n  --stat", "'git' diff", "git 'diff'", "g\"it\" diff", "\\git diff",
    "git diff && git log", "git diff || git log", "git diff; git log -3", "git diff | git log", "git diff\ngit log", "git diff |& git log",
    "git diff &", "(git diff)", "{ git diff; }", "! git diff", "if git diff; then git log; fi", "while git diff; do git log; done",
    "git diff $(git log -1)", "git diff `git log -1`", 'git diff "$(git log -1)"', "git diff <(git log)", "git diff a=b", "git diff -c x=y",
    "git log", "git log --oneline -5", "git log -p --author='a b'", "git log --format='%h %s'", "npm test", "npm 'test'", "npm run lint",
    "npm run lint -- --fix", "npm ls", "npm ls --depth 0", "cargo test", "cargo test --all", "cargo test -- --nocapture", "./gradlew check",
    "git diff <<< x", "git diff <<'E'\n$(rm x)\nE", "git diff -G '\n'", "git diff ''", "git diff \u00e9", "git diff a#b", "git diff {} {x}",
    "git diff --output=x", "git diff; ", "if git diff\nthen git log\nfi",
]  # fmt: skip


@pytest.mark.parametrize("command", LEGITIMATE)
def test_legitimate_calls_are_let_through(command: str) -> None:
    assert inside(command)


@pytest.mark.parametrize(
    ("scope", "command", "expected"),
    [
        ("npm run test*", "npm run test:unit --x", True),
        ("npm run test*", "npm run build", False),
        ("npm run *:dev", "npm run web:dev", True),
        ("npm run *:dev", "npm run web:dev x", False),
        ("* --version", "node --version", True),
        ("* --version", "node x --version", False),
        ("git * main", "git switch main", True),
        ("git * main", "git push origin main", False),
        ("git * main", "git -q main", False),
        ("git *", "git", True),
        ("git *", "git anything at all", True),
        ("git *", "gitk", False),
        ("echo a, b", "echo a, b", True),
        ("echo a, b", "b", False),
        ("a:*, b:*", "b x", True),
        ("a:*, b:*", "a x && b", True),
        ("a:*, b:*", "c", False),
        ("git commit -m 'a b'", 'git commit -m "a b"', True),
        ("git commit -m 'a b'", "git commit -m a b", False),
        (":*", "x", False),
        ("", "x", False),
        ("*", "x; y $(z)", True),
        ("git diff | cat", "git diff", False),
        ("git diff > x", "git diff > x", False),
        ("FOO=1 git diff", "FOO=1 git diff", False),
        ("git $X", "git $X", False),
        ("timeout 5 git diff:*", "timeout 5 git diff x", True),
        ("bash -c:*", "bash -c 'rm x'", True),
    ],
)
def test_patterns(scope: str, command: str, expected: bool) -> None:
    assert within(scope, "Bash", command, where=WHERE) is expected


def test_a_command_line_may_need_several_scopes() -> None:
    assert within_any(["git diff:*", "npm test"], "Bash", "git diff && npm test", where=WHERE)
    assert not within_any(["git diff:*"], "Bash", "git diff && npm test", where=WHERE)
    assert not within_any([], "Bash", "git diff", where=WHERE)


@pytest.mark.parametrize(
    ("scopes", "tool", "value", "expected"),
    [
        # the calls of the collected cases
        (["npm test:*, npm run lint:*, npm ls:*"], "Bash", "npm ls --depth 0", True),
        (["npm test:*, npm run lint:*, npm ls:*"], "Bash", "npm publish", False),
        (["git diff:*"], "Bash", "git diff HEAD~1", True),
        (["git diff:*"], "Bash", "git push", False),
        (["git diff:*"], "Bash", "git diff && rm -rf x", False),
        (["git diff:*"], "Bash", "git difftool --extcmd=sh", False),
        (["docs/**"], "Read", "docs/a/b.pdf", True),
        (["docs/**"], "Read", "docs/../secrets.env", False),
        ([".tmp/**"], "Write", ".tmp/out.txt", True),
        ([".tmp/**"], "Write", "src/app.py", False),
        ([".claude/agent-memory/ro-review/**"], "Write", ".claude/agent-memory/ro-review/MEMORY.md", True),
        ([".claude/agent-memory/ro-review/**"], "Write", "src/app.py", False),
        (["scout", "writer"], "Agent", "scout", True),
        (["scout, writer"], "Agent", "writer", True),
        (["scout, writer"], "Agent", "other", False),
        (["inner"], "Agent", "inner", True),
        (["inner"], "Agent", "other", False),
        # and beyond
        (["docs/**"], "Read", "/home/u/proj/docs/x", True),
        (["docs/**"], "Read", "/docs/x", False),
        (["docs/**"], "Read", "DOCS/x", False),
        (["docs/**"], "Read", "vendor/docs/x", False),
        (["docs/**"], "Read", "docs/./x//y", True),
        (["docs/**"], "Read", "../proj/docs/x", True),
        (["docs/**"], "Read", "~/proj/docs/x", True),
        (["docs/**"], "Read", "~/docs/x", False),
        (["docs/**"], "Read", "docs/\x00x", False),
        (["docs/**"], "Read", {}, False),
        (["docs/**"], "Read", {"file_path": 5}, False),
        (["/docs/**"], "Read", "docs/x", True),
        (["//etc/**"], "Read", "/etc/x", True),
        (["docs/**"], "NotebookEdit", {"notebook_path": "docs/x.ipynb"}, True),
        (["docs/**"], "Grep", {"pattern": "x", "path": "docs"}, True),
        (["docs/**"], "Grep", {"pattern": "x"}, False),
        (["docs/**"], "Glob", {"pattern": "*.md", "path": "docs"}, True),
        (["docs/**"], "Glob", {"pattern": "../*", "path": "docs"}, False),
        (["docs/**"], "Glob", {"pattern": "/etc/*", "path": "docs"}, False),
        (["domain:example.com"], "WebFetch", {"url": "https://example.com/x", "prompt": "p"}, True),
        (["domain:example.com"], "WebFetch", "HTTPS://EXAMPLE.com:8080", True),
        (["domain:example.com"], "WebFetch", "https://a.example.com/", False),
        (["domain:*.example.com"], "WebFetch", "https://a.example.com/", True),
        (["domain:example.com"], "WebFetch", "https://example.com@evil.org/", False),
        (["domain:example.com"], "WebFetch", "https://evil.org\\@example.com/", False),
        (["domain:example.com"], "WebFetch", "https://evil.org#@example.com/", False),
        (["domain:example.com"], "WebFetch", "https://example.com\\.evil.org/", False),
        (["domain:example.com"], "WebFetch", "https://example.com.evil.org/", False),
        (["domain:example.com"], "WebFetch", "file://example.com/x", False),
        (["domain:example.com"], "WebFetch", "https://ex%61mple.com/", False),
        (["domain:example.com"], "WebFetch", " https://example.com/", False),
        (["example.com"], "WebFetch", "https://example.com/", False),
        (["review"], "Skill", {"skill": "review", "args": "x"}, True),
        (["review"], "Skill", "/review", True),
        (["review:*"], "Skill", "review", True),
        (["review:*"], "Skill", "review2", False),
        (["review"], "Skill", "other", False),
        (["scout"], "Agent", {"prompt": "x"}, False),
        (["general-purpose"], "Agent", {"prompt": "x"}, True),
        (["scout"], "Task", {"subagent_type": "scout"}, True),
        (["scout"], "Agent", "Scout", False),
        (["x"], "mcp__github__get", {}, False),
        (["x"], "WebSearch", "x", False),
        (["*"], "WebSearch", "x", True),
        ([""], "WebSearch", "x", False),
    ],
)  # fmt: skip
def test_calls(scopes: list[str], tool: str, value: object, expected: bool) -> None:
    assert within_any(scopes, tool, value, where=WHERE) is expected


DENIED = [
    "rm x", "rm", "rm -rf /", "ls; rm x", "ls && rm x", "ls | rm", "(rm x)", "{ rm x; }", "$(rm x)", "echo `rm x`", "echo \"$(rm x)\"",
    "echo <(rm x)", "if a; then rm x; fi", "for i in a; do rm $i; done", "f() { rm x; }; f", "case a in a) rm x;; esac", "! rm x",
    "X=1 rm x", "X=$(rm x)", "sudo rm x", "sudo -u a rm x", "env A=b rm x", "timeout 5 rm x", "nice -n5 rm x", "nohup rm x", "exec rm x",
    "command rm x", "\\rm x", "'rm' x", "r\"m\" x", "r\\\nm x", "/bin/rm x", "./rm x", "rm x > f", "> f rm x", "rm x &", "xargs rm",
    "xargs -n1 rm", "xargs -I{} rm {}", "find . -exec rm {} \\;", "find . -exec /bin/rm {} +", "bash -c 'rm x'", 'sh -c "ls; rm x"',
    "eval rm x", "eval 'rm x'", "ssh h 'rm x'", "watch rm x", "time rm x", "busybox rm x", "python -c 'os.system(\"rm x\")'",
    "awk 'BEGIN{system(\"rm x\")}'", "trap 'rm x' EXIT", "alias ls='rm x'", "$X x", "r${X}m x", "$'rm' x", "{rm,x}", "ls 'rm", "ls ) rm x",
    "ls <<E\n$(rm x)\nE", "ls <<E\n`rm x`\nE", "rm\tx", "ls\nrm x", "ls \x00; rm x", "ls $(", "x" * 20000, "ls\r\nrm x", "env -S 'rm x'",
    "/usr/bin/env rm x", "stdbuf -o L rm x", "bash <<< 'rm x'", "coproc rm x", "[[ $(rm x) ]]", "a[$(rm x)]=1", "parallel rm ::: x",
    'echo "${X:-\'}$(rm x)\'}"', "echo ${X:-{} ; rm x; echo }", "/bin/r? x", "r* x", "\\r{m,x} y", "a[$(rm x)]=1 b", "git -c alias.x='!rm x' x",
    "git rebase -x 'rm x'", "git bisect run rm x", 'echo "$\\\n(rm x)"', "echo $\\\n(rm x)",
]  # fmt: skip


@pytest.mark.parametrize("command", DENIED)
def test_a_denied_command_is_found(command: str) -> None:
    assert denied_by("rm:*", "Bash", command, where=WHERE)


@pytest.mark.parametrize(
    "command",
    [
        "ls", "rmdir x", "git rm x", "echo rm", "echo 'rm x'", "git commit -m 'rm x'", "ls # rm x", "ls | grep rm", "npm rm x", "cat rm", "./x rm",
        "ls && git push", "for i in a; do ls $i; done", "echo $(ls)", "grep -r 'rm -rf' .", "ls 'a;rm x'", "git log --grep=\"rm x\"", "RM x",
    ],
)  # fmt: skip
def test_the_rest_of_the_tool_stays(command: str) -> None:
    assert not denied_by("rm:*", "Bash", command, where=WHERE)


@pytest.mark.parametrize(
    ("scope", "tool", "value", "expected"),
    [
        ("", "Read", "x", True),
        ("*", "Read", "x", True),
        (".env", "Read", "sub/.ENV", True),
        (".env", "Read", "x", False),
        ("secrets/**", "Read", "docs/../secrets/k", True),
        ("secrets/**", "Read", {}, True),
        ("domain:example.com", "WebFetch", "https://example.com/", True),
        ("domain:example.com", "WebFetch", "https://EXAMPLE.com./", True),
        ("domain:example.com", "WebFetch", "https://x@example.com/", True),
        ("domain:example.com", "WebFetch", "nonsense", True),
        ("domain:example.com", "WebFetch", "https://example.org/", False),
        ("example.com", "WebFetch", "https://example.org/", True),
        ("deploy", "Skill", "/deploy", True),
        ("deploy:*", "Skill", "deployer", True),
        ("deploy", "Skill", "other", False),
        ("My-Agent", "Agent", "my_agent", True),
        ("a, b", "Agent", "b", True),
        ("a, b", "Agent", "c", False),
        ("general-purpose", "Agent", {}, True),
        ("model:opus", "Agent", {"subagent_type": "x", "model": "opus"}, False),
        ("x", "mcp__github__get", {}, True),
        ("git:*", "PowerShell", "rm x", True),
        ("limit:5", "CronCreate", {"limit": 5}, True),
        ("limit:5", "CronCreate", {"limit": 6}, False),
    ],
)
def test_denied_calls(scope: str, tool: str, value: object, expected: bool) -> None:
    assert denied_by(scope, tool, value, where=WHERE) is expected


@given(st.text(alphabet=st.sampled_from("git dfx;&|()`$'\"\\{}<>\n\t#=*-"), max_size=50))
def test_what_is_inside_has_no_stranger(tail: str) -> None:
    """Whatever follows, a command line inside a scope names no command besides the one of the scope."""
    if within("git diff:*", "Bash", "git diff" + tail, where=WHERE):
        from remit.permissions.shell import parse

        script = parse("git diff" + tail)
        assert script.error is None
        assert all([word.value for word in command.words[:2]] == ["git", "diff"] for command in script.commands)


@given(st.sampled_from(LEGITIMATE), st.sampled_from([" && ", "; ", " | ", "\n", " & ", " || "]), st.sampled_from(BYPASSES))
def test_one_stranger_spoils_a_line(first: str, operator: str, second: str) -> None:
    if second.strip() and not second.lstrip().startswith("#") and "#" not in first and "<<" not in first:
        assert not inside(first.rstrip().rstrip(";&") + operator + second)
