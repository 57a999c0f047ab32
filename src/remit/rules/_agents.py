"""Which agents a name could mean in a catalog."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..catalog import Catalog
    from ..hosts.base import Host


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


def file_meant(name: str, host: Host) -> str | None:
    """The agent that somebody names by its file: `reviewer` for `agents/reviewer.md`; `None` where the name is no file's."""
    for ending in (*host.suffixes, ".md", ".toml"):
        if name.endswith(ending) and len(name) > len(ending):
            return name.removesuffix(ending).replace("\\", "/").rpartition("/")[2]
    return None
