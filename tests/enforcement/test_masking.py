"""Masking: laws that hold for any value, any text around it, and any way to cut it."""

from __future__ import annotations

import base64
import json
import pickle
from itertools import pairwise
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from remit.enforcement.secrets.masking import MASK, PART, Masker

KEYS = st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHXYZ0123456789-_.~+/=", min_size=8, max_size=40)
values = KEYS | st.text(st.characters(codec="utf-8"), min_size=8, max_size=30).filter(
    lambda text: text == text.strip() and len(text.splitlines()) == 1
)
around = st.text(st.characters(codec="utf-8"), max_size=30)


def base64_of(value: str, before: bytes = b"", after: bytes = b"", safe: bool = False) -> str:
    encode = base64.urlsafe_b64encode if safe else base64.b64encode
    return encode(before + value.encode() + after).decode()


SPELLINGS = [
    lambda value: value,
    lambda value: json.dumps(value)[1:-1],
    lambda value: json.dumps(value, ensure_ascii=False)[1:-1],
    lambda value: "".join(f"\\u{ord(char):04X}" if ord(char) < 65536 else char for char in value),
    lambda value: quote(value),
    lambda value: quote(value, safe=""),
    lambda value: quote_plus(value),
    lambda value: "".join(f"%{byte:02x}" for byte in value.encode()),
    lambda value: value.encode().hex(),
    lambda value: value.encode().hex().upper(),
    lambda value: value.encode().hex(" "),
    lambda value: value.encode().hex(":"),
    lambda value: "".join(f"\\x{byte:02x}" for byte in value.encode()),
]
spelled = st.sampled_from(SPELLINGS)


@given(values, spelled, around, around)
def test_no_spelling_is_left(value: str, spell: object, before: str, after: str) -> None:
    written = spell(value)  # type: ignore[operator]
    masked = Masker([value]).mask(before + written + after)
    assert written not in masked
    assert MASK in masked


@given(values, st.binary(max_size=5), st.binary(max_size=5), st.booleans())
def test_no_base64_is_left_wherever_the_value_lies_in_it(value: str, before: bytes, after: bytes, safe: bool) -> None:
    """All but the characters that a neighbour has a share in."""
    masked = Masker([value]).mask(base64_of(value, before, after, safe))
    assert MASK in masked
    left, right = masked.split(MASK, 1)
    assert len(left) <= -(-len(before) * 8 // 6)
    assert len(right) <= -(-len(after) * 8 // 6) + 4


@given(KEYS, st.binary(max_size=5))
def test_base64_that_a_command_wraps_is_masked(value: str, before: bytes) -> None:
    plain = base64_of(value, before)
    wrapped = "\n".join(plain[at : at + 12] for at in range(0, len(plain), 12))
    masked = Masker([value]).mask(wrapped)
    assert masked.count(MASK) == 1
    assert len(masked.replace(MASK, "")) <= -(-len(before) * 8 // 6) + 4


@given(values, around)
def test_a_text_without_the_value_stays_as_it_is(value: str, text: str) -> None:
    masker = Masker([value])
    if not masker.spans(text):
        assert masker.mask(text) == text


@given(st.lists(st.sampled_from(["a", "b", "plain words ", "x\n", "%", "\\", "é"])))
def test_ordinary_text_is_not_touched(words: list[str]) -> None:
    text = "".join(words)
    assert Masker(["SECRET-VALUE-1234"]).mask(text) == text


@st.composite
def cut(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A value, and a text that holds it in some spelling, cut into chunks."""
    value = draw(values)
    written = draw(st.sampled_from([*SPELLINGS, base64_of, lambda value: base64_of(value, b"x", b"yz")]))(value)
    text = draw(around) + written + draw(around) + draw(st.sampled_from(["", written, written[: len(written) // 2]]))
    at = sorted(draw(st.lists(st.integers(0, len(text)), max_size=6)))
    return value, [text[start:end] for start, end in pairwise([0, *at, len(text)])]


def one(text: str) -> str:
    """Masks that touch are one."""
    while MASK + MASK in text:
        text = text.replace(MASK + MASK, MASK)
    return text


@given(cut())
def test_a_stream_shows_what_the_whole_text_would(cutting: tuple[str, list[str]]) -> None:
    value, chunks = cutting
    masker = Masker([value])
    stream = masker.stream()
    shown = "".join([*map(stream.feed, chunks), stream.close()])
    assert one(shown) == one(masker.mask("".join(chunks)))


@given(cut())
def test_a_stream_holds_back_no_more_than_a_value_is_long(cutting: tuple[str, list[str]]) -> None:
    value, chunks = cutting
    masker = Masker([value])
    stream = masker.stream()
    for chunk in chunks:
        stream.feed(chunk)
        assert len(stream.close()) <= 2 * masker.longest + len(MASK)
        stream = masker.stream()


def test_a_stream_shows_at_once_what_no_value_begins_with() -> None:
    stream = Masker(["SECRET-VALUE-1234"]).stream()
    assert stream.feed("first line\n") == "first line\n"
    assert stream.feed("SECRET-VAL") == ""
    assert stream.feed("ID\n") == "SECRET-VALID\n"


@given(KEYS, st.integers(0, 40), around, around, spelled, st.lists(around, max_size=3))
def test_no_two_results_together_hold_a_value(
    value: str, at: int, before: str, after: str, spell: object, between: list[str]
) -> None:
    """One ends with its beginning; the next, or one after others, starts with the rest."""
    written = spell(value)  # type: ignore[operator]
    at = min(at, len(written))
    assume(0 < at < len(written))
    masker = Masker([value])
    results = masker.results()
    first = results.mask(before + written[:at])
    for text in between:
        results.mask(text)
    second = results.mask(written[at:] + after)
    assert not masker.spans(first + second) or masker.spans(before + after)
    assert not (at >= PART and first.endswith(written[:at]))
    assert not second.startswith(written[at:]) or len(written) - at < 2


@given(KEYS, st.lists(st.integers(1, 6), min_size=8, max_size=40))
def test_a_value_in_crumbs_is_masked(value: str, sizes: list[int]) -> None:
    results = Masker([value]).results()
    shown, at = "", 0
    for size in sizes:
        shown += results.mask(value[at : at + size])
        at += size
    if at >= len(value):
        assert value not in shown


def test_a_short_value_is_not_masked_and_an_8_byte_one_is() -> None:
    assert Masker(["1234567"]).mask("1234567") == "1234567"
    assert not Masker(["1234567"])
    assert Masker(["12345678"]).mask("x12345678x") == f"x{MASK}x"
    assert Masker(["éééé"]).mask("éééé") == MASK


def test_of_a_value_in_lines_each_line_is_masked() -> None:
    masker = Masker(["-----BEGIN KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEF\n-----END KEY-----\n"])
    assert masker.mask("grep: MIIEvQIBADANBg") == f"grep: {MASK}"
    assert masker.mask("-----BEGIN KEY-----\r\nMIIEvQIBADANBg\r\nkqhkiG9w0BAQEF\r\n-----END KEY-----") == MASK


def test_several_values_and_values_within_others() -> None:
    masker = Masker(["ABCDEFGHIJ", "EFGHIJKLMN", "12345678"])
    assert masker.mask("ABCDEFGHIJKLMN 12345678 ABCDEFGH") == f"{MASK} {MASK} ABCDEFGH"


def test_what_is_forgotten_is_no_longer_masked() -> None:
    masker = Masker(["12345678"])
    masker.forget()
    assert masker.mask("12345678") == "12345678"
    with pytest.raises(TypeError):
        pickle.dumps(masker)
