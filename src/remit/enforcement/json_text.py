"""JSON without the regular expressions that the standard library's package loads: its C scanner alone, for a hook that starts at every call."""

from __future__ import annotations

try:
    from _json import encode_basestring_ascii, make_scanner
except ImportError:  # an interpreter without the C module
    from json.encoder import encode_basestring_ascii  # type: ignore[attr-defined,no-redef,unused-ignore]
    from json.scanner import make_scanner  # type: ignore[no-redef,unused-ignore]

_BLANKS = " \t\n\r"


class _Context:
    """What the scanner asks for."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    array_hook = None
    parse_float = float
    parse_int = int
    memo: dict[str, str]

    @staticmethod
    def parse_constant(name: str) -> object:
        raise ValueError(f"`{name}` is not JSON")


class _Once(_Context):
    """The same, for texts in which no map may have a key twice."""

    @staticmethod
    def object_pairs_hook(pairs: list[tuple[str, object]]) -> dict[str, object]:  # type: ignore[override,unused-ignore]
        found = dict(pairs)
        if len(found) != len(pairs):
            raise ValueError("a key that stands twice")
        return found


def loads(data: bytes | str, *, once: bool = False) -> object:
    """The value of a JSON text; of a key that stands twice the last one's, unless each may stand `once` only. Raises `ValueError`."""
    text = data.decode("utf-8") if isinstance(data, bytes) else data
    at = 0
    while at < len(text) and text[at] in _BLANKS:
        at += 1
    value, end = scan(text, at, _Once if once else _Context)
    if text[end:].strip(_BLANKS):
        raise ValueError("more than one JSON value")
    return value


def scan(text: str, at: int, kind: type[_Context] = _Context) -> tuple[object, int]:
    """The JSON value that begins at a place of a text, and where it ends. Raises `ValueError`."""
    context = kind()
    context.memo = {}
    try:
        return make_scanner(context)(text, at)  # type: ignore[arg-type,unused-ignore]
    except StopIteration:
        raise ValueError("no JSON value") from None
    except RecursionError:
        raise ValueError("nested too deep") from None
    except SystemError:
        # The C scanner looks for its own kind of error in a module that nobody has loaded.
        raise ValueError("no JSON") from None


def dumps(value: object) -> str:
    """A value of maps, lists, texts, whole numbers, truth values and `None` as JSON on one line."""
    if isinstance(value, str):
        return encode_basestring_ascii(value)
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{encode_basestring_ascii(str(key))}: {dumps(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(dumps(one) for one in value) + "]"
    if isinstance(value, int | float):
        return repr(value)
    raise TypeError(f"{type(value).__name__} has no JSON form here")
