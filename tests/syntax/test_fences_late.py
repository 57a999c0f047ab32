"""Where a front matter begins that does not begin on line 1."""

from __future__ import annotations

import pytest

from remit.syntax.fences import late


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("\n---\nname: a\n", 1),
        ("<!-- x\n-->\n---\nq: a\n", 11),
        ("\ufeff---\nname: a\n", 1),
        ("# Title\n\n---\ntools: x\nname: a\n", 9),
        ("# Title\n\n---\n\nname: a\n", None),
        ("# Title\n\n---\nSome text\n---\n", None),
        ("```\n---\nname: a\n---\n```\n", None),
        ("text\n" * 13 + "---\nname: a\n", None),
        ("", None),
    ],
)
def test_late(text: str, at: int | None) -> None:
    assert late(text) == at
