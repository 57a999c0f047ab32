"""Sources: bytes, text, lines."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remit.source import Source, Unreadable, decode, encode, read_bytes


@given(st.binary(max_size=200))
def test_text_encodes_to_the_same_bytes(data: bytes) -> None:
    assert encode(decode(data)) == data


@given(st.text(alphabet="ab\r\n\ufeffé\x0b\u2028", max_size=40))
def test_positions_agree_with_universal_newlines(text: str) -> None:
    source = Source(text.encode(), None)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert source.line_count == len(lines)
    for number, line in enumerate(lines, 1):
        assert source.line(number) == (line.removeprefix("\ufeff") if number == 1 else line)


def test_columns_count_characters_and_a_byte_order_mark_has_none() -> None:
    source = Source("\ufeffé: x\r\nb".encode())
    assert source.position(1) == (1, 1)
    assert source.position(source.text.index("x")) == (1, 4)
    assert source.position(source.text.index("b")) == (2, 1)


@pytest.mark.parametrize(
    ("data", "newline"), [(b"a", ""), (b"a\nb", "\n"), (b"a\r\nb", "\r\n"), (b"a\rb", "\r"), (b"a\nb\r\n", "mixed")]
)
def test_newline_style(data: bytes, newline: str) -> None:
    assert Source(data).newline == newline


def test_a_file_over_the_limit_is_not_read_whole(tmp_path) -> None:
    path = tmp_path / "big"
    path.write_bytes(b"x" * 300_000)
    assert len(read_bytes(str(path), 300_000)) == 300_000
    with pytest.raises(Unreadable, match="larger than 256 KiB"):
        read_bytes(str(path), 262_144)


@pytest.mark.parametrize("kind", ["missing", "directory", "special", "dangling"])
def test_what_is_no_file_is_said_and_nothing_waits(tmp_path, kind: str) -> None:
    path = tmp_path / "x.md"
    if kind == "directory":
        path.mkdir()
    elif kind == "special":
        os.mkfifo(path)
    elif kind == "dangling":
        path.symlink_to(tmp_path / "nothing")
    with pytest.raises(Unreadable) as caught:
        read_bytes(str(path))
    words = {
        "missing": "no such file",
        "directory": "a directory",
        "special": "not a regular file",
        "dangling": "link to nothing",
    }
    assert words[kind] in caught.value.reason


def test_an_empty_file_is_empty(tmp_path) -> None:
    path = tmp_path / "empty"
    path.write_bytes(b"")
    assert read_bytes(str(path)) == b""


def test_released_bytes_come_back_from_the_file(tmp_path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"one\ntwo\n")
    source = Source(path.read_bytes(), str(path))
    source.release()
    assert source.line(2) == "two"


def test_a_released_file_that_is_gone_has_no_text_and_no_fault(tmp_path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"one\n")
    source = Source(path.read_bytes(), str(path))
    source.release()
    path.unlink()
    assert source.text == ""
    assert source.position(3) == (1, 4)
