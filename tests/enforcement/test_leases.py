"""Leases: only named secrets, only while granted, only in the environment of a call."""

from __future__ import annotations

import logging
import os
import pickle
import pty
import sys
import threading

import pytest

from remit.enforcement.secrets.approving import at_terminal
from remit.enforcement.secrets.grants import Grants
from remit.enforcement.secrets.leases import Lease, LeaseError, Leases, requested
from remit.enforcement.secrets.sources import Environment

VALUE = "s3cr3t-value-of-the-token"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def leases(clock: Clock | None = None, **more: object) -> Leases:
    source = Environment({"TOKEN": VALUE, "OTHER": "another-value"})
    return Leases(["TOKEN"], source, Grants(clock or Clock()), **more)  # type: ignore[arg-type]


def test_a_call_has_the_secrets_that_are_lent_at_that_moment() -> None:
    clock = Clock()
    held = leases(clock, ttl=10)
    assert held.environment({"PATH": "/bin"}) == {"PATH": "/bin"}
    held.lend("TOKEN")
    assert held.environment({"PATH": "/bin"}) == {"PATH": "/bin", "TOKEN": VALUE}
    assert "TOKEN" not in os.environ
    clock.now = 10
    assert held.environment() == {}


def test_each_call_has_an_environment_of_its_own() -> None:
    held = leases()
    held.lend("TOKEN")
    base = {"PATH": "/bin"}
    held.environment(base)["X"] = "y"
    assert base == {"PATH": "/bin"}
    assert "X" not in held.environment(base)


def test_a_key_that_the_definition_does_not_name_is_not_lent() -> None:
    held = leases(approve=lambda _: True)
    for ask in (held.lend, held.request):
        with pytest.raises(LeaseError) as refused:
            ask("OTHER")
        assert "OTHER" not in refused.value.reason
        assert "another-value" not in refused.value.reason
    assert held.environment() == {}


def test_a_secret_is_lent_on_request_only_where_somebody_agrees() -> None:
    asked = []

    def agree(key: str) -> bool:
        asked.append(key)
        return True

    held = leases(approve=agree)
    held.request("TOKEN")
    assert asked == ["TOKEN"]
    assert held.environment() == {"TOKEN": VALUE}
    for answer in (lambda _: False, lambda _: "yes", lambda _: 1 / 0, None):
        with pytest.raises(LeaseError, match="not approved"):
            leases(approve=answer).request("TOKEN")


def test_a_background_agent_is_denied_without_asking() -> None:
    held = leases(approve=lambda _: pytest.fail("nobody is to be asked"), background=True)
    with pytest.raises(LeaseError, match="background"):
        held.request("TOKEN")


def test_the_end_revokes_and_wipes() -> None:
    held = leases()
    held.lend("TOKEN")
    held.end()
    assert held.environment() == {}
    with pytest.raises(LeaseError, match="over"):
        held.lend("TOKEN")
    assert held.masker.mask(f"late: {VALUE}") == "late: [masked]"


def test_a_wiped_value_is_zeros_where_it_stood() -> None:
    lease = Lease("TOKEN", VALUE)
    kept = memoryview(lease._value)[:]
    with pytest.raises(BufferError):
        lease.wipe()  # somebody looks on, so that the bytes cannot be let go of, but they are zeros by then
    assert bytes(kept) == bytes(len(VALUE))
    kept.release()
    lease.wipe()
    with pytest.raises(LeaseError):
        lease.reveal()


def test_nothing_shows_or_writes_down_a_value_or_a_key(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    held = leases(approve=lambda _: True)
    held.request("TOKEN")
    lease = Lease("TOKEN", VALUE)
    for one in (held, lease, held.masker, held.grants):
        assert VALUE not in repr(one)
        assert "TOKEN" not in repr(one)
        with pytest.raises(TypeError):
            pickle.dumps(one)
    assert VALUE not in caplog.text
    assert all("TOKEN" not in record.getMessage() for record in caplog.records if record.levelno > logging.DEBUG)


@pytest.mark.parametrize(
    ("reply", "key"),
    [
        ("[REQUEST_SECRET: github-token]", "github-token"),
        ("[REQUEST_SECRET:KEY_1] because I need it", "KEY_1"),
        ("[REQUEST_SECRET:   k   ]", "k"),
        ("[REQUEST_SECRET: " + "k" * 100 + "]", "k" * 100),
        ("[REQUEST_SECRET: " + "k" * 101 + "]", None),
        ("[REQUEST_SECRET: ]", None),
        ("[REQUEST_SECRET: a b]", None),
        ("[REQUEST_SECRET: é]", None),
        ("[REQUEST_SECRET: a/../b]", None),
        ("[REQUEST_SECRET: a", None),
        (" [REQUEST_SECRET: a]", None),
        ("I say [REQUEST_SECRET: a]", None),
        ("[request_secret: a]", None),
    ],
)
def test_what_a_reply_asks_for(reply: str, key: str | None) -> None:
    assert requested(reply) == key


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of its own")
@pytest.mark.parametrize(
    ("typed", "agreed"), [(b"y\n", True), (b"YES\n", True), (b"\n", False), (b"yup\n", False), (b"n\n", False)]
)
def test_a_person_agrees_by_a_clear_yes(typed: bytes, agreed: bool) -> None:
    near, far = pty.openpty()
    shown = bytearray()

    def person() -> None:
        """Whoever sits at the terminal answers once the question stands there."""
        while b"[y/N] " not in shown:
            shown.extend(os.read(near, 100))
        os.write(near, typed)

    thread = threading.Thread(target=person)
    with open(far, closefd=False) as answer, open(far, "w", closefd=False) as ask:
        thread.start()
        assert at_terminal("a\x1b[2Jgent", ask=ask, answer=answer, patience=60)("TOKEN") is agreed
    thread.join()
    os.close(near)
    os.close(far)
    assert b"\x1b" not in shown


def test_without_a_terminal_the_answer_is_no() -> None:
    with open(os.devnull) as nothing, open(os.devnull, "w") as out:
        assert at_terminal("agent", ask=out, answer=nothing)("TOKEN") is False


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of its own")
def test_who_does_not_answer_in_time_has_not_agreed() -> None:
    near, far = pty.openpty()
    with open(far, closefd=False) as answer, open(far, "w", closefd=False) as ask:
        assert at_terminal("agent", ask=ask, answer=answer, patience=0)("TOKEN") is False
    os.close(near)
    os.close(far)
