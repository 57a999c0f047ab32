"""A credential stands in the file.

## What it finds

Keys and tokens of well-known services by their form, anywhere in a definition or in the settings of the session; in the front matter also
values that look drawn and stand under a name like `API_TOKEN`, and passwords in addresses. References
(`${API_TOKEN}`) and placeholders are left alone. No report shows the value.

## Why it matters

A definition is made to be shared: it is committed, copied into other projects and handed to a model. Whoever reads it has the credential.

## Instead

    mcpServers:
      api:
        command: api-server
        env:
          API_TOKEN: ${API_TOKEN}

Then take the credential back where it was issued: it stays in the history of the repository.

## Fix safety

None: taken out of the file it stays in its history; the credential has to be taken back where it was issued.

## Evidence

The forms of tokens as their issuers document them, read 2026-11-30; CWE-798.
"""

from __future__ import annotations

import re

from ..credentials import assigned, entropy, may_hold, placeholder, tokens
from ..diagnostic import Diagnostic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..catalog import Catalog
    from ..credentials import Credential
    from ..document import Document

SEVERITY = "error"
TOPIC = "security"
SECRET = True

_NAMES = (b"mcp", b"hooks", b"api_key", b"api-key", b"apikey", b"token:", b"secret:", b"password")
_NAMED = re.compile(
    rb"(?:key|token|secret|passw(?:or)?d|auth(?:orization)?|bearer|credentials?|pat)[\"']?[ \t]*(?:[:=,]|[ \t][^ \t]{12})|://[^\s/@:]*:[^\s/@]+@"
).search
_MOST = 50


def in_document(document: Document) -> Iterator[Diagnostic]:
    source = document.source
    data = source.data
    start, end = document.front_bytes
    front = data[start:end].lower() if document.has_front_matter else b""
    named = any(name in front for name in _NAMES) and _NAMED(front) is not None
    known = may_hold(data)
    if not named and not known:
        return
    text = source.text
    body = document.body_offset
    found = {one.start: (one, False) for one in assigned(text, 0, body)} if named else {}
    if known:
        found.update({one.start: (one, True) for one in tokens(text)})
    count = 0
    last = -1
    for at, (one, formed) in sorted(found.items()):
        value = text[at : one.end]
        # In a prompt a run of one character is an example for the agent; what a server is started with is used.
        quoted = at >= body and text[at - 1] == "`"
        if at < last or placeholder(value, formed and not quoted) or (at >= body and entropy(value) < 3):
            continue
        last = one.end
        count += 1
        if count > _MOST:
            break
        yield _finding(document, one, at < body)


def in_catalog(catalog: Catalog) -> Iterator[Diagnostic]:
    definitions = {entry.path for entry in catalog}  # settings may define agents too; then they were looked at as such
    for document in catalog.configurations():
        if document.source.path not in definitions:
            yield from in_document(document)


def _finding(document: Document, one: Credential, used: bool) -> Diagnostic:
    data: dict[str, object] = {"kind": one.kind, "used": used}
    return Diagnostic("hardcoded-secret", document.source, one.start, one.end, data)


def message(data: dict[str, object]) -> str:
    if data["used"]:
        return f"{data['kind']} stands in the file for everybody who reads it"
    return f"{data['kind']} stands in the prompt: everybody who reads the file has it, and so has the model"


def help(data: dict[str, object]) -> str | None:  # noqa: A001
    return "name an environment variable instead (`${NAME}`), and take the credential back where it was issued"
