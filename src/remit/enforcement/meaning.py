"""What an author certainly meant though the host does not see it: a key that differs from a field by case, `-` and `_` alone.

Hosts pass `disallowed-tools` over and deny nothing. Who holds an agent to its remit takes it for what it says. Only keys of fields that are not
there otherwise are taken, so that this can narrow and never widen: a list that was passed over is then a list.
"""

from __future__ import annotations

from ..source import Source, encode
from ..syntax.nodes import Mapping, Scalar
from ..tools import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..hosts.base import Reading


def as_meant(reading: Reading) -> Reading:
    """The same file with such keys written as the host knows them; the reading itself where there are none."""
    root = reading.document.root
    if root is None or reading.source.path is None:
        return reading
    fields = reading.host.fields
    written = {key.text for key, _ in root.entries if isinstance(key, Scalar)}
    by_fold = {fold(name): name for name in fields if "." not in name and name not in written}
    edits = [
        (key, by_fold[fold(key.text)])
        for key, _ in root.entries
        if isinstance(key, Scalar) and key.text not in fields and fold(key.text) in by_fold
    ]
    if not edits:
        return reading
    text = reading.source.text
    for key, name in reversed(edits):
        if text[key.start : key.end] != key.text:
            return reading  # quoted or escaped: not for certain what it says
        text = text[: key.start] + name + text[key.end :]
    meant = reading.host.read(Source(encode(text), reading.source.path), reading.version, reading.scope, stem=reading.stem)
    return meant if meant.definition is not None and meant.loaded == reading.loaded else reading


def has_field(reading: Reading, name: str) -> bool:
    """Whether the file has a field of that name with any value."""
    root = reading.document.root
    return isinstance(root, Mapping) and root.get(name) is not None
