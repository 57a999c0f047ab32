"""Phrases that turn against a model: the quick look passes over none of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from remit import injection

PHRASES = st.from_regex(injection._TURNS).filter(str.isascii)


@given(text=PHRASES)
def test_the_quick_look_lets_every_phrase_through(text: str) -> None:
    if any(injection.turns(text)):
        assert injection.may_turn(text)
