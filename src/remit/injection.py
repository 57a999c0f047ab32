"""Phrases with which a text turns against the model that reads it: they override, they hide, they forge another voice, they carry data away.

All of it is likely, none of it is certain: a definition may be about such phrases. Each pattern takes a bounded stretch of text.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_OVERRIDES = (
    r"\b(?:ignore|disregard|forget|override|bypass)[ \t]+(?:(?:all|any|every|the|your|these|those|of|and|other|my)[ \t]+){0,4}"
    r"(?:(?:previous|prior|earlier|above|preceding|system|safety|security|existing|original|developer|user'?s?)[ \t]+){1,2}"
    r"(?:and[ \t]+\w+[ \t]+)?(?:instructions?|prompts?|rules|guidelines|directives?|messages?|context|constraints|policies|restrictions)\b"
)
_PEOPLE = r"(?:the[ \t]+|any[ \t]+)?(?:user|human|developer|operator|reviewer|maintainer)s?\b"
_SECRECY = (
    r"(?<!you )(?<!they )(?<!we )\b(?:do[ \t]+not|don'?t|never)[ \t]+"
    rf"(?:(?:tell|inform|notify)[ \t]+|reveal[ \t]+(?:this|it|that)[ \t]+to[ \t]+){_PEOPLE}"
    rf"|\bhide[ \t]+(?:this|it|these[ \t]+\w+)[ \t]+from[ \t]+{_PEOPLE}"
)
_FORGED = r"<\|(?:im_start|im_end|system)\|>|\[INST\]|<(?:system|system-reminder|system_prompt)>"
_ALWAYS = (
    r"\b(?:always|only)[ \t]+(?:pick|choose|select|prefer|use|call|invoke)[ \t]+this[ \t]+(?:agent|sub-?agent)"
    r"[ \t]+(?:instead|over|rather|no[ \t]+matter|regardless|and[ \t]+never)\b"
)

_TURNS = re.compile(
    f"(?P<override>{_OVERRIDES})|(?P<secrecy>{_SECRECY})|(?P<forged>{_FORGED})|(?P<always>{_ALWAYS})", re.IGNORECASE
)
SIGNS = (
    *(
        b"ignore ",
        b"disregard ",
        b"forget ",
        b"override ",
        b"bypass ",
        b"tell ",
        b"inform ",
        b"notify ",
        b"reveal ",
        b"hide ",
    ),
    *(b"<|im_", b"<|system", b"[inst]", b"<system", b"this "),
)
"""What every such phrase holds one of in the text that `plain` makes: to be looked for first."""


def plain(data: bytes) -> bytes:
    """The same text in small letters, with blanks for tabs, each byte in its place."""
    return data.lower().replace(b"\t", b" ")


OVERRIDE = "override"
SECRECY = "secrecy"
FORGED = "forged"
ALWAYS = "always"


def turns(text: str, start: int = 0, end: int | None = None) -> Iterator[tuple[int, int, str]]:
    """Where a text overrides instructions, keeps something from people, speaks with the voice of a chat, or wants to be preferred."""
    for found in _TURNS.finditer(text, start, len(text) if end is None else end):
        yield found.start(), found.end(), str(found.lastgroup)


def may_turn(text: str) -> bool:
    """A quick look: `False` for nearly every text in which `turns` finds nothing."""
    looked = plain(text.encode("utf-8", "surrogatepass"))
    return any(sign in looked for sign in SIGNS)


_CARRY = r"(?:send|post|upload|exfiltrate|forward|transmit|leak|submit|ship|copy|publish|report|append|curl|wget)"
_AWAY = (
    r"https?://(?!localhost\b|127\.|0\.0\.0\.0|\[::1\]|[\w.-]{1,60}\.(?:local|internal|localhost)\b)[\w\[$<{][^\s)>\"'`]{2,200}"
)
_PRECIOUS = (
    r"(?:(?:~|\$HOME|\$\{HOME\})/\.|/\.ssh\b|\bid_(?:rsa|ed25519|ecdsa)\b|\.aws/credentials|(?<![\w.])\.env\b|\.netrc\b|\.npmrc\b|/etc/(?:passwd|shadow)"
    r"|\b(?:private|ssh|api|secret|signing)[ _-]keys?\b|\bcredentials?\b|\bpasswords?\b|\bsecrets\b|\bcookies\b|\bwallets?\b"
    r"|\benvironment[ \t]variables\b|\bsystem[ \t]prompt\b|\bconversation(?:[ \t]history)?\b|\bchat[ \t]history\b)"
)
_WHOLE = (
    r"\b(?:send|post|upload|exfiltrate|forward|transmit|leak)[ \t]+(?:(?:all|any|every|the|your|these|those|of|its|their"
    r"|user'?s?|project|local|found|source|contents?)[ \t]+){0,5}"
    r"(?:files?|code|repository|codebase|data)[ \t]+(?:you[ \t]+\w+[ \t]+)?(?:to|at)[ \t]+"
)
_EXFILTRATES = re.compile(
    rf"\b{_CARRY}\b[^\n]{{0,120}}?(?:\bto\b|\bat\b|\bvia\b|\s-\w|\s--\w|=)[^\n]{{0,60}}?{_AWAY}|{_WHOLE}{_AWAY}", re.IGNORECASE
)
_TAKES = re.compile(_PRECIOUS, re.IGNORECASE)
_SENDS_ALL = re.compile(_WHOLE, re.IGNORECASE)


def exfiltration(line: str) -> tuple[int, int] | None:
    """Where a line has something precious carried to an address elsewhere; `None` where it does not."""
    found = _EXFILTRATES.search(line)
    if found is None:
        return None
    # What is carried stands before the address; an address may speak of credentials and mean its own.
    address = line.rfind("://", 0, found.end())
    if _TAKES.search(line, 0, address) is None and _SENDS_ALL.match(line, found.start()) is None:
        return None
    return found.span()
