"""Command lines taken apart: which commands are in a text, what else is, and that no text breaks it."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.permissions import marks, shell
from remit.permissions.fragments import fragments

PLAIN: dict[str, list[str]] = {
    "git diff": ["git diff"],
    " git  diff ": ["git  diff"],
    "a && b || c; d": ["a", "b", "c", "d"],
    "a | b |& c": ["a", "b", "c"],
    "a\nb\n\nc": ["a", "b", "c"],
    "a & b &": ["a", "b"],
    "a; ": ["a"],
    "a # b; c": ["a"],
    "# a\nb": ["b"],
    "a#b": ["a#b"],
    "": [],
    "'a;b' c": ["'a;b' c"],
    '"a && b"': ['"a && b"'],
    "a\\;b": ["a\\;b"],
    "a \\\n b": ["a \\\n b"],
    "(a; b)": ["a", "b"],
    "((1 + 1))": [],
    "{ a; b; }": ["a", "b"],
    "! a": ["a"],
    "a $(b $(c))": ["c", "b $(c)", "a $(b $(c))"],
    "a `b \\`c\\``": ["c", "b `c`", "a `b \\`c\\``"],
    'a "$(b)"': ["b", 'a "$(b)"'],
    "a <(b) >(c)": ["b", "c", "a <(b) >(c)"],
    "a ${X:-$(b)}": ["b", "a ${X:-$(b)}"],
    "a $((1 + $(b)))": ["b", "a $((1 + $(b)))"],
    "X=1 a": ["X=1 a"],
    "X=$(a)": ["a", "X=$(a)"],
    "a[$(b)]=1": ["b", "a[$(b)]=1"],
    "X=(a $(b)) ; c": ["b", "X=(a $(b))", "c"],
    "a > f 2>&1": ["a"],
    "2>f a": ["a"],
    "a <<< $(b)": ["b", "a <<< $(b)"],
    "a <<E\n$(b)\nE\nc": ["a", "b", "c"],
    "a <<'E'\n$(b)\nE\nc": ["a", "c"],
    "a <<-E\n\tx\n\tE\nb": ["a", "b"],
    "a <<E; b\nx\nE": ["a", "b"],
    "if a; then b; elif c; then d; else e; fi": ["a", "b", "c", "d", "e"],
    "while a; do b; done": ["a", "b"],
    "until a\ndo b\ndone": ["a", "b"],
    "for i in $(a); do b $i; done": ["a", "b $i"],
    "for i; do a; done": ["a"],
    "for ((i = 0; i < $(a); i++)); do b; done": ["a", "b"],
    "select i in a; do b; done": ["b"],
    "case $(a) in x | y) b ;; (z) c; d ;; esac; e": ["a", "b", "c", "d", "e"],
    "f() { a; }; b": ["a", "b"],
    "function f { a; }": ["a"],
    "f() (a)": ["a"],
    "[[ -n $(a) && b == c ]] && d": ["a", "d"],
    "[ a ] || b": ["[ a ]", "b"],
    "time a": ["time a"],
    "if a; then (b); fi | c": ["a", "b", "c"],
}


@pytest.mark.parametrize(("text", "commands"), PLAIN.items())
def test_commands(text: str, commands: list[str]) -> None:
    script = shell.parse(text)
    assert script.error is None
    assert [command.text for command in script.commands if command.text] == commands


@pytest.mark.parametrize(
    "text",
    [
        "'a", '"a', "`a", "$(a", "${a", "$((1", "a )", "(a", "{ a", "a; }", "if a", "if a; then b", "fi", "done", "a; done", "then a",
        "&& a", "a &&", "| a", "a |", "; a", ";; a", "a (b)", "a >", "a > ; b", "a <<E", "a <<E\nb", "case x", "case x in a) b",
        "for i in a", "X=(a", "[[ a", "a \\", "$'a", "if a; then b; done", "a b()", "a <<$(b)\nx\n",
        # what the shells take for different things
        "a <<E $(b\nc)\nE", "a $(b <<E)\nE", 'a "${X:-\'}$(b)\'}"', "a ${X:-{} b }", 'a "`b \\"c\\"`"', "a $\\\n(b)", 'a "$\\\n(b)"',
    ],
)  # fmt: skip
def test_what_the_shell_refuses_is_not_understood(text: str) -> None:
    script = shell.parse(text)
    assert script.error is not None
    assert script.opaque


MARKS = {
    "a $X": {marks.VARIABLE},
    "a $HOME/x": {marks.HOME_VARIABLE},
    "a ${X}": {marks.BRACED},
    "a ${X:-b}": {marks.BRACED, marks.COMPUTED},
    "a ${X@P}": {marks.BRACED, marks.COMPUTED},
    "a $(b)": {marks.SUBST},
    "a `b`": {marks.SUBST},
    "a <(b)": {marks.PROCESS},
    "a $((1))": {marks.ARITHMETIC},
    "a $'b'": {marks.ANSI},
    'a $"b"': {marks.LOCALE},
    "a $": {marks.DOLLAR},
    'a "b$"': set(),
    "a {b,c}": {marks.BRACES},
    "a {1..3}": {marks.BRACES},
    "a '{b,c}' {} {b}": set(),
    "a b\\ c": {marks.ESCAPED_BLANK},
    "a b\\\nc": {marks.CONTINUATION},
    "a @(b|c)": {marks.PATTERN_GROUP},
    "a =b": {marks.ZSH_EQUALS},
    "(a)": {marks.SUBSHELL},
    "{ a; }": {marks.GROUP},
    "a &": {marks.BACKGROUND},
    "f() { a; }": {marks.FUNCTION, marks.GROUP},
    "case a in b) c;; esac": {marks.CASE},
    "for i in a; do b; done": {marks.FOR},
    "((1))": {marks.ARITH},
    "X=(a)": {marks.ARRAY},
    "X[0]=a": {marks.ARRAY},
    "a <<E\nE": {marks.HEREDOC},
    "a <<'E'\nE": set(),
    "a <> b": {marks.REDIRECT},
    "a > b c": {marks.LATE_WORD},
    "a;; b": {marks.ODD_SEPARATOR},
    "a\u00a0b": {marks.ODD_SPACE},
    "a\rb": {marks.CONTROL, marks.ODD_SPACE},
    "a\x00b": {marks.CONTROL},
}


@pytest.mark.parametrize(("text", "found"), MARKS.items())
def test_marks(text: str, found: set[str]) -> None:
    assert shell.parse(text).marks == found


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a 'b c' \"d e\" f\\ g", ["a", "b c", "d e", "f g"]),
        ("g\"it\" di''ff", ["git", "diff"]),
        ("\\git d\\iff", ["git", "diff"]),
        ('a "b\\"c" "d\\e"', ["a", 'b"c', "d\\e"]),
        ("a $X b$X", ["a", None, None]),
        ("a {b,c}", ["a", None]),
        ("a '' \"\"", ["a", "", ""]),
        ("a b\\\nc", ["a", "bc"]),
        ("a * ~ [b]", ["a", "*", "~", "[b]"]),
    ],
)
def test_values(text: str, values: list[str | None]) -> None:
    assert [word.value for word in shell.parse(text).commands[0].words] == values


@pytest.mark.parametrize(
    ("text", "harmless"),
    [
        ("a 2>&1", True), ("a >/dev/null", True), ("a &>/dev/null", True), ("a </dev/null", True), ("a <<< x", True), ("a <<'E'\nE", True),
        ("a > f", False), ("a >> f", False), ("a >| f", False), ("a &> f", False), ("a >& f", False), ("a < f", False), ("a <> f", False),
        ("a {x}> f", False), ("a 3> f", False), ("a > $X", False), ("a > /dev/nullx", False), ("a >/dev/null/../x", False), ("a > ''", False),
    ],
)  # fmt: skip
def test_redirections(text: str, harmless: bool) -> None:
    (command,) = shell.parse(text).commands
    assert all(redirect.harmless for redirect in command.redirects) is harmless


HOSTILE = [
    "$(", "`", "(", "((", "{ ", '"', "'", "${", "$((", "a;", "a ", "\\", "if ", "<<a ", "case x in ", "a$(b)", '"$(', "[[ ", "$'", "@(",
    "${a$(", "f()", "\n", " ", "#", "\\\n", "{", "{,", "X=(", "`\\`", "$[", "a&&", ">", "<(", "! ", "a|", "x=", "$", "!(", "for i in ", "do ",
    "a\n<<b\n", "\u00e9", "a[", "function f ", "a <<'x'\n",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_texts_come_to_an_end(piece: str) -> None:
    """Read with going back, a million characters of these would take longer than anybody waits."""
    text = piece * (1_000_000 // len(piece))
    assert shell.parse(text).text == text
    assert all(fragment in text for fragment in islice(fragments(text, quotes=True), 3))
    assert sum(1 for _ in fragments(text, quotes=True)) <= len(text) + 1


@given(st.text(alphabet=st.sampled_from("ab ;&|()`$\"'\\{}<>[]=#!*?\n\t@-,."), max_size=60))
def test_any_text_is_read(text: str) -> None:
    script = shell.parse(text)
    assert script.error is None or script.opaque
    for command in script.commands:
        assert command.full is not None
        repr(command)


@given(st.lists(st.sampled_from(HOSTILE), max_size=14))
def test_any_mixture_is_read(pieces: list[str]) -> None:
    shell.parse("".join(pieces))


@given(st.text(max_size=80))
def test_quoting_makes_one_word(text: str) -> None:
    """What is quoted by the rules of the shell comes back as it was."""
    if any(ord(char) < 32 or ord(char) == 127 for char in text):
        return
    quoted = "'" + text.replace("'", "'\\''") + "'"
    script = shell.parse(f"a {quoted}")
    assert [word.value for word in script.commands[0].words] == ["a", text]
