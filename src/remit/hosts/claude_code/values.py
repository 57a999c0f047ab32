"""The fields besides name, description and the lists: what the author wrote, what the client takes, and what is odd about them."""

from __future__ import annotations

import re

from ...diagnostic import ERROR, INFO, WARNING
from ...syntax.nodes import Mapping, Node, Scalar, Sequence
from ...syntax.schema import core, plain
from ...tools import Nearest, distance
from .client import Fields, hook_fault, names_in, text_of
from .fields import FIELDS
from .vocabulary import COLORS, EFFORTS, MODEL_ALIASES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..base import Reading

_NUMBER_START = re.compile(r"\s*([+-]?\d+)").match
_KNOWN_MODEL = re.compile(r"(?:[a-z0-9.-]+[./:])*(?:anthropic[./])?claude[a-z0-9.@:_-]*(?:\[[a-z0-9]+\])?").fullmatch

_ELSEWHERE = re.compile(
    r"(?:anthropic/(?=claude-)(claude[a-z0-9.-]*)|(claude-(?!2\.|instant)[a-z0-9-]*\d\.\d[a-z0-9.-]*))"
).fullmatch


def client_text(node: Node) -> str | None:
    """A value as the client turns it into text where it wants a word: `[low]` is `low`, `5` is `5`, nothing is `None`."""
    value = plain(node)
    if value is None:
        return None
    return _js_text(value)


def _js_text(value: object) -> str:
    if value is None:
        return ""
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, float):
        if value != value:
            return "NaN"
        if value in (float("inf"), float("-inf")):
            return "Infinity" if value > 0 else "-Infinity"
        return str(int(value)) if value == int(value) else repr(value)
    if isinstance(value, list):
        return ",".join(_js_text(item) for item in value)
    if isinstance(value, dict):
        return "[object Object]"
    return str(value)


def whole_number(node: Node, least: int = 1) -> int | None:
    """A count as the client reads it: a number must be whole, text counts as far as it is a number. `None` where it is not at least
    `least`."""
    value = plain(node)
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, (int, float)):
        return int(value) if value == value and abs(value) != float("inf") and value == int(value) and value >= least else None
    match = _NUMBER_START(_js_text(value))
    number = int(match[1]) if match else 0
    return number if number >= least else None


def max_turns(reading: Reading, fields: Fields) -> int | None:
    """The author's limit; text that is a whole number counts, with a warning."""
    entry = fields.get("maxTurns")
    if entry is None:
        return None
    node = entry[1]
    value = plain(node)
    client = whole_number(node)
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value
    if isinstance(value, str) and value.isascii() and value.isdigit() and int(value) > 0:
        reading.report("coerced-value", node.start, node.end, {"field": "maxTurns", "value": value, "meant": value})
        return int(value)
    if client is not None:
        finding = reading.report(
            "coerced-value",
            node.start,
            node.end,
            {"field": "maxTurns", "value": _js_text(value), "meant": str(client)},
            WARNING,
        )
        finding._severity = WARNING
        return client if isinstance(value, float) else None
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value <= 0:
        reading.report("limit-without-effect", node.start, node.end, {"field": "maxTurns", "value": _js_text(value)})
    else:
        _invalid(reading, "maxTurns", node)
    return None


def word(reading: Reading, fields: Fields, name: str) -> str | None:
    """A field that takes one of its words exactly."""
    entry = fields.get(name)
    if entry is None:
        return None
    node = entry[1]
    text = text_of(node)
    if text in FIELDS[name].choices:
        if name == "permissionMode" and text == "bypassPermissions":
            reading.report("bypass-mode", node.start, node.end, {"field": name, "value": text})
        return text
    if name == "permissionMode" and (text == "" or (isinstance(node, Scalar) and core(node) is None)):
        return None
    _invalid(reading, name, node)
    return None


def flag(reading: Reading, fields: Fields, name: str) -> bool | None:
    """A field that is true or false; the same words in quotes count, with a warning."""
    entry = fields.get(name)
    if entry is None:
        return None
    node = entry[1]
    value = plain(node)
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        reading.report("coerced-value", node.start, node.end, {"field": name, "value": value, "meant": value})
        return value == "true"
    _invalid(reading, name, node)
    return None


def _invalid(reading: Reading, name: str, node: Node, then: str | None = None) -> None:
    """Reports a value that the client ignores, or one of a list."""
    field = FIELDS[name]
    value = plain(node)
    close = Nearest(value, field.choices) if isinstance(value, str) and value and field.choices else None
    data: dict[str, object] = {
        "field": name,
        "value": "{…}" if isinstance(value, dict) else "[…]" if isinstance(value, list) else _js_text(value) or "null",
        "forms": field.forms,
        "then": then or field.bad if then or field.bad != "ignored" else "the field is ignored",
        "choices": field.choices,
        "nearest": close,
        "host": reading.host.title,
    }
    reading.report(
        "invalid-value", node.start, node.end, data, ERROR if field.security else INFO if name == "color" else WARNING
    )


def hooks(reading: Reading, fields: Fields) -> object:
    """The hooks as plain values; an empty list counts as none. Hooks for which the client drops the agent refuse it here too."""
    from .hooks import faults_in_hooks, faults_unchecked

    entry = fields.get("hooks")
    node = entry[1] if entry is not None else None
    fault = hook_fault(fields)
    if node is not None:
        for at, problem in faults_unchecked(node):
            reading.report(
                "hook-without-effect", at.start, max(at.end, at.start + 1), {"problem": problem, "host": reading.host.title}
            )
    if fault is None:
        value = plain(node) if node is not None else None
        return value if isinstance(value, dict) or node is None else {}
    if isinstance(node, Sequence) and not node.items and fault[0] is node:
        reading.report("invalid-hooks", node.start, node.end, {"problem": fault[1], "empty": True}, WARNING)
        return {}
    for at, problem in (*(faults_in_hooks(node) if node is not None else ()), fault):
        if not any(finding.rule == "invalid-hooks" and finding.start == at.start for finding in reading.findings):
            end = max(at.end, at.start + 1)
            reading.report("invalid-hooks", at.start, end, {"problem": problem, "empty": False}, ERROR, refuses=True)
    return None


def skills(reading: Reading, fields: Fields) -> tuple[str, ...]:
    entry = fields.get("skills")
    if entry is None:
        return ()
    names = names_in(entry[1])
    if names is None and not (isinstance(entry[1], Scalar) and core(entry[1]) is None):
        _invalid(reading, "skills", entry[1])
    for item in entry[1].items if isinstance(entry[1], Sequence) else ():
        if text_of(item) is None and plain(item) is not None:
            _invalid(reading, "skills", item, "the entry is ignored")
    return tuple(names or ())


def check_model(reading: Reading, node: Node, model: str | None) -> str | None:
    """The model as the author means it; anything but text is the session's."""
    if model is None:
        if not (isinstance(node, Scalar) and core(node) is None):
            _invalid(reading, "model", node)
        return None
    word = model.strip().lower()
    if not word:
        return None
    base = word.partition("[")[0]
    written = _ELSEWHERE(base)
    if written is not None:
        # Dots and a vendor are how other hosts and routers write the IDs that the API knows with dashes.
        meant = (written[1] or written[2]).replace(".", "-")
        reading.report("unknown-model", node.start, node.end, {"model": model, "nearest": meant, "elsewhere": True})
        return model
    if base in MODEL_ALIASES or "/" in word or ":" in word:
        return model
    if _KNOWN_MODEL(word):
        family = misspelt_family(word)
        if family is None:
            return model
        reading.report("unknown-model", node.start, node.end, {"model": model, "nearest": family})
        return model
    reading.report("unknown-model", node.start, node.end, {"model": model, "nearest": Nearest(base, MODEL_ALIASES)})
    return model


_WORDS = re.compile(r"[a-z]{4,}").findall
_FAMILIES = ("claude", "sonnet", "opus", "haiku", "fable")


def misspelt_family(model: str) -> str | None:
    """The family of models that a part of an ID plainly misspells, or that an ID without a number stands for."""
    if not any(char.isdigit() for char in model):
        return next((family for family in _FAMILIES[1:] if family in model), None)
    for word in _WORDS(model):
        if word not in _FAMILIES:
            for family in _FAMILIES:
                if distance(word, family, 1) <= 1:
                    return family
    return None


def is_true(value: object) -> bool:
    """Whether the client takes a value for true: the truth value, or the word in quotes; a 1 is neither."""
    return value is True or value == "true"


def is_effort(node: Node) -> bool:
    value = plain(node)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value == value and abs(value) != float("inf")
    text = client_text(node)
    if text is None:
        return False
    if text.lower() in EFFORTS:
        return True
    try:
        float(text)
    except ValueError:
        return False
    return bool(text.strip())


def _anything(node: Node) -> bool:
    return True


def _is_said(node: Node) -> bool:
    return plain(node) is None or text_of(node) is not None


_TAKES: dict[str, Callable[[Node], bool]] = {
    "effort": is_effort,
    "isolation": lambda node: plain(node) in FIELDS["isolation"].choices,
    "omitClaudeMd": lambda node: isinstance(plain(node), bool) or plain(node) in ("true", "false"),
    "autoCompactWindow": lambda node: whole_number(node, 100_000) is not None,
    "experimental": lambda node: isinstance(node, Mapping),
    "initialPrompt": _is_said,
    "color": lambda node: plain(node) is None or (text_of(node) or "").lower() in COLORS,
    "observer": _is_said,
    "observerMessage": _is_said,
}
"""What the client takes in fields that the model of a definition does not name."""


_CACHE_TIMES = ("5m", "1h")


def _check_cache(reading: Reading, node: Node | None) -> None:
    if node is None or plain(node) in (None, *_CACHE_TIMES):
        return
    words: dict[str, object] = {
        "field": "experimental.cacheTtl",
        "value": _js_text(plain(node)),
        "forms": "one of the words",
        "then": "the field is ignored",
        "choices": _CACHE_TIMES,
        "host": reading.host.title,
    }
    reading.report("invalid-value", node.start, node.end, words, WARNING)


def others(reading: Reading, fields: Fields) -> dict[str, object]:
    """The fields that the model of a definition does not name, as read."""
    kept: dict[str, object] = {}
    for name in (
        "color",
        "effort",
        "isolation",
        "initialPrompt",
        "omitClaudeMd",
        "experimental",
        "autoCompactWindow",
        "observer",
        "observerMessage",
    ):
        entry = fields.get(name)
        if entry is None:
            continue
        node = entry[1]
        value = plain(node)
        kept[name] = value
        if not _TAKES.get(name, _anything)(node):
            _invalid(reading, name, node)
        elif name == "experimental" and isinstance(node, Mapping):
            _check_cache(reading, node.get("cacheTtl"))
    return kept
