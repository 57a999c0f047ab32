"""The model an agent runs on: what definitions call it, as pydantic-ai names it.

A definition says `sonnet`, `claude-sonnet-5-5`, `anthropic/claude-sonnet-5-5` or `anthropic:claude-sonnet-5-5`. A word alone is the newest model
of that family that the installed engine knows, so that no list here grows old.
"""

from __future__ import annotations

import re

from ..errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_MAKERS = (
    (re.compile(r"claude-"), "anthropic"),
    (re.compile(r"(gpt-|o\d|chatgpt|codex-)"), "openai"),
    (re.compile(r"gemini-"), "google"),
)
"""How the names of a maker's models begin."""

HINT = "give one with `--model PROVIDER:NAME`, for example `--model anthropic:claude-sonnet-5-5`"


def named(model: str) -> str:
    """The model as pydantic-ai names it, or a family (a word alone) as it is. Raises `UsageError` where the provider cannot be told."""
    name = model.strip()
    if ":" in name and "/" not in name.partition(":")[0]:
        return name
    provider, slash, rest = name.partition("/")
    if slash and provider and rest:
        return f"{provider}:{rest}"
    name = re.sub(r"\[\w+\]$", "", name)  # `sonnet[1m]`: a longer context, which the API gives by itself
    for begins, maker in _MAKERS:
        if begins.match(name):
            return f"{maker}:{name}"
    if re.fullmatch(r"[A-Za-z]+", name):
        return name.lower()
    raise UsageError(f"whose model `{model}` is cannot be told from its name", HINT)


def newest(family: str, known: Iterable[str]) -> str:
    """The newest model of a family among those that the engine knows. Raises `UsageError`."""
    found = [name for name in known if (name.startswith("anthropic:") and f"-{family}-" in name)]
    if not found:
        raise UsageError(f"no model is called `{family}`", HINT)
    return max(found, key=lambda name: [int(number) for number in re.findall(r"\d+", name)])


def known() -> list[str]:
    """The names of the models that the installed engine knows."""
    from typing import get_args

    from pydantic_ai.models import KnownModelName

    value = getattr(KnownModelName, "__value__", KnownModelName)
    return [name for name in get_args(value) if isinstance(name, str)]


def exact(name: str) -> str:
    """The full name of a model or family."""
    return name if ":" in name else newest(name, known())
