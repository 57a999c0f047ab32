"""Laws that hold for every rule and every command line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from remit.permissions.claude_code import Outcome, Rule, decide
from remit.permissions.declared import denied_by, within
from remit.permissions.paths import Where

WHERE = Where("/home/u/proj", "/home/u")
STRICTNESS = ["allow", "ask", "deny", "removed"]

WORDS = st.sampled_from(
    ["git", "npm", "run", "ls", "a", "-x", "'a b'", "$X", "$(git a)", "`npm a`", "{a,b}", "*", "~", "a\\ b", "2>&1", ">x"]
)
PREFIXES = st.sampled_from(["", "", "", "timeout 5 ", "sudo ", "FOO=1 ", "NODE_ENV=x ", "xargs ", "! ", "nice "])
SIMPLE = st.builds(lambda prefix, words: prefix + " ".join(words), PREFIXES, st.lists(WORDS, min_size=1, max_size=4))
LINES = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.builds(lambda a, op, b: a + op + b, inner, st.sampled_from([" && ", "; ", " | ", "\n", " & ", " || "]), inner),
        inner.map(lambda line: f"({line})"),
        inner.map(lambda line: f"{{ {line}; }}"),
        inner.map(lambda line: f"if {line}; then ls; fi"),
        inner.map(lambda line: f"for i in a; do {line}; done"),
        inner.map(lambda line: f'echo "$({line})"'),
    ),
    max_leaves=4,
)
SPECIFIERS = st.builds(
    lambda words, end: " ".join(words) + end,
    st.lists(st.sampled_from(["git", "npm", "run", "ls", "a", "-x", "*", "a*", "'a b'"]), min_size=1, max_size=3),
    st.sampled_from(["", ":*", " *", "*"]),
)
RULES = st.lists(
    st.builds(
        lambda effect, specifier: Rule(effect, f"Bash({specifier})"), st.sampled_from(["allow", "ask", "deny"]), SPECIFIERS
    ),
    max_size=4,
)
ANYTHING = st.text(alphabet=st.sampled_from("gitnpm lsa;&|()`$\"'\\{}<>[]=#!*?\n\t-,."), max_size=40)


def decided(rules: list[Rule], line: object, tool: str = "Bash") -> Outcome:
    return decide(rules, tool, line, where=WHERE)  # type: ignore[arg-type]


def strictness(outcome: Outcome) -> int:
    return STRICTNESS.index(outcome.effect)


@given(RULES, st.one_of(LINES, ANYTHING), SPECIFIERS, st.sampled_from(["deny", "ask"]))
def test_a_rule_that_takes_away_never_opens(rules: list[Rule], line: str, specifier: str, effect: str) -> None:
    """With one more deny or ask rule a call is decided as before or more strictly."""
    before = decided(rules, line)
    after = decided([*rules, Rule(effect, f"Bash({specifier})")], line)
    assert strictness(after) >= min(strictness(before), 1) if effect == "ask" else strictness(after) >= strictness(before)


@given(RULES, st.one_of(LINES, ANYTHING), SPECIFIERS)
def test_a_rule_that_allows_never_closes(rules: list[Rule], line: str, specifier: str) -> None:
    before = decided(rules, line)
    after = decided([*rules, Rule("allow", f"Bash({specifier})")], line)
    assert strictness(after) <= strictness(before)


@given(RULES, LINES, LINES, st.sampled_from(["; ", "\n", " && "]))
def test_one_more_command_never_opens(rules: list[Rule], line: str, other: str, operator: str) -> None:
    """What is not allowed alone is not allowed with something behind it."""
    scoped = [rule for rule in rules if rule.rule.specifier]
    before, after = decided(scoped, line), decided(scoped, line + operator + other)
    if after.effect == "allow":
        assert before.effect == "allow"
    if before.effect == "deny":
        assert after.effect == "deny"


@given(RULES, LINES)
def test_the_reason_is_one_of_the_rules(rules: list[Rule], line: str) -> None:
    outcome = decided(rules, line)
    if outcome.rule is not None:
        assert outcome.rule in rules
        assert outcome.rule.effect == {"removed": "deny"}.get(outcome.effect, outcome.effect) or outcome.effect == "ask"


@given(
    RULES,
    ANYTHING,
    st.sampled_from(["Bash", "Read", "Write", "WebFetch", "Skill", "Agent", "Monitor", "Glob", "mcp__a__b", "Other"]),
)
def test_every_call_is_decided(rules: list[Rule], text: str, tool: str) -> None:
    assert decided(rules, text, tool).effect in STRICTNESS
    assert decided(rules, {"command": 5, "file_path": None, "x": text}, tool).effect in STRICTNESS


@given(SPECIFIERS, st.one_of(LINES, ANYTHING))
def test_what_a_scope_lets_in_it_also_keeps_out(specifier: str, line: str) -> None:
    """What a scope lets through in an allowlist, the same scope in a denylist refuses."""
    if within(specifier, "Bash", line, where=WHERE) and "*" not in specifier.removesuffix("*").removesuffix(":").removesuffix(
        " "
    ):
        assert denied_by(specifier, "Bash", line, where=WHERE)


@given(st.sampled_from(["ls", "git a", "npm run a"]), LINES)
def test_appending_is_never_looser(first: str, more: str) -> None:
    """A command that a specific rule allows stays allowed or becomes stricter with something appended."""
    rules = [Rule("allow", f"Bash({first}:*)")]
    assert decided(rules, first).effect == "allow"
    if decided(rules, f"{first}; {more}").effect == "allow":
        assert decided(rules, more).effect == "allow" or more.strip() == ""
