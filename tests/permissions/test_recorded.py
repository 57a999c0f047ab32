"""More decisions of Claude Code 2.1.332 than the golden folder has: every recorded call under every recorded rule."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from remit.permissions.claude_code import Rule, decide
from remit.permissions.paths import Where

HOME = "/home/user"
PROJECT = f"{HOME}/proj"
LETTERS = {"allow": "A", "ask": "?", "deny": "D", "removed": "R"}
STRICTNESS = "A?DR"
RECORDED = json.loads((Path(__file__).parent / "recorded.json").read_text(encoding="utf-8"))

OPTION = "setsid -f x npmx 'a b'"  # whether an option takes a word of its own is not known
BY_PATH = "/usr/bin/exec npmx 'a b'"
UNFINISHED = {
    'ls "; npmx a': "D",
    "ls 'x\nnpmx a": "D",
}  # an open quote: the shell refuses the line, so what the client says has no effect
NESTED = {"cat <<E\n`npmx a`\nE": "D", "a[$(npmx a)]=1": "D"}  # the shell runs the inner command; the client overlooks it
DENY = UNFINISHED | NESTED
KNOWN: dict[tuple[str, str], dict[str, str]] = {
    ("bash_ask", "ask Bash(npmx a), allow Bash"): {"npmx 2>&1 a": "?"},
    ("bash_ask", "ask Bash(* a), allow Bash"): {"npmx 2>&1 a": "?"},
    ("bash_odd", "allow Bash(npmx:*)"): {"ls 'x\nnpmx a": "?", "if ls; then npmx a": "?"},
    ("bash_odd", "deny Bash(npmx:*), allow Bash"): DENY,
    ("bash_odd", "deny Bash(npmx a), allow Bash"): DENY,
    ("bash_odd", "ask Bash(npmx:*), allow Bash"): dict.fromkeys(DENY, "?"),
    ("bash_odd", "deny Bash(timeout:*), allow Bash"): {"nice timeout 5 npmx a": "D"},
    ("bash_quoted", "deny Bash(npmx 'a b'*), allow Bash"): {OPTION: "D", BY_PATH: "D"},
    ("bash_quoted", "deny Bash(npmx 'a b':*), allow Bash"): {OPTION: "D", BY_PATH: "D"},
    ("bash_quoted", "deny Bash(npmx 'a b'), allow Bash"): {OPTION: "D", BY_PATH: "D"},
    ("bash_quoted", "deny Bash(npmx a b*), allow Bash"): {OPTION: "D", "setsid script -c npmx 'a b'": "D"},
    ("bash_quoted", "ask Bash(npmx 'a b' *), allow Bash"): {OPTION: "?", BY_PATH: "?"},
    ("bash_as_one", "deny Bash(xargs:*), allow Bash"): {"npmx a; ((b))": "?"},
    ("bash_as_one", "deny Bash(run*), allow Bash"): {"npmx a; ((b))": "?"},
    ("bash_odd", "deny Bash(* a), allow Bash"): {"ls 'x\nnpmx a": "D", **NESTED},
}
"""Where the model is stricter than the client, on purpose: (group, rule) -> call -> the model's answer."""


def place(value: object) -> object:
    if isinstance(value, str):
        return value.replace("@P@", PROJECT[1:]).replace("@H@", HOME[1:])
    if isinstance(value, dict):
        return {key: place(inner) for key, inner in value.items()}
    return value


ROWS = [(group, rule) for group in RECORDED["groups"] for rule in group["rules"]]


def title(row: tuple[dict[str, object], dict[str, object]]) -> str:
    group, rule = row
    shown = [f"{effect} {' '.join(rule[effect])}" for effect in ("deny", "ask", "allow") if effect in rule]  # type: ignore[arg-type]
    return f"{group['name']}-{', '.join(shown) or 'no rule'}" + (f" ({rule['source']})" if "source" in rule else "")


@pytest.mark.parametrize("row", ROWS, ids=title)
def test_decisions(row: tuple[dict, dict]) -> None:
    group, given = row
    base = f"{HOME}/.claude" if given.get("source") == "user" else None
    rules = [
        Rule(effect, str(place(text)), text, base) for effect in ("deny", "ask", "allow") for text in given.get(effect, ())
    ]
    where = Where(PROJECT, HOME, agents=tuple(group.get("agents", ())), skills=tuple(group.get("skills", ())))
    known = KNOWN.get((group["name"], title(row).partition("-")[2]), {})
    wrong = {}
    for (tool, value), decided in zip(group["calls"], given["decisions"], strict=True):
        if decided == ".":  # the client refused the input before it came to a decision
            continue
        answer = LETTERS[decide(rules, tool, place(value), where=where).effect]
        shown = value if isinstance(value, str) else json.dumps(value)
        if answer != decided and known.get(shown) != answer:
            wrong[shown] = f"{answer} instead of {decided}"
        if shown in known and answer == known[shown]:
            assert STRICTNESS.index(answer) > STRICTNESS.index(decided)
    assert not wrong
