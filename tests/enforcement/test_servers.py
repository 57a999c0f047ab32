"""A server whose tools nobody knew beforehand: an entry about one tool of it is about that tool alone."""

from __future__ import annotations

import pytest
from definitions import remit_of

from remit.inventory import Inventory
from remit.policy import ALLOW, DENY

UNKNOWN = Inventory(None, {"srv": None, "srv2": None})


@pytest.mark.parametrize(
    ("allow", "deny", "allowed", "denied"),
    [
        (["mcp__srv__x"], [], ["x"], ["y", "xy"]),
        (["mcp__srv__b*"], [], ["b", "beta"], ["a", "ab"]),
        (["mcp__srv__*"], ["mcp__srv__x"], ["y"], ["x"]),
        (["mcp__srv"], ["mcp__srv__b*"], ["y"], ["b", "beta"]),
        (["mcp__srv__x", "mcp__srv__y"], ["mcp__srv__x"], ["y"], ["x", "z"]),
        (["mcp__srv__x"], ["mcp__srv"], [], ["x", "y"]),
        (["mcp__srv__x"], ["mcp__srv__*"], [], ["x", "y"]),
        (None, ["mcp__srv__x"], ["y"], ["x"]),
        (None, ["mcp__srv__b*"], ["a"], ["beta"]),
        (None, ["mcp__srv"], [], ["x", "y"]),
        (None, ["mcp__*"], [], ["x"]),
    ],
)
def test_what_an_entry_is_about(allow: list[str] | None, deny: list[str], allowed: list[str], denied: list[str]) -> None:
    remit = remit_of("claude-code", allow, deny, None, UNKNOWN)
    assert remit is not None
    for effect, tools in ((ALLOW, allowed), (DENY, denied)):
        for tool in tools:
            assert remit.ruling.decide(f"mcp__srv__{tool}", {}).effect == effect, tool
            assert remit.ruling.has(f"mcp__srv__{tool}") is (effect == ALLOW)
    if allow is not None:
        assert remit.ruling.decide("mcp__srv2__x", {}).effect == DENY
