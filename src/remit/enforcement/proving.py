"""Proving that the guard is in the way: it is started as the host would, with calls of which the answer is known."""

from __future__ import annotations

import json
import subprocess
import tempfile

from .hook import form_of
from .policy import Policy, PolicyError, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FORBIDDEN = "remit_selftest_no_such_tool"
"""A tool that no agent with a list has."""
_PATIENCE = 60


class Trial:
    """One thing that was tried: what it was, and what is wrong, `None` for nothing."""

    __slots__ = ("problem", "what")

    def __init__(self, what: str, problem: str | None) -> None:
        self.what = what
        self.problem = problem


def trials(words: Sequence[str], host: str, policy: str) -> list[Trial]:
    """Starts the guard with these words and gives it calls that it must refuse and one that it must let pass."""
    form = form_of(host)

    def call(name: str | None) -> str:
        return json.dumps(form.sample(FORBIDDEN, name))

    with tempfile.TemporaryDirectory(prefix="remit-selftest-") as folder:
        start = _elsewhere(words, folder)
        found = [
            Trial("what is no JSON is refused", _refusal(start, "{")),
            Trial("a call that nobody understands is refused", _refusal(start, "{}")),
            Trial(
                "without a policy every call is refused",
                _refusal(_swapped(start, "--policy", f"{folder}/none.json"), call(None)),
            ),
        ]
        try:
            known = load(policy)
        except PolicyError as problem:
            return [*found, Trial("the policy can be used", f"{problem.reason}; {problem.hint}")]
        found.append(Trial("a call of the session itself passes", _passing(start, call(None))))
        for name in _narrow(known, host) if form.IDENTITY else ():
            found.append(Trial(f"a tool that `{name}` has not is refused", _refusal(start, call(name), by_answer=True)))
        return found


def _narrow(policy: Policy, host: str) -> list[str]:
    """The agents whose list says for certain what they have not."""
    found = []
    for name in policy.agents(host):
        try:
            held = policy.agent(host, name)
        except PolicyError:
            continue
        if held is not None and not held.ruling.has(FORBIDDEN):
            found.append(name)
    return found


def _elsewhere(words: Sequence[str], folder: str) -> list[str]:
    """The same words with a state of its own, so that a trial is not in the journal."""
    return [word for word in _swapped(words, "--state", folder) if word != "--observe"]


def _swapped(words: Sequence[str], option: str, value: str) -> list[str]:
    found = list(words)
    found[found.index(option) + 1] = value
    return found


def _said(words: Sequence[str], text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, input=text, capture_output=True, text=True, timeout=_PATIENCE, check=False)  # noqa: S603 - our own hook


def _refusal(words: Sequence[str], text: str, *, by_answer: bool = False) -> str | None:
    try:
        done = _said(words, text)
    except (OSError, subprocess.TimeoutExpired) as problem:
        return f"it does not start: {problem}"
    if not by_answer:
        return None if done.returncode == 2 else f"it ends with {done.returncode} instead of 2"
    if done.returncode == 2:
        return done.stderr.strip() or "it ends with 2"
    return None if done.returncode == 0 and '"deny"' in done.stdout else "the call passes"


def _passing(words: Sequence[str], text: str) -> str | None:
    try:
        done = _said(words, text)
    except (OSError, subprocess.TimeoutExpired) as problem:
        return f"it does not start: {problem}"
    return None if done.returncode == 0 and not done.stdout else done.stderr.strip() or done.stdout.strip()
