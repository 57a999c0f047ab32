"""Types, fences and edges: the cases that follow from the code and from its readers (7.5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hosts.zeph.zeph_texts import CURRENT, F3, F4, MID, NEWEST, OLD, outcome, parse, reading, rules, toml, yaml
from remit.hosts import host
from remit.hosts.base import Version
from remit.source import Source

NAMES = {
    "line-end": ('"bot\\n"', "invalid"),
    "64": ("a" * 64, "ok"),
    "65": ("a" * 65, "invalid"),
    "blanks": ('" bot "', "invalid"),
    "underscore-first": ("_x", "invalid"),
    "dash-last": ("x-", "ok"),
    "digit": ('"9"', "ok"),
    "number": ("123", "parse"),
    "truth": ("true", "parse"),
    "fraction": ("1.5", "parse"),
    "hexadecimal": ("0x1F", "parse"),
    "null": ("~", "parse"),
    "nothing": ("", "invalid"),
    "no": ("no", "ok"),
    "on": ("on", "ok"),
    "digits-after-a-zero": ("010", "ok"),
    "list": ("[a]", "parse"),
    "table": ("{a: b}", "parse"),
}


@pytest.mark.parametrize(("name", "expected"), NAMES.values(), ids=NAMES)
def test_names(name: str, expected: str) -> None:
    assert outcome(yaml(name=name)) == expected


def test_words_of_yaml_1_1_are_text() -> None:
    assert parse(yaml(name="no")).name == "no"
    assert parse(yaml(name="on")).name == "on"


def test_zeph_itself_takes_a_number_for_a_name() -> None:
    """Its YAML reader gives text where text is wanted. The author may not have meant it, so remit refuses."""
    found = reading(yaml(name="123"))
    assert found.loaded
    assert found.name == "123"
    assert found.definition is None
    assert not reading(toml(name="123")).loaded


DESCRIPTIONS = {
    "folded": (">\n  text", "invalid"),
    "literal": ("|\n  text", "invalid"),
    "folded-without-end": (">-\n  text", "ok"),
    "tab": ('"a\\tb"', "ok"),
    "U+0085": ('"a\\u0085b"', "ok"),
    "U+2028": ('"a\\u2028b"', "ok"),
    "U+0000": ('"a\\u0000b"', "invalid"),
    "U+007F": ('"a\\u007fb"', "invalid"),
    "number": ("5", "parse"),
    "colon": ("Use when: always", "parse"),
}


@pytest.mark.parametrize(("description", "expected"), DESCRIPTIONS.values(), ids=DESCRIPTIONS)
def test_descriptions(description: str, expected: str) -> None:
    assert outcome(yaml(description=description)) == expected


def test_control_characters_before() -> None:
    assert outcome(toml(description='"a\\nb"'), OLD) == "ok"
    assert outcome(toml(description='"a\\nb"'), MID) == "invalid"
    assert outcome(yaml(name='"a\\tb"'), MID) == "ok"
    assert outcome(yaml(name='"a\\nb"'), MID) == "invalid"


LINES = {
    "background: yes": "parse",
    "background: on": "parse",
    'background: "true"': "parse",
    "background: 1": "parse",
    "background: True": "ok",
    "max_turns: 010": "parse",
    "max_turns: 1_000": "parse",
    "max_turns: 12:30": "parse",
    "max_turns: -1": "parse",
    "max_turns: 4294967296": "parse",
    "max_turns: 4294967295": "ok",
    "max_turns: 1.5": "parse",
    "max_turns: 1e2": "parse",
    "max_turns: 5.0": "parse",
    'max_turns: "5"': "parse",
    "max_turns: five": "parse",
    "max_turns: true": "parse",
    "max_turns: [5]": "parse",
    "max_turns: ~": "parse",
    "max_turns:": "parse",
    "max_turns: 0": "ok",
    "max_turns: +5": "ok",
    "max_turns: 0x10": "ok",
    "timeout_secs: 18446744073709551615": "ok",
    "timeout_secs: 18446744073709551616": "parse",
    "ttl_secs: 0": "ok",
    "secrets: token": "parse",
    "secrets: [1]": "parse",
    "secrets: {a: b}": "parse",
    "secrets: []": "ok",
    "permission_mode:": "parse",
    "max_history_messages: -1": "parse",
    "max_history_messages: 0": "ok",
}


@pytest.mark.parametrize(("line", "expected"), LINES.items(), ids=LINES)
def test_permissions(line: str, expected: str) -> None:
    assert outcome(yaml("permissions:", f"  {line}")) == expected


TOML_LINES = {
    "max_turns = -1": "parse",
    "max_turns = 4294967296": "parse",
    "max_turns = 1.5": "parse",
    'max_turns = "5"': "parse",
    "max_turns = true": "parse",
    "max_turns = 1_000": "ok",
    "max_turns = 0": "ok",
    "timeout_secs = 9223372036854775807": "ok",
    "timeout_secs = 9223372036854775808": "parse",
    "background = 1": "parse",
    'background = "true"': "parse",
    'secrets = "x"': "parse",
    "secrets = [1]": "parse",
    "max_turns = 1\nmax_turns = 2": "parse",
}


@pytest.mark.parametrize(("line", "expected"), TOML_LINES.items(), ids=TOML_LINES)
@pytest.mark.parametrize("version", [OLD, NEWEST])
def test_permissions_in_toml(version: str, line: str, expected: str) -> None:
    assert outcome(toml("[permissions]", line), version) == expected


TABLES = {
    "tools: [a, b]": "parse",
    "tools: shell": "parse",
    "tools: ~": "parse",
    "tools: {allow: shell}": "parse",
    "tools: {allow: [1]}": "parse",
    "tools: {allow: [[a]]}": "parse",
    "tools: {except: ~}": "parse",
    "tools: {deny: ~}": "ok",
    "tools: {allow: []}": "ok",
    "tools: {deny: []}": "ok",
    "tools: {allow: [], deny: []}": "invalid",
    "tools: {except: [a]}": "ok",
    "permissions: []": "parse",
    "permissions: {}": "ok",
    "skills: [a]": "parse",
    "skills: {include: a}": "parse",
    "skills: {inlcude: [a]}": "ok",
    "skills: {include: ['**']}": "ok",
    "model: [a]": "parse",
    "model: 5": "parse",
    "memory: 5": "parse",
    "memory: ~": "ok",
    "? [a]\n: b": "parse",
    "name: b": "parse",
    "description: c": "parse",
    "tools: {allow: [a], allow: [b]}": "parse",
    "<<: {model: x}": "parse",
}


@pytest.mark.parametrize(("line", "expected"), TABLES.items(), ids=TABLES)
def test_tables(line: str, expected: str) -> None:
    assert outcome(yaml(line)) == expected


@pytest.mark.parametrize(
    "lines", [("tools:", "  allow:"), ("tools:", "  allow: ~"), ("tools:",)], ids=["allow", "allow-null", "tools"]
)
@pytest.mark.parametrize("version", [MID, CURRENT, NEWEST])
def test_an_allowlist_left_empty(version: str, lines: tuple[str, ...]) -> None:
    """For Zeph it is absent and the agent has every tool. That is told, and remit loads no such file."""
    found = reading(yaml(*lines), version)
    assert found.loaded
    assert found.view.kind == "inherit"
    assert found.definition is None
    (finding,) = [finding for finding in found.findings if finding.rule == "list-left-empty"]
    assert finding.severity == "error"
    assert finding.refuses
    assert "every tool" in finding.message
    assert outcome(yaml(*lines), version) == "parse"


def test_an_exception_list_left_empty() -> None:
    found = reading(yaml("tools:", "  allow: [read]", "  except:"))
    assert found.definition is not None
    assert found.definition.disallowed_tools == ()
    assert "list-left-empty" in rules(found)


def test_misspelt_skills_are_ignored_in_every_version() -> None:
    for version in (MID, CURRENT, NEWEST):
        found = reading(yaml("skills: {inlcude: [a]}"), version)
        assert found.definition is not None
        assert found.definition.skills.include == ()
        assert [(finding.rule, finding.severity) for finding in found.findings] == [("misspelt-key", "error")]


OPENINGS = {
    "byte-order-mark": ("\ufeff---\nname: a\ndescription: b\n---\nx\n", "byte-order-mark"),
    "leading-line": ("\n---\nname: a\ndescription: b\n---\nx\n", "no-front-matter"),
    "leading-blank": (" ---\nname: a\ndescription: b\n---\nx\n", "no-front-matter"),
    "blank-after": ("--- \nname: a\ndescription: b\n---\nx\n", "fence-differs"),
    "four": ("----\nname: a\ndescription: b\n----\nx\n", "fence-differs"),
    "lone-returns": ("---\rname: a\rdescription: b\r---\rx\r", "lone-carriage-returns"),
    "mixed": ("---\nname: a\ndescription: b\n+++\nx\n", "unclosed-front-matter"),
    "empty": ("", "no-front-matter"),
    "only-a-fence": ("---", "fence-differs"),
    "nothing-between": ("---\n---\nbody\n", "fence-differs"),
    "toml-byte-order-mark": ("\ufeff" + F3, "byte-order-mark"),
    "toml-blank-after": ("+++ " + F3[3:], "fence-differs"),
    "toml-nothing-between": ("+++\n+++\nbody\n", "fence-differs"),
}


@pytest.mark.parametrize(("text", "rule"), OPENINGS.values(), ids=OPENINGS)
def test_openings(text: str, rule: str) -> None:
    for version in (OLD, NEWEST) if text.startswith(("+++", "\ufeff+++")) else (NEWEST,):
        assert outcome(text, version) == "parse"
        found = reading(text, version)
        assert not found.loaded
        assert rule in rules(found)
        assert found.findings[0].message


@pytest.mark.parametrize("version", [OLD, MID, NEWEST])
def test_a_closing_fence_is_a_prefix(version: str) -> None:
    text = '+++\nname = "a"\ndescription = "b"\n+++foo\nbar\n'
    assert parse(text, version).system_prompt == "foo\nbar"
    if version != OLD:
        assert parse("---\nname: a\ndescription: b\n---foo\nbar\n", version).system_prompt == "foo\nbar"
        assert parse("---\nname: a\ndescription: b\n----\nbar\n", version).system_prompt == "-\nbar"
        assert "front-matter-cut" in rules(reading("---\nname: a\ndescription: b\n----\nbar\n", version))


def test_a_fence_inside_a_toml_text_cuts_it() -> None:
    text = '+++\nname = "a"\ndescription = """b\n+++ c"""\n+++\nbody\n'
    assert outcome(text, OLD) == "parse"
    assert not reading(text, OLD).loaded


def test_what_is_cut_away_is_not_lost_in_silence() -> None:
    """Zeph would load the agent without its lists."""
    found = reading("---\nname: a\ndescription: b\n---#\ntools: {allow: []}\n---\nbody\n")
    assert found.loaded
    assert found.view.kind == "inherit"
    assert found.definition is None


def test_a_block_that_begins_with_a_fence() -> None:
    found = reading("---\n---\nname: a\ndescription: b\n---\nbody\n")
    assert found.definition is None
    assert "fence-differs" in rules(found)


def test_prompt_is_trimmed_as_rust_trims() -> None:
    assert parse("---\nname: a\ndescription: b\n---\n\u2003\u00a0\n x \u3000\n").system_prompt == "x"
    assert parse("---\nname: a\ndescription: b\n---\n\x1cx\n").system_prompt == "\x1cx"


SIZE = 262_144


@pytest.mark.parametrize(("size", "expected"), [(SIZE, "ok"), (SIZE + 1, "parse")])
@pytest.mark.parametrize("version", [MID, CURRENT, NEWEST])
def test_size(version: str, size: int, expected: str) -> None:
    text = F4 + "x" * (size - len(F4))
    assert outcome(text, version, path="big.md") == expected
    if expected != "ok":
        assert rules(reading(text, version, path="big.md")) == ["file-too-large"]


def test_the_first_version_has_no_limit() -> None:
    assert outcome(F3 + "x" * SIZE, OLD, path="big.md") == "ok"
    assert host("zeph").size_limit(Version(OLD)) is None
    assert host("zeph").size_limit(Version(MID)) == SIZE


@pytest.mark.parametrize("version", [OLD, NEWEST])
def test_not_utf_8(version: str) -> None:
    data = F3.encode() + b"\xff\xfe"
    assert outcome(data, version) == "parse"
    found = reading(data, version)
    assert rules(found)[0] == "unreadable"
    assert found.findings[0].start == len(F3)


def test_deprecated_toml() -> None:
    assert "deprecated-fence" in rules(reading(F3, MID))
    assert "deprecated-fence" in rules(reading(F3, NEWEST))
    assert "deprecated-fence" not in rules(reading(F3, OLD))


def test_yaml_anchors_are_refused() -> None:
    text = yaml("tools:", "  allow: &x [read]", "skills:", "  include: *x")
    found = reading(text)
    assert found.loaded
    assert found.definition is None
    assert outcome(text) == "parse"


ADVICE = {
    "bypass-mode": "permissions: {permission_mode: bypass_permissions}",
    "zero-limit": "permissions: {max_turns: 0}",
    "unenforced-field": "permissions: {timeout_secs: 5}",
    "scope-ignored": "tools: {allow: [Bash(git *)]}",
    "deny-takes-whole-tool": "tools: {except: [Bash(rm *)]}",
    "pattern-without-effect": "tools: {deny: ['*']}",
    "unknown-tool": "tools: {deny: [shell]}",
    "duplicate-entry": "tools: {allow: [read, read]}",
    "allowed-and-denied": "tools: {allow: [Read], except: [read]}",
    "refused-pattern": "skills: {exclude: ['a**']}",
}


@pytest.mark.parametrize(("rule", "line"), ADVICE.items(), ids=ADVICE)
def test_advice(rule: str, line: str) -> None:
    found = reading(yaml(line))
    assert found.definition is not None
    assert rule in rules(found)
    for finding in found.findings:
        assert finding.message
        assert finding.severity in ("error", "warning", "info")
        assert finding.help is None or finding.help


@pytest.mark.parametrize(("entry", "rule"), [("Read", "wrong-case-tool"), ("Bash(ls)", "pattern-without-effect")])
def test_names_before_they_were_folded(entry: str, rule: str) -> None:
    assert rule in rules(reading(toml("[tools]", f'allow = ["{entry}"]'), OLD))


def test_every_rule_has_words() -> None:
    """Each finding that a reading can have is worded."""
    texts = [text for text, _ in OPENINGS.values()]
    texts += [yaml(line) for line in (*TABLES, *ADVICE.values())]
    texts += [yaml("permissions:", f"  {line}") for line in LINES]
    texts += [yaml(name=name) for name, _ in NAMES.values()]
    for text in texts:
        for version in (OLD, MID, CURRENT, NEWEST):
            for finding in reading(text, version).diagnostics:
                assert finding.message
                assert "None" not in finding.message
                assert "None" not in (finding.help or "")


_pieces = st.sampled_from(
    [
        "---",
        "+++",
        "\n",
        "\r\n",
        "\r",
        " ",
        "name",
        ":",
        " a",
        "=",
        '"',
        "[",
        "]",
        "{",
        "}",
        "tools",
        "allow",
        "deny",
        "- ",
        "\ufeff",
        "#",
    ]
)


@given(st.lists(_pieces, max_size=30).map("".join), st.sampled_from([OLD, MID, CURRENT, NEWEST]))
def test_law_reading_never_raises(text: str, version: str) -> None:
    found = reading(text, version)
    assert (found.definition is None) == any(f.refuses for f in (*found.document.diagnostics, *found.findings))
    assert found.definition is None or found.loaded
    assert found.loaded == (found.why is None)


@given(st.binary(max_size=60), st.sampled_from([b"---\n", b"+++\n", b""]))
def test_law_bytes_never_raise(data: bytes, fence: bytes) -> None:
    host("zeph").read(Source(fence + data + b"\n" + fence), Version(NEWEST))
