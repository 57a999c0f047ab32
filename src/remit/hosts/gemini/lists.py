"""Findings about what a file that loads asks for: entries that give nothing, models that mean something elsewhere."""

from __future__ import annotations

from ...diagnostic import INFO, WARNING
from ...syntax.nodes import Scalar, Sequence
from .values import text
from .vocabulary import ALIASES, GONE, NOT_FOR_AGENTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..base import Reading
    from .accepting import Fields

_WORDS_OF_OTHERS = frozenset(("sonnet", "opus", "haiku", "fable"))


def check(reading: Reading, fields: Fields) -> None:
    """Reports what is odd about an agent that the client has."""
    host = reading.host.title
    tools = fields["tools"][1] if "tools" in fields else None
    seen: set[str] = set()
    names = [item for item in tools.items if isinstance(item, Scalar)] if isinstance(tools, Sequence) else []
    for item in names:
        name = item.text
        at = (item.start, item.end)
        words: dict[str, object] = {"host": host, "entry": name, "field": "tools", "allow": True}
        if name in seen:
            reading.report("duplicate-entry", *at, words, INFO)
        elif name in ALIASES:
            reading.report("tool-alias", *at, {**words, "name": ALIASES[name]}, INFO)
        elif name in GONE:
            reading.report("retired-tool", *at, {**words, "successor": GONE[name], "instead": None}, WARNING)
        elif name in NOT_FOR_AGENTS:
            words.update(why=NOT_FOR_AGENTS[name])
            reading.report("unavailable-tool", *at, words, INFO)
        seen.add(name)
    if "*" in seen and len(seen) > 1:
        extra = next(item for item in names if item.text != "*")
        reading.report("entries-beside-star", extra.start, extra.end, {"field": "tools", "host": host}, INFO)
    model = fields["model"][1] if "model" in fields else None
    if model is not None and text(model) in _WORDS_OF_OTHERS:
        reading.report("unknown-model", model.start, model.end, {"model": text(model), "nearest": None, "host": host}, WARNING)
