"""Coverage-guided fuzzing of every reader: nothing but a clear answer may come out, and in time.

    pip install atheris
    python tests/fuzz/fuzz_readers.py -max_total_time=300 [CORPUS_FOLDER …]

Not part of the test run: it takes minutes and needs a compiler's runtime.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["remit"]):
    from remit.document import Document
    from remit.hosts import all_hosts
    from remit.resolving import Remit
    from remit.session import Session
    from remit.source import Source
    from remit.syntax import jsonc, toml, yaml
    from remit.syntax.nodes import SyntaxFault
    from remit.syntax.scan import scan
    from remit.syntax.schema import plain

HOSTS = [(host, host.version(version)) for host in all_hosts() for version in (host.versions or (host.latest,))]


def shape(node: object) -> object:
    """A tree as plain values with places, to compare two readers by."""
    items = getattr(node, "items", None)
    if items is not None:
        return [shape(item) for item in items], node.start, node.end  # type: ignore[attr-defined]
    entries = getattr(node, "entries", None)
    if entries is not None:
        return [(shape(key), shape(value)) for key, value in entries]
    return node.text, node.start, node.end  # type: ignore[attr-defined]


def one(data: bytes) -> None:
    assert Document(Source(data)).to_bytes() == data
    for host, version in HOSTS:
        for scope in ("project", "plugin"):
            reading = host.read(Source(data, "x.md"), version, scope, stem="x")
            assert reading.loaded or reading.why
            for finding in reading.diagnostics:
                assert finding.message
                assert finding.span
            answer = Remit(reading.subject(), host.resolve(reading.subject(), Session(host, version)))
            assert answer.effective is not None or not reading.loaded
    text = data.decode("utf-8", "replace")
    quick = scan(text)
    if quick is not None:
        for full in (yaml.compose(text).node, yaml.compose_client(text)):
            assert plain(full) == plain(quick)  # type: ignore[arg-type]
        assert shape(yaml.compose(text).node) == shape(quick)
    for read in (yaml.compose, yaml.compose_client, toml.read, jsonc.read):
        try:
            read(text)
        except SyntaxFault as fault:
            assert 0 <= fault.offset <= len(text) + 1
            assert fault.problem


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
