"""What passes the gate, message by message."""

from __future__ import annotations

import pytest

pytest.importorskip("mcp")

from definitions import remit_of
from hypothesis import given
from hypothesis import strategies as st
from mcp.types import JSONRPCError, JSONRPCMessage, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

from remit.enforcement.gate.calls import PATIENCE, Tools
from remit.enforcement.gate.gating import Gate
from remit.enforcement.policy import Held, PolicyError
from remit.enforcement.secrets.masking import Masker
from remit.enforcement.standing import Standing
from remit.hosts import host
from remit.inventory import Inventory

HOSTS = ["claude-code", "copilot", "gemini", "opencode"]


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def tools(
    allow: list[str] | None, deny: list[str] = (), mode: str | None = None, name: str = "claude-code", **more: object
) -> Tools:  # type: ignore[assignment]
    remit = remit_of(name, allow, list(deny), mode, Inventory(None, {"srv": None}))
    assert remit is not None
    return Tools(Standing(Held("a", remit.ruling, {}), {}), name, "srv", **more)  # type: ignore[arg-type]


def gate(allow: list[str] | None, *values: str, also: frozenset[str] = frozenset(), **more: object) -> Gate:
    return Gate(tools(allow, **more), Masker(values), also)  # type: ignore[arg-type]


def request(method: str, number: int | str = 1, **params: object) -> JSONRPCRequest:
    return JSONRPCRequest(jsonrpc="2.0", id=number, method=method, params=params or None)


def answer(number: int | str = 1, **result: object) -> JSONRPCResponse:
    return JSONRPCResponse(jsonrpc="2.0", id=number, result=result)


def listed(one: Gate, names: list[str], number: int | str = 1, **more: object) -> list[str]:
    on, back = one.from_client(request("tools/list", number))
    assert on is not None, back
    shown, _ = one.from_server(answer(number, tools=[{"name": name} for name in names], **more))
    assert isinstance(shown, JSONRPCResponse)
    return [tool["name"] for tool in shown.result["tools"]]


def refused(one: Gate, tool: str, **arguments: object) -> str | None:
    """What a call is refused with, `None` where it passes."""
    on, back = one.from_client(request("tools/call", f"{tool}-{len(arguments)}", name=tool, arguments=arguments))
    assert (on is None) != (back is None)
    if back is None:
        return None
    return back.error.message if isinstance(back, JSONRPCError) else back.result["content"][0]["text"]  # type: ignore[union-attr]


def test_a_page_keeps_its_place_though_nothing_of_it_is_shown() -> None:
    one = gate(["mcp__srv__x"])
    one.from_client(request("tools/list"))
    shown, _ = one.from_server(answer(tools=[{"name": "y"}], nextCursor="next"))
    assert isinstance(shown, JSONRPCResponse)
    assert shown.result == {"tools": [], "nextCursor": "next"}


@pytest.mark.parametrize("odd", [None, "text", [1, "x", {"name": 5}, {}, None], {"x": 1}])
def test_a_list_in_another_form_shows_nothing(odd: object) -> None:
    one = gate(["mcp__srv__x"])
    one.from_client(request("tools/list"))
    shown, _ = one.from_server(answer(tools=odd))
    assert isinstance(shown, JSONRPCResponse)
    assert shown.result["tools"] == []


@pytest.mark.parametrize("name", HOSTS)
def test_a_list_in_each_hosts_words(name: str) -> None:
    entry = host(name).server_entry("srv", "x")
    if name == "opencode":
        assert listed(gate(None, deny=[entry], name=name), ["x", "y"]) == ["y"]
    else:
        assert listed(gate([entry], name=name), ["x", "y"]) == ["x"]


def test_a_tool_that_hosts_write_otherwise_is_the_same_tool() -> None:
    assert listed(gate(["mcp__srv__repo_create"]), ["repo.create", "repo.drop"]) == ["repo.create"]
    assert listed(gate(["mcp__srv__repo.create"]), ["repo.create", "repo.drop"]) == ["repo.create"]
    for denied in ("mcp__srv__repo_drop", "mcp__srv__repo.drop"):
        assert listed(gate(None, deny=[denied]), ["repo.create", "repo.drop"]) == ["repo.create"]
        assert listed(gate(["mcp__srv"], deny=[denied]), ["repo.create", "repo.drop"]) == ["repo.create"]
        assert refused(gate(["mcp__srv"], deny=[denied]), "repo.drop") == "Unknown tool: repo.drop"


def test_a_call_that_is_to_be_asked_for_is_the_hosts_to_ask() -> None:
    assert refused(gate(["mcp__srv"], mode="plan"), "x") is None
    reason = refused(gate(["mcp__srv"], mode="plan", asking=False), "x")
    assert reason is not None
    assert "plan" in reason
    assert "nobody can be asked" in reason


def test_the_grant_ends_at_exactly_its_time() -> None:
    clock = Clock()
    one = gate(["mcp__srv"], ttl=10, clock=clock)
    clock.now = 9.99
    assert refused(one, "x") is None
    clock.now = 10.0
    assert "expired" in (refused(one, "y") or "")
    _, back = one.from_client(request("tools/list", 9))
    assert isinstance(back, JSONRPCError)
    assert "expired" in back.error.message
    assert isinstance(one.from_client(request("resources/list", 10))[1], JSONRPCError)


def test_a_list_that_comes_after_the_end_shows_nothing() -> None:
    clock = Clock()
    one = gate(["mcp__srv"], ttl=10, clock=clock)
    one.from_client(request("tools/list"))
    clock.now = 10.0
    shown, _ = one.from_server(answer(tools=[{"name": "x"}]))
    assert isinstance(shown, JSONRPCError)


@pytest.mark.parametrize(
    "params",
    [{}, {"name": 5}, {"name": None}, {"name": ["x"]}, {"name": "x", "arguments": "y"}, {"name": "x", "arguments": []}],
)
def test_a_call_in_another_form_is_refused(params: dict[str, object]) -> None:
    on, back = gate(["mcp__srv"]).from_client(request("tools/call", **params))
    assert on is None
    assert isinstance(back, JSONRPCError)
    assert back.error.code == -32602


def test_methods_that_nobody_knows_do_not_pass() -> None:
    one = gate(["mcp__srv"])
    for method in (
        "tools/execute",
        "Tools/call",
        "tools/call ",
        "x",
        "",
        "notifications/initialized",
        "sampling/createMessage",
    ):
        on, back = one.from_client(request(method))
        assert on is None
        assert isinstance(back, JSONRPCError)
        assert back.error.code == -32601
    assert one.from_client(JSONRPCNotification(jsonrpc="2.0", method="tools/call", params={"name": "x"})) == (None, None)
    on, back = one.from_server(request("tools/call", name="x"))
    assert on is None
    assert isinstance(back, JSONRPCError)


def test_answers_to_what_nobody_asked_do_not_pass() -> None:
    one = gate(["mcp__srv"], also=frozenset(("elicitation",)))
    assert one.from_server(answer(5, tools=[{"name": "x"}])) == (None, None)
    assert one.from_client(answer(5)) == (None, None)
    one.from_server(request("elicitation/create", 5))
    assert one.from_client(answer(5, action="accept"))[0] is not None
    assert one.from_client(answer(5, action="accept")) == (None, None)


def test_an_id_as_text_is_another_than_as_a_number() -> None:
    one = gate(["mcp__srv__x"])
    one.from_client(request("tools/list", 1))
    one.from_client(request("ping", "1"))
    shown, _ = one.from_server(answer("1"))
    assert shown is not None
    shown, _ = one.from_server(answer(1, tools=[{"name": "y"}]))
    assert isinstance(shown, JSONRPCResponse)
    assert shown.result["tools"] == []


def test_notifications_about_what_the_agent_has_not_do_not_pass() -> None:
    updated = JSONRPCNotification(jsonrpc="2.0", method="notifications/resources/updated", params={"uri": "a://b"})
    changed = JSONRPCNotification(jsonrpc="2.0", method="notifications/tools/list_changed")
    assert gate(["mcp__srv__x"]).from_server(updated) == (None, None)
    assert gate(["mcp__srv__x"]).from_server(changed)[0] is not None
    assert gate(["mcp__srv"]).from_server(updated)[0] is not None
    assert gate(["mcp__srv__x"], also=frozenset(("resources",))).from_server(updated)[0] is not None
    assert gate(["mcp__srv__x"], also=frozenset(("prompts",))).from_server(updated) == (None, None)


VALUE = "s3cr3t-value-0123456789"


@pytest.mark.parametrize(
    "message",
    [
        answer(
            content=[{"type": "text", "text": f"x {VALUE}"}],
            structuredContent={VALUE: [VALUE, {"a": VALUE}]},
            _meta={"m": VALUE},
        ),
        JSONRPCError.model_validate(
            {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": VALUE, "data": {"why": [VALUE]}}}
        ),
        JSONRPCNotification(jsonrpc="2.0", method="notifications/message", params={"data": f"log {VALUE}"}),
        JSONRPCNotification(jsonrpc="2.0", method="notifications/progress", params={"message": VALUE, "progress": 1}),
        request("sampling/createMessage", messages=[{"content": {"text": VALUE}}]),
        request("elicitation/create", message=VALUE),
    ],
)
def test_no_message_of_the_server_holds_a_secret(message: JSONRPCMessage) -> None:
    one = gate(["mcp__srv"], VALUE, also=frozenset(("sampling", "elicitation")))
    one.from_client(request("tools/call", name="x"))
    shown, _ = one.from_server(message)
    assert shown is not None
    assert VALUE not in shown.model_dump_json()
    assert "[masked]" in shown.model_dump_json()


ids = st.integers(0, 3) | st.sampled_from(["0", "1", "a"])
names = st.sampled_from(["x", "y", "X", "x ", "mcp__srv__x"])
clients = st.one_of(
    st.builds(lambda number, name: request("tools/call", number, name=name), ids, names),
    st.builds(
        lambda number, method: request(method, number),
        ids,
        st.sampled_from(["tools/list", "ping", "resources/list", "initialize"]),
    ),
    st.builds(
        lambda number: JSONRPCNotification(jsonrpc="2.0", method="notifications/cancelled", params={"requestId": number}), ids
    ),
    st.builds(answer, ids),
)
servers = st.builds(lambda number: answer(number, tools=[{"name": "x"}, {"name": "y"}], capabilities={"resources": {}}), ids)


@given(st.lists(clients | servers, max_size=30))
def test_whatever_is_said_only_what_is_granted_passes(messages: list[JSONRPCMessage]) -> None:
    one = gate(["mcp__srv__x"])
    asked: dict[int | str, str] = {}
    for message in messages:
        if isinstance(message, JSONRPCResponse) and "tools" in message.result:
            shown, _ = one.from_server(message)
            method = asked.pop(message.id, None)
            assert (shown is None) == (method is None)
            if method == "tools/list":
                assert isinstance(shown, JSONRPCResponse)
                assert shown.result["tools"] == [{"name": "x"}]
            continue
        on, _ = one.from_client(message)
        if isinstance(on, JSONRPCRequest):
            assert on.id not in asked
            asked[on.id] = on.method
            assert on.method in ("tools/call", "tools/list", "ping", "initialize")
            if on.method == "tools/call":
                assert on.params == {"name": "x"}


@pytest.mark.parametrize("entry", ["mcp__srv__x(text:a*)", "mcp__srv__x(a)", "mcp__srv__x(/etc/**)"])
def test_a_scope_that_nobody_knows_the_meaning_of_lets_no_call_through(entry: str) -> None:
    """No host has scopes for the tools of servers, so what an author meant by one cannot be told: a granted tool is then not called, and of a denied
    one nothing is."""
    for arguments in ({}, {"text": "abc"}, {"text": "zzz"}):
        assert "the only calls" in (refused(gate([entry]), "x", **arguments) or "")
        assert "denylist" in (refused(gate(["mcp__srv"], deny=[entry]), "x", **arguments) or "")
    assert refused(gate(["mcp__srv"], deny=[entry]), "y") is None
    assert refused(gate(["mcp__srv__x(*)"]), "x", text="abc") is None


def test_what_an_answer_asks_of_the_client_is_granted_or_not_given() -> None:
    wanted = {"one": {"method": "elicitation/create", "params": {}}}
    for also, passes in ((frozenset(), False), (frozenset(("sampling",)), False), (frozenset(("elicitation",)), True)):
        one = gate(["mcp__srv"], also=also)
        one.from_client(request("tools/call", name="x", arguments={}))
        shown, _ = one.from_server(answer(resultType="input_required", inputRequests=wanted))
        assert isinstance(shown, JSONRPCResponse)
        assert ("inputRequests" in shown.result) == passes
        assert (shown.result.get("isError") is True) != passes


@pytest.mark.parametrize("method", ["sampling/createMessage", "elicitation/create", "roots/list", "new/thing"])
def test_a_server_asks_for_what_is_granted_alone(method: str) -> None:
    on, back = gate(["mcp__srv"]).from_server(request(method))
    assert on is None
    assert isinstance(back, JSONRPCError)
    capability = {"sampling/createMessage": "sampling", "elicitation/create": "elicitation", "roots/list": "roots"}.get(method)
    if capability is not None:
        on, back = gate(["mcp__srv"], also=frozenset((capability,))).from_server(request(method))
        assert (on is None, back) == (False, None)


def test_a_server_does_not_hear_of_what_it_may_not_ask_for() -> None:
    able = {"sampling": {}, "elicitation": {"form": {}}, "roots": {"listChanged": True}, "experimental": {"x": {}}}
    key = "io.modelcontextprotocol/clientCapabilities"
    for also in (frozenset(), frozenset(("roots",))):
        one = gate(["mcp__srv"], also=also)
        on, _ = one.from_client(request("initialize", capabilities=able, protocolVersion="x"))
        assert isinstance(on, JSONRPCRequest)
        assert on.params is not None
        assert set(on.params["capabilities"]) == {"experimental", *also}
        on, _ = one.from_client(request("tools/list", 2, _meta={key: able, "progressToken": 1}))
        assert isinstance(on, JSONRPCRequest)
        assert on.params is not None
        assert set(on.params["_meta"][key]) == {"experimental", *also}
        told, _ = one.from_client(JSONRPCNotification(jsonrpc="2.0", method="notifications/roots/list_changed"))
        assert (told is not None) == bool(also)


class Renewable(Standing):
    """A policy that may be compiled again."""

    renewable = True
    gone = False

    def held(self) -> Held:
        if self.gone:
            raise PolicyError("it has changed")
        return super().held()


def test_a_server_waits_a_while_for_a_policy_to_be_compiled_again() -> None:
    remit = remit_of("claude-code", ["mcp__srv"], [], None, Inventory(None, {"srv": None}))
    assert remit is not None
    clock, standing = Clock(), Renewable(Held("a", remit.ruling, {}), {})
    one = Tools(standing, "claude-code", "srv", clock=clock)
    assert one.over() is None
    for _ in range(2):
        standing.gone = True
        assert one.over() is None
        clock.now += PATIENCE - 0.1
        assert one.over() is None
        standing.gone = False
        assert one.over() is None
    standing.gone = True
    assert one.over() is None
    clock.now += PATIENCE
    assert "has changed" in (one.over() or "")
