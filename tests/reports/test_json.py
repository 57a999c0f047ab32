"""Answers as JSON: written as the standard library would write them."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from remit.reports.json import written

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


@given(VALUES)
def test_it_is_indented_as_the_library_does(value: object) -> None:
    assert written(value) == json.dumps(value, ensure_ascii=False, indent=2)
