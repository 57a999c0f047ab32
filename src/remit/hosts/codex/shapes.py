"""The shapes of a Codex role: its own fields, and the keys of `config.toml` that may stand beside them."""

from __future__ import annotations

from ...shapes import MAP, TEXT, TEXTS, TRUTH, Schema, Shape, list_of, one_of, text_like, whole
from . import vocabulary
from .tables import HTTP, SERVER, SHAPES, STDIO
from .vocabulary import KEYS, WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .tables import Shape as Told

_TYPES = {
    vocabulary.TEXT: TEXT,
    vocabulary.FLAG: TRUTH,
    vocabulary.WHOLE: whole(),
    vocabulary.UNSIGNED: whole(0),
    vocabulary.BYTE: whole(0, 255),
    vocabulary.TEXTS: TEXTS,
    vocabulary.TABLE: MAP,
    vocabulary.TABLES: list_of(MAP, vocabulary.TABLES),
    vocabulary.TEXT_OR_TEXTS: (TEXT | TEXTS).called(vocabulary.TEXT_OR_TEXTS),
}

NICKNAMES = Shape(
    "a list of texts: letters, digits, blanks, `-` and `_`, none twice",
    {
        "type": "array",
        "items": text_like(r"^(?=.*[A-Za-z0-9_-])[A-Za-z0-9 _-]+$").schema,
        "minItems": 1,
        "uniqueItems": True,
    },
)


def _schema(told: Told) -> Schema:
    """What `tables` says of a value, as a schema."""
    if isinstance(told, tuple):
        return one_of(told).schema
    if isinstance(told, str):
        return _TYPES[told].schema
    schema: Schema = {"type": "object", "properties": {name: _schema(inner) for name, inner in told.items() if name != "*"}}
    if "*" in told:
        schema["additionalProperties"] = _schema(told["*"])
    return schema


SERVERS = Shape(
    "a table of servers",
    {
        "type": "object",
        "additionalProperties": {
            **_schema(SERVER),
            "anyOf": [
                {"required": ["command"], "not": {"anyOf": [{"required": [name]} for name in HTTP]}},
                {"required": ["url"], "not": {"anyOf": [{"required": [name]} for name in STDIO]}},
            ],
        },
    },
)


def further() -> dict[str, Shape]:
    """The keys of `config.toml`."""
    found = {name: _TYPES[words] for name, words in KEYS.items()}
    found.update({name: Shape(found[name].words, _schema(told)) for name, told in SHAPES.items()})
    found.update({name: one_of(words) for name, words in WORDS.items()})
    granular: Schema = {"type": "object", "required": ["granular"]}
    found["approval_policy"] = one_of(WORDS["approval_policy"]) | Shape("a table `granular`", granular)
    flags = (TRUTH | MAP).schema
    found["features"] = Shape("a table", {"type": "object", "additionalProperties": flags})
    return found
