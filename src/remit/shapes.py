"""Shapes: the values that a field takes, said once for people (`words`) and once for programs (`schema`, JSON Schema draft 7).

A host's table of fields builds its shapes from these. Findings, pages, schemas for editors and completion all read the same shape.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

Schema = dict[str, object]


class Shape:
    """What a field takes. `choices` are the exact words where only some are meant."""

    __slots__ = ("choices", "schema", "words")

    def __init__(self, words: str, schema: Schema, choices: tuple[str, ...] = ()) -> None:
        self.words = words
        self.schema = schema
        self.choices = choices

    def called(self, words: str) -> Shape:
        """The same values in other words."""
        return Shape(words, self.schema, self.choices)

    def __or__(self, other: Shape) -> Shape:
        """Values of either shape."""
        sides = [side for shape in (self, other) for side in _sides(shape)]
        return Shape(f"{self.words}, or {other.words}", {"anyOf": sides}, (*self.choices, *other.choices))

    def __repr__(self) -> str:
        return f"Shape({self.words!r})"


def _sides(shape: Shape) -> list[object]:
    found = shape.schema.get("anyOf")
    return found if isinstance(found, list) and len(shape.schema) == 1 else [shape.schema]


ANYTHING = Shape("anything", {})
NOTHING = Shape("nothing", {"type": "null"})
TEXT = Shape("text", {"type": "string"})
FILLED = Shape("text that is not blank", {"type": "string", "pattern": r"\S"})
NUMBER = Shape("a number", {"type": "number"})
TRUTH = Shape("true or false", {"type": "boolean"})
TRUTH_AS_TEXT = Shape("the same as text", {"enum": ["true", "false"]})
MAP = Shape("a map", {"type": "object"})
TEXTS = Shape("a list of texts", {"type": "array", "items": {"type": "string"}})


def whole(least: int | None = None, most: int | None = None) -> Shape:
    """A whole number within bounds."""
    schema: Schema = {"type": "integer"}
    if least is not None:
        schema["minimum"] = least
    if most is not None:
        schema["maximum"] = most
    bounds = "" if least is None else " above 0" if least == 1 else f" from {least}"
    return Shape("a whole number" + bounds + (f" to {most}" if most is not None else ""), schema)


def one_of(choices: Iterable[str]) -> Shape:
    """One of some words, exactly."""
    words = tuple(choices)
    return Shape("one of the words", {"enum": list(words)}, words)


def text_like(pattern: str, words: str = "text") -> Shape:
    """A text that a regular expression finds something in."""
    return Shape(words, {"type": "string", "pattern": pattern})


def names(known: Iterable[str], pattern: str | None = None) -> Shape:
    """A name: one of those that are known, or another text, of a form where a pattern says which."""
    other: Schema = {"type": "string"} if pattern is None else {"type": "string", "pattern": pattern}
    return Shape("text", {"anyOf": [{"enum": sorted(known)}, other]})


def list_of(item: Shape, words: str, least: int = 0) -> Shape:
    """A list whose items are of a shape."""
    schema: Schema = {"type": "array", "items": item.schema}
    if least:
        schema["minItems"] = least
    return Shape(words, schema)


def map_of(value: Shape, words: str, known: dict[str, Shape] | None = None) -> Shape:
    """A map whose values are of a shape, those of some keys of their own."""
    schema: Schema = {"type": "object", "additionalProperties": value.schema}
    if known:
        schema["properties"] = {name: shape.schema for name, shape in known.items()}
    return Shape(words, schema)


def caseless(word: str) -> str:
    """A regular expression for a word in any case: JSON Schema has no flags."""
    return "".join(f"[{char.upper()}{char.lower()}]" if char.isalpha() else _literal(char) for char in word)


def _literal(char: str) -> str:
    return char if char.isalnum() or char in "_- /:,@" else "\\" + char
