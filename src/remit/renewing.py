"""Renewing: one file of a catalog read anew, from a text that is not on the disk yet.

An editor changes one file at every key. What that file says is read again, and what names mean is settled again among entries that are
known; nothing else is looked at.
"""

from __future__ import annotations

import os

from .catalog import entry_of, loose_entry, stem_of
from .hosts.base import LOOSE
from .loose import in_agents_folder, look_into
from .precedence import settle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .catalog import Catalog, Entry
    from .source import Source


def renew(catalog: Catalog, source: Source) -> bool:
    """Puts what a text says in place of the entries of its file; `False` where the catalog has no such file."""
    path = source.path
    entries: list[Entry] = []
    done: set[tuple[str, str]] = set()
    for entry in catalog.entries:
        if entry.path != path:
            entries.append(entry)
            continue
        key = (entry.host.name if entry.scope != LOOSE else "", entry.place.path)
        if key not in done:
            done.add(key)
            entries += _anew(catalog, entry, source)
    if done:
        catalog.entries = entries
        settle(catalog)
    return bool(done)


def _anew(catalog: Catalog, entry: Entry, source: Source) -> list[Entry]:
    place = entry.place
    if entry.scope == LOOSE and catalog.loose_as is not None:
        folder, name = os.path.split(entry.path)
        prefix = os.path.join(folder, "")
        return [
            loose_entry(place, look_into((prefix, name, place.gathered or in_agents_folder(prefix)), source, *catalog.loose_as))
        ]
    if entry.reading is None:
        return [entry]  # its place keeps the file out, whatever it says
    session = entry.session or entry.origin or catalog.around.root
    found = []
    for reading in entry.host.entries(source, entry.version, place.scope, stem_of(place, entry.path)):
        fresh = entry_of(entry.host, entry.version, place, entry.path, reading, session)
        fresh.alone = entry.alone
        found.append(fresh)
    return found
