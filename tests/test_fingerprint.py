"""Fingerprints: the same finding is known again, another one is not taken for it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from remit.diagnostic import Diagnostic
from remit.fingerprint import fingerprints, told_path
from remit.source import Source


def of(text: str, *marked: str, path: str = "/p/agents/a.md", rule: str = "unknown-tool") -> list[str]:
    """The fingerprints of findings at each of these words, a repeated word at its next place."""
    source, findings, last = Source.of(text, path), [], {}
    for word in marked:
        last[word] = start = text.index(word, last.get(word, -1) + 1)
        findings.append(Diagnostic(rule, source, start, start + len(word)))
    return fingerprints(findings, "/p")


FILE = "---\nname: a\ntools: Read, Grpe, Bsh\n---\nBody\n"


def test_a_line_that_moves_keeps_its_fingerprint() -> None:
    assert of(FILE, "Grpe") == of(FILE.replace("name: a\n", "name: a\nmodel: opus\ncolor: red\n"), "Grpe")


def test_indentation_and_line_ends_do_not_count() -> None:
    assert of("a:\n  - Grpe\n", "Grpe") == of("a:\r\n    - Grpe\r\n", "Grpe")


def test_an_edited_line_is_another_finding() -> None:
    assert of(FILE, "Grpe") != of(FILE.replace("Read, ", "Read, Write, "), "Grpe")


def test_rule_file_and_marked_words_tell_findings_apart() -> None:
    told = [*of(FILE, "Grpe"), *of(FILE, "Bsh"), *of(FILE, "Grpe", path="/p/b.md"), *of(FILE, "Grpe", rule="foreign-tool")]
    assert len(set(told)) == 4


def test_the_place_of_the_project_does_not_count() -> None:
    finding = Diagnostic("unknown-tool", Source.of(FILE, "/elsewhere/agents/a.md"), 20, 24)
    other = Diagnostic("unknown-tool", Source.of(FILE, "/p/agents/a.md"), 20, 24)
    assert fingerprints([finding], "/elsewhere") == fingerprints([other], "/p")
    assert told_path("/p/agents/a.md", "/p") == "agents/a.md"
    assert told_path(None, "/p") == ""


def test_a_finding_without_a_line_has_one_too() -> None:
    finding = Diagnostic("unreadable", Source(b"", "/p/gone.md"), 0, 0)
    assert len(fingerprints([finding], "/p")[0]) == 32


@given(st.lists(st.sampled_from(["- Grpe", "- Bsh", "x"]), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_no_two_are_alike_and_the_order_of_asking_does_not_matter(lines: list[str], random) -> None:
    text = "\n".join(lines)
    source, at, findings = Source.of(text, "/p/a.md"), 0, []
    for line in lines:
        findings.append(Diagnostic("unknown-tool", source, at, at + len(line)))
        at += len(line) + 1
    told = fingerprints(findings, "/p")
    assert len(set(told)) == len(told)
    order = list(range(len(findings)))
    random.shuffle(order)
    assert fingerprints([findings[i] for i in order], "/p") == [told[i] for i in order]
