"""Which agents a name could mean in a catalog."""

from __future__ import annotations

from ..hosts.base import LOOSE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..catalog import Catalog
    from ..hosts.base import Host, Mention


def names_of(catalog: Catalog, host: Host) -> frozenset[str]:
    """The names of a host's agents: those of the catalog's files, whatever became of them, with and without a plugin's name, by the name in
    the file and by the file's, and the host's own."""
    found = set(host.builtin_names)
    for entry in catalog:
        if entry.host is host and entry.identity:
            found.update((entry.identity, entry.identity.rpartition(":")[2]))
            if entry.definition is not None:
                found.add(entry.definition.name)
    return frozenset(found)


def mentions_of(catalog: Catalog) -> Iterator[tuple[Host, Mention]]:
    """Every place that names an agent, each with the host that reads it: the settings', then those of definitions in a host's place."""
    for host, settings in catalog.hosts():
        for mention in host.settings_mentions(settings):
            yield host, mention
    for entry in catalog:
        reading = entry.reading if entry.scope != LOOSE else None
        if reading is not None and reading.definition is not None:
            for mention in entry.host.mentions(reading):
                yield entry.host, mention


def file_meant(name: str, host: Host) -> str | None:
    """The agent that somebody names by its file: `reviewer` for `agents/reviewer.md`; `None` where the name is no file's."""
    for ending in (*host.suffixes, ".md", ".toml"):
        if name.endswith(ending) and len(name) > len(ending):
            return name.removesuffix(ending).replace("\\", "/").rpartition("/")[2]
    return None
