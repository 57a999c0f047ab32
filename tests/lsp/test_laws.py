"""Laws of places, of changes, and of looking at texts that are half typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from remit.lsp import actions, outline
from remit.lsp.buffers import Buffer, path_of, uri_of
from remit.lsp.completion import complete
from remit.lsp.cursor import slot_at
from remit.lsp.desk import Desk
from remit.lsp.diagnostics import shown
from remit.lsp.hover import hover
from remit.lsp.navigation import definition, references
from remit.lsp.positions import Text, length, width
from remit.source import Source

ENCODINGS = st.sampled_from(["utf-8", "utf-16", "utf-32"])
CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
LINES = st.text(st.sampled_from("ab \r\n\t\u2028\x0c\x85é𝒳€"), max_size=40)

FRAGMENTS = st.sampled_from(
    [
        "---\n", "+++\n", "---", "\n", "\r\n", "name: ", "name: a\n", "tools: ", "tools:\n", "  - Read\n", "- ", "[", "]", "{", "}", "(", ")", ",", " ",
        "Agent(", "Read", "mcp__", '"', "'", ":", "#", "|", ">", "&a", "*a", "!!x ", "[tools]\n", "allow = [", "= ", '"""', "description: |\n  x\n",
        "permission:\n  task:\n    a: allow\n", "\ufeff", "\x00", "𝒳", "@a", "# Heading\n", "```\n", "<!-- remit: ignore[x] -->\n", "model: ", '{"agent": {"x": {"mode": ',
    ]
)  # fmt: skip
TEXTS = st.lists(FRAGMENTS, max_size=25).map("".join)
PATHS = st.sampled_from(
    [".claude/agents/x.md", ".opencode/agents/x.md", ".zeph/agents/x.md", "x.agent.md", ".codex/agents/x.toml", ".gemini/agents/x.md", "opencode.json", "agents/x.md"]
)  # fmt: skip


@given(st.text(), st.integers(0, 50), ENCODINGS)
def test_units_are_those_of_the_encoding(text: str, units: int, encoding: str) -> None:
    text = text.encode("utf-8", "replace").decode()
    codec, size = CODECS[encoding]
    assert width(text, encoding) == len(text.encode(codec)) // size
    count = length(text, units, encoding)
    assert width(text[:count], encoding) <= units
    assert count == len(text) or width(text[: count + 1], encoding) > units


@given(LINES, st.booleans(), ENCODINGS)
def test_every_place_of_a_text_is_found_again(text: str, marked: bool, encoding: str) -> None:
    view = Text(Source.of("\ufeff" * marked + text), encoding)
    for offset in range(view.skipped, len(view.source.text) + 1):
        place = view.position(offset)
        again = view.offset(place)
        # Between the two signs of one line's end there is no place.
        assert again == offset or view.source.text[offset - 1 : offset + 1] == "\r\n"


@given(LINES, st.lists(st.tuples(st.integers(0, 45), st.integers(0, 45), LINES), max_size=4), ENCODINGS)
def test_changes_of_a_buffer_are_those_of_the_client(text: str, edits: list[tuple[int, int, str]], encoding: str) -> None:
    buffer = Buffer("untitled:x", text, 1, encoding)
    expected = text
    for number, (one, other, new) in enumerate(edits):
        view = Text(Source.of(expected), encoding, skipped=0)
        start, end = sorted((min(one, len(expected)), min(other, len(expected))))
        place = view.range(start, end)
        # The client says lines and units; what it means is told by its own text.
        first, last = view.offset(place.start), view.offset(place.end)
        expected = expected[:first] + new + expected[last:]
        buffer.change([types.TextDocumentContentChangePartial(range=place, text=new)], number + 2)
    assert buffer.text == expected
    assert buffer.source.data == expected.encode()


@given(st.text())
def test_text_that_is_no_unicode_keeps_its_width(text: str) -> None:
    broken = text.encode("utf-16-le", "surrogatepass")
    buffer = Buffer("untitled:x", "\ud800" + text + "\udc00", 1)
    assert len(buffer.text.encode("utf-16-le")) == len(broken) + 4
    buffer.source.data.decode()


@given(st.text(st.characters(exclude_characters="\0/", codec="utf-8"), min_size=1).filter(lambda name: name not in (".", "..")))
def test_a_path_is_its_uris_path(name: str) -> None:
    path = f"/some where/{name}"
    assert path_of(uri_of(path)) == path
    assert path_of(Path(path).as_uri()) == path


@pytest.mark.parametrize("uri", ["", "x", "http://host/a", "file://", "file:///%00", "untitled:a", "file://[", "git:/a?b"])
def test_what_is_no_file_has_no_path(uri: str) -> None:
    assert path_of(uri) in (None, "/")


@given(TEXTS, PATHS, st.data())
def test_half_typed_texts_are_looked_at_without_a_fault(text: str, path: str, data: st.DataObject) -> None:
    desk = Desk()
    buffer = desk.open(f"file:///nowhere/{path}", text, 1)
    project = desk.project("")
    view = buffer.view
    agents = project.agents(buffer.source)
    at = data.draw(st.integers(0, len(text)))
    place = view.position(at)
    items = complete(project, agents, view, place)
    for item in items:
        assert isinstance(item.text_edit, types.TextEdit)
        start, end = view.offset(item.text_edit.range.start), view.offset(item.text_edit.range.end)
        assert start <= view.offset(place) <= end, "an item takes the place of the word at the cursor"
        assert item.text_edit.range.start.line == place.line == item.text_edit.range.end.line
    hover(project, agents, view, place)
    outline.symbols(agents, view)
    outline.lenses(agents, buffer)
    outline.hints(agents, view, 0, len(text))
    definition(desk, project, agents, at)
    references(desk, project, agents, at, with_definition=True)
    findings = project.findings(buffer.source)
    shown(desk, view, findings)
    if agents:
        request = actions.Request(buffer, at, at, None, [], True)
        actions.actions(request, project, findings, agents[0].reading.document)


@given(TEXTS, st.sampled_from([None, "json", "toml"]), st.data())
def test_a_slot_lies_around_the_cursor(text: str, whole: str | None, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    slot = slot_at(text, at, whole)
    if slot is not None:
        assert slot.start <= at <= slot.end
        assert slot.start <= slot.word <= at <= slot.word_end <= slot.end
