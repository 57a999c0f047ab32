"""What in a text is a credential: keys of well-known services by their form, and values that stand under a telling name.

Two callers need it: the rule that finds credentials in definitions, and everything that shows a part of a file to somebody, because a
report must never carry one further. The rule passes over placeholders; hiding does not, as a wrong guess there costs only stars.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import log2

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .source import Source


class Credential:
    """Characters `start` to `end` of a text that are a credential; `kind` names what it opens."""

    __slots__ = ("end", "kind", "start")

    def __init__(self, start: int, end: int, kind: str) -> None:
        self.start = start
        self.end = end
        self.kind = kind


_RUN_IN = r"(?=[\w-]{0,200}[A-Za-z0-9]{16})"
_FORMS: tuple[tuple[str, str, str], ...] = (
    ("an AWS access key", r"A[KS]IA", r"[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("a GitHub token", r"gh[pousr]_", r"[A-Za-z0-9]{36,}"),
    ("a GitHub token", r"github_pat_", r"(?=\w{0,30}[A-Za-z0-9]{16})\w{50,}"),
    ("a GitLab token", r"glpat-", r"[\w-]{20,}"),
    ("an API key", r"sk-", r"(?=[\w-]{0,200}[0-9])" + _RUN_IN + r"[\w-]{20,}"),
    ("a Slack token", r"xox[abeoprs]-", _RUN_IN + r"[0-9]+-[A-Za-z0-9-]{10,}"),
    ("a Slack token", r"xapp-", _RUN_IN + r"[0-9]-[A-Z0-9]+-[0-9]+-[a-f0-9]{16,}"),
    ("a Slack webhook", r"https://hooks\.slack\.com/services/", r"T\w{1,20}/B\w{1,20}/[A-Za-z0-9]{20,}"),
    ("a Stripe key", r"[sr]k_(?:live|test)_", r"[A-Za-z0-9]{16,}"),
    ("a webhook's secret", r"whsec_", r"(?=[\w+/]{0,60}[A-Za-z0-9]{16})[A-Za-z0-9+/]{24,}"),
    ("a Google key", r"AIzaSy", r"[\w-]{33}(?![\w-])"),
    ("a Google token", r"ya29\.|GOCSPX-", _RUN_IN + r"[\w-]{28,}"),
    ("an npm token", r"npm_", r"[A-Za-z0-9]{36}"),
    ("a PyPI token", r"pypi-AgE", _RUN_IN + r"[\w-]{50,}"),
    ("a Hugging Face token", r"hf_", r"[A-Za-z0-9]{34}"),
    ("a SendGrid key", r"SG\.", r"(?=[\w.-]{0,50}[A-Za-z0-9]{16})[\w-]{20,24}\.[\w-]{39,50}"),
    ("a DigitalOcean token", r"do[opr]_v1_", r"[a-f0-9]{64}"),
    ("a Shopify token", r"shp(?:at|ca|pa|ss)_", r"[a-fA-F0-9]{32}"),
    ("a Linear key", r"lin_api_", r"[A-Za-z0-9]{40}"),
    ("a Notion token", r"ntn_", r"[A-Za-z0-9]{40,}"),
    ("a Groq key", r"gsk_", r"[A-Za-z0-9]{40,}"),
    ("a Replicate token", r"r8_", r"[A-Za-z0-9]{37}"),
    ("a Databricks token", r"dapi", r"[a-f0-9]{32}"),
    ("a Vault token", r"hvs\.", _RUN_IN + r"[\w-]{24,}"),
    ("a Telegram token", r"[0-9]{8,10}:AA", _RUN_IN + r"[\w-]{33}"),
    ("a Supabase token", r"sbp_", r"[a-f0-9]{40}"),
    ("a Tavily key", r"tvly-", r"(?:[a-z]+-)?[A-Za-z0-9]{20,}"),
    ("a Perplexity key", r"pplx-", r"[A-Za-z0-9]{40,}"),
    ("an xAI key", r"xai-", r"[A-Za-z0-9]{60,}"),
    ("an age key", r"AGE-SECRET-KEY-1", r"[A-Z0-9]{50,}"),
    ("a signed token", r"eyJ", r"(?=[\w-]{0,60}[A-Za-z0-9]{16})[\w-]{10,200}\.eyJ[\w-]{10,4000}\.[\w-]{20,}"),
    (
        "a private key",
        r"-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----",
        r"(?=[^-]{0,150}[A-Za-z0-9]{16})[\s\\nr]{1,60}[A-Za-z0-9+/=:, \t\r\n\\]{64,8000}(?:-----END [A-Z ]{0,40}-----)?",
    ),
)
"""What each opens, how it begins, and how it goes on. The forms are those that the issuers document; a credential without a fixed
beginning cannot be told from other text. Every form but two has sixteen letters and digits in a row (see `may_hold`)."""

_TOKEN = re.compile("(?<![A-Za-z0-9])(?:" + "|".join(f"((?:{begin}){rest})" for _, begin, rest in _FORMS) + ")")
_BEGINNING = re.compile(("(?<![A-Za-z0-9])(?:" + "|".join(begin for _, begin, _ in _FORMS) + ")").encode()).search

_TELLING = (
    r"(?:api[_-]?key|token|secret|passw(?:or)?d|private[_-]?key|access[_-]?key|auth(?:orization)?|credentials?|bearer|pat)"
)
_ASSIGNED = re.compile(
    rf"""(?:
        {_TELLING}(?:[_-](?:value|key|id))?["']?[ \t]*[:=][ \t]*(?:\r?\n[ \t]*)?    # `KEY: value`
        |--[\w-]{{0,40}}{_TELLING}["']?(?:[ \t]*,)?[ \t]*                           # `--token value`, `[--token, value]`
        |\bbearer[ \t]+
        )
        ["']?(?:(?:bearer|basic|token)[ \t]+)?
        ([^\s"'`,;)}}\]]{{12,}})""",
    re.IGNORECASE | re.VERBOSE,
)
_NAMES = re.compile(
    r"(?:^|_)(?:API_?KEY|[A-Z]*KEY|[A-Z]*TOKEN|SECRET|[A-Z]*PASS(?:WD|WORD|PHRASE)?|CREDENTIALS?|PAT|BEARER)(?:_(?:VALUE|ID))?$",
    re.IGNORECASE,
)
_IN_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]{1,20}://[^\s/:@'\"]{0,64}:([^\s/@'\"]{6,128})@[\w.-]+", re.IGNORECASE)

_PLACEHOLDER = re.compile(
    r"example|your|placeholder|dummy|fake|redacted|change-?me|insert|replace|secret|password|x{4}|\*{3}|\.{3}|…|<",
    re.IGNORECASE,
)
_IN_ORDER = re.compile(r"123456789|abcdefgh|abcdef01|abc123|deadbeef", re.IGNORECASE)
_REFERENCE = re.compile(r"[$%{<(\[]|[A-Za-z]+:/|~?\.{0,2}/|env[.:]|process\.|os\.|[\w-]*\(")
_WORDS = re.compile(r"[A-Za-z]+(?:[_.\-/][A-Za-z]+)*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+").fullmatch
"""Words and names of environment variables, which are no values."""

_RUN = b"x" * 16
_RUNS = bytes(120 if code < 128 and chr(code).isalnum() else 32 for code in range(256))
_BEFORE = 256


def may_hold(data: bytes) -> bool:
    """A quick look: `False` for nearly every file without the key of a well-known service, never for one with such a key."""
    runs = data.translate(_RUNS)
    at = runs.find(_RUN)
    while at >= 0:
        end = runs.find(b" ", at)
        # Long words are common; with a digit in them, or behind `hf_`, they are not.
        word = data[at:end] if end >= 0 else data[at:]
        if (not word.isalpha() or data[at - 1 : at] == b"_") and _BEGINNING(data, max(at - _BEFORE, 0), at + 16) is not None:
            return True
        if end < 0:
            break
        at = runs.find(_RUN, end)
    return b"glpat-" in data or b"AIzaSy" in data


def tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[Credential]:
    """The keys of well-known services."""
    for found in _TOKEN.finditer(text, start, len(text) if end is None else end):
        assert found.lastindex is not None
        yield Credential(found.start(), found.end(), _FORMS[found.lastindex - 1][0])


def assigned(text: str, start: int = 0, end: int | None = None) -> Iterator[Credential]:
    """Values of high entropy that stand under a name like `API_TOKEN`, and passwords in addresses."""
    stop = len(text) if end is None else end
    for found in _ASSIGNED.finditer(text, start, stop):
        value = found[1]
        if _REFERENCE.match(value) is None and _WORDS(value) is None and random(value):
            yield Credential(found.start(1), found.end(1), "a credential")
    for found in _IN_ADDRESS.finditer(text, start, stop):
        if _REFERENCE.match(found[1]) is None and _WORDS(found[1]) is None:
            yield Credential(found.start(1), found.end(1), "a password in an address")


def names_a_credential(name: str) -> bool:
    """Whether a variable's name, like `OPENAI_API_KEY`, says that its value is a credential."""
    return _NAMES.search(name) is not None


def random(value: str) -> bool:
    """Whether a text looks drawn, not written: letters and digits mixed, and few repetitions."""
    return any(char.isdigit() for char in value) and any(char.isalpha() for char in value) and entropy(value) >= 3


def entropy(value: str) -> float:
    """Bits for each character, from how often each stands in the value."""
    counts = [value.count(char) for char in set(value)]
    return -sum(count / len(value) * log2(count / len(value)) for count in counts)


def placeholder(value: str, known: bool = False) -> bool:
    """Whether a credential is one by its form alone: an example for people. A value that only a name makes one is as well where its letters
    or digits stand in order; one of a `known` form is told all the same, as nobody writes out a whole key for an example."""
    return _PLACEHOLDER.search(value) is not None or (not known and _IN_ORDER.search(value) is not None)


# Hiding

_LONG = re.compile(r"[^\s`]{12}").search
_DIGIT = re.compile("[0-9]").search
_ARMOUR = re.compile(r"\s*[\"']?[A-Za-z0-9+/]{40,}={0,2}[\"']?\s*").fullmatch


def _may_show(text: str) -> bool:
    """A quick look: whether a text has a long word and a digit, as every credential has."""
    return _DIGIT(text) is not None and _LONG(text) is not None


@lru_cache(512)  # several findings on a line show it several times
def masked(text: str, before: str = "") -> str:
    """The text with stars in place of every credential. `before` is what stands in front of it where it was taken from."""
    if not _may_show(text):
        return text
    if _ARMOUR(text):
        return "*" * len(text)
    whole = before + text
    chars = None
    for one in (*tokens(whole), *assigned(whole)):
        if chars is None:
            chars = list(whole)
        chars[one.start : one.end] = "*" * (one.end - one.start)
    return text if chars is None else "".join(chars[len(before) :])


def discloses(text: str) -> bool:
    """Whether a text holds a credential."""
    return masked(text) != text


def masked_line(source: Source, number: int) -> str:
    """A line of a file (from 1) as it may be shown."""
    line = source.line(number)
    return masked(line, source.line(number - 1) + "\n" if number > 1 else "") if line else line


def hidden(words: str, source: Source, start: int, end: int) -> str:
    """What is said about a place of a file, without the credentials that stand in its lines."""
    if not _may_show(words):
        return words
    text = source.text
    first = text.rfind("\n", 0, text.rfind("\n", 0, start) + 1 or None) + 1 if start else 0
    last = text.find("\n", min(end, start + _NEAR))
    near = text[max(first, start - _NEAR) : last if 0 <= last <= start + 2 * _NEAR else start + 2 * _NEAR]
    for value in _values(near):
        words = words.replace(value, "****")
    return masked(words)


@lru_cache(64)
def _values(near: str) -> tuple[str, ...]:
    """The credentials in a piece of a file; each of its findings asks for them, twice."""
    return tuple(near[one.start : one.end] for one in (*tokens(near), *assigned(near)))


_NEAR = 4096
"""Characters around a place that are searched for what its message might repeat."""
