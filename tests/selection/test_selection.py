"""Selections: layers, patterns, personas."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.rules import PERSONAS, names, rule
from remit.selection import ALL, Layer, Selection, told_wrong

STRICT = "suppression-without-reason"
PATTERNS = st.sampled_from([ALL, "unknown-*", "*-tool", "unknown-tool", "unknown-key", "foreign-tool", STRICT])


def heard(persona: str) -> set[str]:
    return {name for name in names() if PERSONAS.index(rule(name).persona) <= PERSONAS.index(persona)}


@pytest.mark.parametrize("persona", PERSONAS)
def test_a_persona_hears_its_rules_and_the_milder_ones(persona: str) -> None:
    assert Selection.of(persona).names == heard(persona)
    assert Selection(Layer(persona=persona, select=[ALL])).names == heard(persona)


def test_a_name_selects_its_rule_for_whomever_it_is_a_pattern_does_not() -> None:
    assert rule(STRICT).persona == "strict"
    assert Selection(Layer(select=[STRICT])).names == {STRICT}
    assert Selection(Layer(extend=[STRICT])).names == heard("regular") | {STRICT}
    assert STRICT not in Selection(Layer(select=["suppression-*", ALL])).names
    assert STRICT in Selection(Layer(select=["suppression-*"], persona="strict")).names


def test_the_most_particular_pattern_of_a_layer_counts_and_ignore_among_equals() -> None:
    chosen = Selection(Layer(select=["unknown-tool", ALL], ignore=["unknown-*"])).names
    assert "unknown-tool" in chosen
    assert "unknown-key" not in chosen
    assert "foreign-tool" in chosen
    assert "unknown-tool" not in Selection(Layer(select=["unknown-tool"], ignore=["unknown-tool"])).names
    assert Selection(Layer(ignore=[ALL])).names == frozenset()


def test_a_stronger_layer_counts_before_a_weaker_one() -> None:
    configured = Layer(select=["unknown-tool", "unknown-key"], ignore=["foreign-tool"], persona="strict", fail_on="warning")
    assert Selection(configured, Layer(select=["foreign-tool"])).names == {"foreign-tool"}
    assert Selection(configured, Layer(ignore=["unknown-*"])).names == frozenset()
    assert Selection(configured, Layer()).persona == "strict"
    assert Selection(configured, Layer(persona="regular", fail_on="never")).fail_on == "never"


def test_severities_and_failing() -> None:
    chosen = Selection(
        Layer(severity={"unknown-*": "error", "unknown-key": "info"}), Layer(severity={"unknown-model": "warning"})
    )
    assert [chosen.severity(name) for name in ("unknown-tool", "unknown-key", "unknown-model", "foreign-tool")] == [
        "error", "info", "warning", None,
    ]  # fmt: skip
    assert [Selection(Layer(fail_on="warning")).fails(one) for one in ("error", "warning", "info")] == [True, True, False]
    assert not Selection(Layer(fail_on="never")).fails("error")


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("unknown-tool", None), ("unknown-*", None), ("all", None), ("*", None),
        ("unknown-tol", "did you mean `unknown-tool`?"), ("Unknown_Tool", "did you mean `unknown-tool`?"),
        ("zzz-*", "`remit rule` lists the rules"), ("unknown-[t]ool", "did you mean `unknown-tool`?"), ("", "`remit rule` lists the rules"),
        ("*" * 5000, "`remit rule` lists the rules"),
    ],
)  # fmt: skip
def test_patterns_that_mean_nothing_are_told(pattern: str, says: str | None) -> None:
    wrong = told_wrong(pattern)
    assert (None if wrong is None else wrong[1]) == says


@given(st.lists(PATTERNS), st.lists(PATTERNS), st.sampled_from(PERSONAS))
def test_ignoring_more_never_runs_more(ignored: list[str], more: list[str], persona: str) -> None:
    fewer = Selection(Layer(persona=persona, ignore=[*ignored, *more])).names
    assert fewer <= Selection(Layer(persona=persona, ignore=ignored)).names


@given(st.lists(PATTERNS), st.lists(PATTERNS), st.sampled_from(PERSONAS))
def test_an_empty_layer_changes_nothing(select: list[str], ignore: list[str], persona: str) -> None:
    layer = Layer(persona=persona, select=select, ignore=ignore)
    assert Selection(layer).names == Selection(Layer(), layer, Layer()).names
