"""A catalog in which one file was read anew says what a fresh catalog would say."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from remit.catalog import Catalog
from remit.checking import Bench
from remit.configuration import Configurations
from remit.gathering import discover
from remit.renewing import renew
from remit.sieve import Sieve
from remit.source import Source, Unsaved

AGENT = "---\nname: {name}\ndescription: Does things well\ntools: {tools}\n---\nBody\n"


def write(root: Path, path: str, text: str) -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def told(catalog: Catalog) -> list[object]:
    """All that a catalog has to say, comparable."""
    bench = Bench(catalog, Sieve(Configurations(search=False)))
    return [
        (
            entry.path,
            entry.host.name,
            entry.status,
            entry.identity,
            entry.shadowed_by,
            entry.reason,
            [(one.rule, one.span, one.message) for one in bench.entry(entry, {})],
        )
        for entry in catalog
    ]


TEXTS = st.sampled_from(
    [
        AGENT.format(name="one", tools="Read"),
        AGENT.format(name="two", tools="Agent(one), Read"),
        AGENT.format(name="Two", tools="[Bash"),
        AGENT.format(name="Explore", tools="*"),
        "---\nname: one\n",
        "notes\n",
        "",
        "+++\nname = 'one'\n+++\n",
    ]
)
PLACES = st.sampled_from([".claude/agents/a.md", ".claude/agents/b.md", "sub/.claude/agents/a.md", "agents/c.md", "notes/d.md"])


@given(st.dictionaries(PLACES, TEXTS, min_size=1), st.lists(st.tuples(PLACES, TEXTS), min_size=1, max_size=4))
def test_renewing_is_discovering_again(tmp_path_factory, files, edits) -> None:
    root = tmp_path_factory.mktemp("tree")
    for path, text in files.items():
        write(root, path, text)
    catalog = discover(root)
    for path, text in edits:
        if path in files:
            write(root, path, text)
            assert renew(catalog, Unsaved(text.encode(), str(root / path)))
            assert told(catalog) == told(discover(root))


def test_an_unsaved_text_stays_after_its_reading_is_let_go(tmp_path: Path) -> None:
    file = write(tmp_path, "agents/a.md", AGENT.format(name="saved", tools="Read"))
    catalog = discover(tmp_path)
    renew(catalog, Unsaved(AGENT.format(name="unsaved", tools="Read").encode(), str(file)))
    (entry,) = catalog.entries
    assert entry.definition is not None and entry.definition.name == "unsaved"
    assert "unsaved" in entry.reading.document.source.text


def test_a_file_that_the_catalog_does_not_have(tmp_path: Path) -> None:
    write(tmp_path, ".claude/agents/a.md", AGENT.format(name="a", tools="Read"))
    catalog = discover(tmp_path)
    before = told(catalog)
    assert not renew(catalog, Source(b"---\n", str(tmp_path / "other.md")))
    assert told(catalog) == before


def test_a_bench_answers_for_one_file_as_for_all(tmp_path: Path) -> None:
    write(tmp_path, ".claude/agents/a.md", AGENT.format(name="a", tools="Agent(b)"))
    file = write(tmp_path, ".claude/agents/b.md", AGENT.format(name="b", tools="Read"))
    catalog = discover(tmp_path)
    bench = Bench(catalog, Sieve(Configurations(search=False)))
    first = str(tmp_path / ".claude/agents/a.md")
    assert not [one for one in bench.file(first) if one.rule == "reaches-more" and "Bash" in one.data["tools"]]
    text = Unsaved(AGENT.format(name="b", tools="Bash").encode(), str(file))
    assert renew(catalog, text)
    bench.forget(str(file))
    assert [one for one in bench.file(first) if one.rule == "reaches-more" and "Bash" in one.data["tools"]]
