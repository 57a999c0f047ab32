"""The files of a folder, links not followed, as many as anybody needs."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MOST = 100_000
"""Files that are looked at."""
PASSED = frozenset((".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv"))


def files(folder: str) -> Iterator[str]:
    """The paths of plain files below a folder, sorted folder by folder."""
    count = 0
    for base, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in PASSED)
        for name in sorted(names):
            path = os.path.join(base, name)
            if os.path.islink(path):
                continue
            yield path
            count += 1
            if count >= MOST:
                return
