"""The gate at work: a real server behind it, a real client before it, over standard streams and over HTTP."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

pytest.importorskip("mcp")

import anyio
import httpx2
from mcp import ClientSession, MCPError, StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import INVALID_PARAMS, METHOD_NOT_FOUND, ElicitResult, TextContent

import remit

pytestmark = [pytest.mark.whole, pytest.mark.skipif(sys.platform == "win32", reason="pipes and signals")]

SERVER = [sys.executable, str(Path(__file__).with_name("gate_server.py"))]
VALUE = "s3cr3t-value-0123456789"
GRANTED = [
    "echo",
    "variable",
    "part",
    "complain",
    "slow",
    "release",
    "endless",
    "was_cancelled",
    "ask",
    "grow",
    "live",
    "granted_later",
]
ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "PYTHONPATH": str(Path(remit.__file__).parent.parent),
    "TOKEN": VALUE,
    "PLAIN": "plain-value-of-the-gate",
    "SHORT": "too-short",
    "CLIENT": "token-of-the-clients-of-a-gate",
}
KNOWN = {"Authorization": f"Bearer {ENVIRONMENT['CLIENT']}"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, "tools: Read, " + ", ".join(f"mcp__srv__{tool}" for tool in GRANTED))
    return tmp_path


def write(root: Path, *fields: str) -> Path:
    path = root / ".claude" / "agents" / "worker.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("---\nname: worker\ndescription: Does things well\n" + "\n".join(fields) + "\n---\nBody\n")
    return path


def words(root: Path, *options: str, server: list[str] | None = None) -> list[str]:
    gate = [
        sys.executable,
        "-m",
        "remit",
        "gate",
        "--agent",
        "worker",
        "--server",
        "srv",
        "--root",
        str(root),
        "--home",
        str(root),
    ]
    return [*gate, *options, *(["--", *SERVER] if server is None else server)]


@asynccontextmanager
async def client(command: list[str], **callbacks: object) -> AsyncIterator[ClientSession]:
    parameters = StdioServerParameters(command=command[0], args=command[1:], env=ENVIRONMENT)
    with open(os.devnull, "w") as nothing:
        async with stdio_client(parameters, errlog=nothing) as streams, ClientSession(*streams, **callbacks) as session:  # type: ignore[arg-type]
            with anyio.fail_after(60):
                await session.initialize()
                yield session


def run(test: Callable[[], Awaitable[None]]) -> None:
    anyio.run(test)


async def text(session: ClientSession, tool: str, **arguments: object) -> str:
    result = await session.call_tool(tool, arguments)
    assert isinstance(result.content[0], TextContent)
    return ("failed: " if result.is_error else "") + result.content[0].text


async def names(session: ClientSession) -> list[str]:
    return [tool.name for tool in (await session.list_tools()).tools]


def test_only_granted_tools_are_listed_and_called(root: Path) -> None:
    async def test() -> None:
        touched = root / "touched"
        ENVIRONMENT["TOUCHED"] = str(touched)
        async with client(words(root, "--env", "TOUCHED")) as session:
            assert await names(session) == [tool for tool in GRANTED if tool != "granted_later"]
            assert await text(session, "echo", text="a\nb é") == "a\nb é"
            for tool in ("forbidden", "nothing", "Read", "mcp__srv__echo", "echo ", "ECHO", ""):
                with pytest.raises(MCPError) as refused:
                    await session.call_tool(tool, {})
                assert refused.value.code == INVALID_PARAMS
                assert f"Unknown tool: {tool}" in str(refused.value)
            assert not touched.exists()
            assert await text(session, "echo", text="still there") == "still there"

    run(test)


def test_what_a_server_has_beside_tools_is_not_seen_by_who_has_some_of_it(root: Path) -> None:
    async def test() -> None:
        async with client(words(root)) as session:
            capabilities = session.get_server_capabilities() if hasattr(session, "get_server_capabilities") else None
            capabilities = capabilities or session.initialize_result.capabilities
            assert capabilities.tools is not None
            assert capabilities.resources is None
            assert capabilities.prompts is None
            for asking in (session.list_resources(), session.list_prompts(), session.get_prompt("hello")):
                with pytest.raises(MCPError) as refused:
                    await asking
                assert refused.value.code == METHOD_NOT_FOUND
        async with client(words(root, "--also", "prompts")) as session:
            assert [prompt.name for prompt in (await session.list_prompts()).prompts] == ["hello"]
            with pytest.raises(MCPError):
                await session.list_resources()

    run(test)


def test_an_agent_that_has_the_whole_server_has_its_resources_and_prompts(root: Path) -> None:
    async def test() -> None:
        write(root, "tools: Read, mcp__srv")
        async with client(words(root)) as session:
            assert "forbidden" in await names(session)
            assert [str(one.uri) for one in (await session.list_resources()).resources] == ["data://one"]
            assert (await session.get_prompt("hello")).messages

    run(test)


def test_a_denied_tool_is_denied_though_all_are_granted(root: Path) -> None:
    async def test() -> None:
        write(root, "disallowedTools: mcp__srv__forbidden")
        async with client(words(root)) as session:
            listed = await names(session)
            assert "echo" in listed
            assert "forbidden" not in listed
            with pytest.raises(MCPError):
                await session.call_tool("forbidden", {})

    run(test)


def test_progress_is_told_while_the_call_runs(root: Path) -> None:
    """The call only ends because of a second one that the first report of progress sets off."""

    async def test() -> None:
        async with client(words(root)) as session, anyio.create_task_group() as tasks:

            async def told(progress: float, total: float | None, message: str | None) -> None:
                assert (progress, total, message) == (1, 2, "half")
                tasks.start_soon(session.call_tool, "release", {})

            result = await session.call_tool("slow", {}, progress_callback=told)
            assert isinstance(result.content[0], TextContent)
            assert result.content[0].text == "released"

    run(test)


def test_a_cancelled_call_is_cancelled_in_the_server(root: Path) -> None:
    async def test() -> None:
        async with client(words(root)) as session:
            with anyio.CancelScope() as scope:

                async def begun(*_: object) -> None:
                    scope.cancel()

                await session.call_tool("endless", {}, progress_callback=begun)
            assert await text(session, "was_cancelled") == "cancelled"

    run(test)


def test_what_the_server_may_not_ask_the_client_is_not_asked(root: Path) -> None:
    async def test() -> None:
        async def answer(context: object, params: object) -> ElicitResult:
            raise AssertionError("asked")

        async with client(words(root), elicitation_callback=answer) as session:
            with pytest.raises(MCPError, match="the gate does not pass this on"):
                await session.call_tool("ask", {})
            assert await text(session, "echo", text="x") == "x"

    run(test)


def test_what_the_server_asks_the_client_answers(root: Path) -> None:
    async def test() -> None:
        async def answer(context: object, params: object) -> ElicitResult:
            return ElicitResult(action="accept", content={"colour": "green"})

        async with client(words(root, "--also", "elicitation"), elicitation_callback=answer) as session:
            assert await text(session, "ask") == "green"

    run(test)


def test_tools_that_come_later_are_listed_if_they_are_granted(root: Path) -> None:
    async def test() -> None:
        changed = anyio.Event()

        async def heard(message: object) -> None:
            if getattr(message, "method", None) == "notifications/tools/list_changed":
                changed.set()

        async with client(words(root), message_handler=heard) as session:
            await session.call_tool("grow", {})
            await changed.wait()
            listed = await names(session)
            assert "granted_later" in listed
            assert "forbidden_later" not in listed
            assert await text(session, "granted_later") == "grown"

    run(test)


def test_a_secret_is_the_servers_alone(root: Path) -> None:
    async def test() -> None:
        async with client(words(root, "--secret", "TOKEN")) as session:
            assert await text(session, "variable", name="TOKEN") == "[masked]"
            assert await text(session, "variable", name="PLAIN") == "nothing"
            first = await text(session, "part", name="TOKEN", start=0, end=10)
            second = await text(session, "part", name="TOKEN", start=10, end=100)
            assert (first, second) == ("[masked]", "[masked]")
            assert VALUE not in str(await session.call_tool("variable", {"name": "TOKEN"}))
        async with client(words(root, "--env", "PLAIN")) as session:
            assert await text(session, "variable", name="TOKEN") == "nothing"
            assert await text(session, "variable", name="PLAIN") == "plain-value-of-the-gate"

    run(test)


def started(command: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT)


INITIALIZE = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


class Raw:
    """A client that writes what it likes."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self.process, self.stdin, self.stdout = process, process.stdin, process.stdout
        self.changes = 0

    def write(self, data: bytes) -> None:
        self.stdin.write(data)
        self.stdin.flush()

    def say(self, **message: object) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def hear(self) -> dict[str, object]:
        """The next message. That the list of tools has changed may be said at any time, and is only counted."""
        while (message := self._next()).get("method") == "notifications/tools/list_changed":
            self.changes += 1
        return message

    def hear_of_a_change(self) -> None:
        if not self.changes:
            assert self._next()["method"] == "notifications/tools/list_changed"
            self.changes = 1
        self.changes -= 1

    def _next(self) -> dict[str, object]:
        line = self.stdout.readline()
        assert line, "the gate has gone"
        return json.loads(line)

    def begin(self) -> None:
        self.say(id=0, method="initialize", params=INITIALIZE)
        assert self.hear()["id"] == 0
        self.say(method="notifications/initialized")

    def call(self, number: int, tool: str, **arguments: object) -> dict[str, object]:
        self.say(id=number, method="tools/call", params={"name": tool, "arguments": arguments})
        return self.hear()


@contextmanager
def raw(command: list[str]) -> Iterator[Raw]:
    with started(command) as process:
        try:
            yield Raw(process)
        finally:
            process.kill()


def test_malformed_input_is_answered_and_survived(root: Path) -> None:
    with raw(words(root)) as gate:
        gate.begin()
        for line, code in [
            (b"{\n", -32700),
            (b"\xff\xfe\n", -32700),
            (b"[]\n", -32600),
            (b'"text"\n', -32600),
            (b'{"jsonrpc":"1.0","id":1,"method":"tools/list"}\n', -32600),
            (b'{"jsonrpc":"2.0","id":1}\n', -32600),
            (b'[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"forbidden"}}]\n', -32600),
            (b"[" * 5000 + b"\n", -32700),
        ]:
            gate.write(line)
            answer = gate.hear()
            assert answer["id"] is None, line
            assert answer["error"]["code"] == code, (line, answer)  # type: ignore[index]
        gate.write(b"\n\r\n")
        gate.say(id=None, method="tools/call", params={"name": "forbidden"})
        gate.say(method="tools/call", params={"name": "forbidden"})
        gate.say(id=99, result={})
        assert gate.call(5, "echo", text="there")["result"]["content"][0]["text"] == "there"  # type: ignore[index]


def test_of_a_name_that_stands_twice_both_sides_take_the_same(root: Path) -> None:
    touched = root / "touched"
    ENVIRONMENT["TOUCHED"] = str(touched)
    with raw(words(root, "--env", "TOUCHED")) as gate:
        gate.begin()
        for one, other in (("echo", "forbidden"), ("forbidden", "echo")):
            gate.write(
                b'{"jsonrpc":"2.0","id":"%s","method":"tools/call","params":{"name":"%s","arguments":{"text":"x"},"name":"%s"}}\n'
                % (one.encode(), one.encode(), other.encode())
            )
            answer = gate.hear()
            assert ("result" in answer) == (other == "echo")
        assert not touched.exists()


def test_a_request_whose_id_still_waits_is_refused(root: Path) -> None:
    with raw(words(root)) as gate:
        gate.begin()
        gate.say(id=7, method="tools/call", params={"name": "endless", "arguments": {}})
        gate.say(id=7, method="tools/list")
        assert gate.hear()["error"]["code"] == -32600  # type: ignore[index]


def test_a_line_on_standard_error_shows_no_secret(root: Path) -> None:
    with raw(words(root, "--secret", "TOKEN")) as gate:
        gate.begin()
        gate.call(1, "complain", name="TOKEN")
        gate.stdin.close()
        assert gate.process.stderr is not None
        said = gate.process.stderr.read().decode()
        assert "the value is [masked]\n" in said
        assert VALUE not in said


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A named pipe that stays open for as long as whoever writes to it lives."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def lives(gate: Raw, pipe: Path) -> int:
    """Has the server and a child of it hold the pipe. Reading it then ends when both are gone."""
    file = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert "result" in gate.call(1, "live", path=str(pipe))
    os.set_blocking(file, True)
    heard = b""
    while len(heard) < 2:
        heard += os.read(file, 1)
    return file


def gone(file: int) -> bool:
    with open(file, "rb") as reading:
        return reading.read() == b""


@pytest.mark.parametrize("how", ["goes", "terminates"])
def test_with_the_client_the_server_goes_and_its_children(root: Path, pipe: Path, how: str) -> None:
    with raw(words(root)) as gate:
        gate.begin()
        file = lives(gate, pipe)
        if how == "goes":
            gate.stdin.close()
        else:
            gate.process.send_signal(signal.SIGTERM)
        assert gone(file)
        assert gate.process.wait(60) == (0 if how == "goes" else 128 + signal.SIGTERM)


def test_when_the_grant_ends_the_server_goes_and_calls_are_told_why(root: Path, pipe: Path) -> None:
    with raw(words(root, "--ttl", "4")) as gate:
        gate.begin()
        file = lives(gate, pipe)
        answer = gate.call(2, "endless")
        assert answer["id"] == 2
        assert answer["result"]["isError"] is True  # type: ignore[index]
        assert "the grant has expired" in answer["result"]["content"][0]["text"]  # type: ignore[index]
        gate.hear_of_a_change()
        assert gone(file)
        assert "the grant has expired" in json.dumps(gate.call(3, "echo", text="x"))
        gate.say(id=4, method="tools/list")
        assert "the grant has expired" in gate.hear()["error"]["message"]  # type: ignore[index]
        gate.stdin.close()
        assert gate.process.wait(60) == 0


def test_a_grant_of_no_time_starts_no_server(root: Path, tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    server = [sys.executable, "-c", f"open({str(touched)!r}, 'w')"]
    with raw(words(root, "--ttl", "0", server=["--", *server])) as gate:
        assert "the grant has expired" in json.dumps(gate.call(3, "echo", text="x"))
        gate.stdin.close()
        assert gate.process.wait(60) == 0
    assert not touched.exists()


def test_a_server_that_goes_is_told(root: Path) -> None:
    with raw(words(root, server=["--", sys.executable, "-c", "input()"])) as gate:
        gate.say(id=0, method="initialize", params=INITIALIZE)
        assert "the server has gone" in gate.hear()["error"]["message"]  # type: ignore[index]


@pytest.mark.parametrize("what", ["changed", "gone", "unreadable"])
def test_once_the_policy_is_out_of_date_nothing_is_allowed(root: Path, what: str) -> None:
    policy = root / "policy.json"
    done = subprocess.run(
        [sys.executable, "-m", "remit", "compile", str(root), "--home", str(root), "-o", str(policy), "--host", "claude-code",
         "--inventory", inventory(root)], env=ENVIRONMENT, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr

    with raw(words(root, "--policy", str(policy))) as gate:
        gate.begin()
        assert "result" in gate.call(1, "echo", text="x")
        if what == "changed":
            write(root, "tools: Read, mcp__srv")
        elif what == "gone":
            policy.unlink()
        else:
            policy.write_text(policy.read_text()[:-10])
        answer = gate.call(2, "echo", text="x")
        assert answer["result"]["isError"] is True  # type: ignore[index]
        gate.say(id=3, method="tools/list")
        reason = gate.hear()["error"]["message"]  # type: ignore[index]
        assert {"changed": "changed", "gone": "no such file", "unreadable": "cut off"}[what] in str(reason)
        if what == "changed":
            subprocess.run(
                [sys.executable, "-m", "remit", "compile", "--again", str(policy), "-q"], env=ENVIRONMENT, check=True
            )
            assert "result" in gate.call(4, "echo", text="x")


def inventory(root: Path) -> str:
    path = root / "inventory.json"
    path.write_text(json.dumps({"builtins": "default", "mcp": {"srv": "*"}}))
    return str(path)


def compiled(root: Path) -> Path:
    policy = root / "policy.json"
    where = ["--home", str(root), "-o", str(policy), "--host", "claude-code", "--inventory", inventory(root)]
    subprocess.run(
        [sys.executable, "-m", "remit", "compile", str(root), *where], env=ENVIRONMENT, check=True, capture_output=True
    )
    return policy


def test_the_client_is_told_when_a_policy_no_longer_counts_and_when_it_does_again(root: Path) -> None:
    policy = compiled(root)
    with raw(words(root, "--policy", str(policy))) as gate:
        gate.begin()
        assert "result" in gate.call(1, "echo", text="x")
        write(root, "tools: Read, mcp__srv__variable")
        gate.hear_of_a_change()
        gate.say(id=2, method="tools/list")
        assert "error" in gate.hear()
        subprocess.run([sys.executable, "-m", "remit", "compile", "--again", str(policy), "-q"], env=ENVIRONMENT, check=True)
        gate.hear_of_a_change()
        gate.say(id=3, method="tools/list")
        assert [tool["name"] for tool in gate.hear()["result"]["tools"]] == ["variable"]  # type: ignore[index]


def test_an_agent_that_changes_its_definition_has_nothing(root: Path) -> None:
    with raw(words(root)) as gate:
        gate.begin()
        write(root, "tools: Read, mcp__srv")
        assert "has changed" in json.dumps(gate.call(1, "forbidden"))


def test_when_what_it_was_resolved_from_changes_the_server_goes(root: Path, pipe: Path) -> None:
    with raw(words(root)) as gate:
        gate.begin()
        file = lives(gate, pipe)
        write(root, "tools: Read, mcp__srv")
        assert gone(file)
        assert "has changed" in json.dumps(gate.call(9, "echo", text="x"))
        gate.stdin.close()
        assert gate.process.wait(60) == 0


def journal(root: Path) -> list[dict]:
    paths = list((root / ".local" / "state" / "remit" / "guard").glob("*/journal.jsonl"))
    return [json.loads(line) for path in paths for line in path.read_text().splitlines()]


def test_what_passes_and_what_does_not_is_written_down_and_nothing_that_it_was_called_with(root: Path) -> None:
    with raw(words(root)) as gate:
        gate.begin()
        gate.call(1, "echo", text="s3cret words")
        gate.call(2, "forbidden", text="s3cret words")
        gate.stdin.close()
        assert gate.process.wait(60) == 0
    lines = journal(root)
    assert sorted((line["event"], line["tool"], line["effect"]) for line in lines) == [
        ("after", "mcp__srv__echo", "pass"),
        ("before", "mcp__srv__echo", "pass"),
        ("before", "mcp__srv__forbidden", "deny"),
    ]
    assert {(line["host"], line["type"], line["by"]) for line in lines} == {("claude-code", "worker", "gate")}
    assert "s3cret" not in str(lines)
    words_ = [sys.executable, "-m", "remit", "log", "--root", str(root), "--format", "json"]
    done = subprocess.run(words_, env={**ENVIRONMENT, "HOME": str(root)}, capture_output=True, text=True, check=True)
    tools = json.loads(done.stdout)["agents"]["worker"]["tools"]
    assert (tools["mcp__srv__echo"]["used"], tools["mcp__srv__forbidden"]["refused"]) == (1, 1)


def test_a_call_that_cannot_be_written_down_is_not_made(root: Path) -> None:
    touched = root / "touched"
    write(root, "tools: mcp__srv")
    ENVIRONMENT["TOUCHED"] = str(touched)
    (root / "state").write_text("in the way")
    for options, made in ((["--state", str(root / "state")], False), (["--no-journal"], True)):
        with raw(words(root, "--env", "TOUCHED", *options)) as gate:
            gate.begin()
            said = json.dumps(gate.call(1, "forbidden"))
            assert ("the journal cannot be written" in said) != made
            assert touched.exists() == made


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--policy", "missing.json"], "no such file"),
        (["--agent", "nobody"], "no agent"),
        (["--ttl", "-1"], "--ttl"),
        (["--source", "vault:x", "--secret", "TOKEN"], "no source"),
        (["--secret", "MISSING"], "no value"),
        (["--url", "http://127.0.0.1:1/mcp"], "exclude"),
        (["--bearer", "TOKEN"], "--url"),
        (["--token", "CLIENT"], "--listen"),
        (["--listen", "127.0.0.1:0", "--token", "CLIENT", "--no-token"], "exclude"),
        (["--listen", "127.0.0.1:0", "--token", "MISSING"], "no value"),
        (["--listen", "127.0.0.1:0", "--token", "SHORT"], "fewer than 16"),
        (["--listen", "0.0.0.0:80"], "this machine"),
        (["--listen", "example.com:80"], "this machine"),
    ],
)
def test_what_cannot_be_is_said_before_anything_starts(root: Path, options: list[str], reason: str) -> None:
    done = subprocess.run(
        words(root, *options), env=ENVIRONMENT, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 2
    assert reason in done.stderr
    assert VALUE not in done.stderr
    assert "Traceback" not in done.stderr


def test_a_server_that_is_not_there(root: Path) -> None:
    done = subprocess.run(
        words(root, server=["--", "/nowhere/at/all"]),
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.PIPE,
    )
    assert done.returncode == 1
    assert "no such file" in done.stderr
    assert "Traceback" not in done.stderr


def test_clients_of_the_protocol_without_handshakes(root: Path) -> None:
    async def test() -> None:
        command = words(root)
        parameters = StdioServerParameters(command=command[0], args=command[1:], env=ENVIRONMENT)
        async with Client(parameters) as session:
            assert session.session.discover_result is not None
            assert [tool.name for tool in (await session.list_tools()).tools][:1] == ["echo"]
            result = await session.call_tool("echo", {"text": "x"})
            assert result.content[0].text == "x"  # type: ignore[union-attr]
            with pytest.raises(MCPError, match="Unknown tool"):
                await session.call_tool("forbidden", {})

    run(test)


@asynccontextmanager
async def listening(command: list[str]) -> AsyncIterator[str]:
    """A gate that listens; its address."""
    at = command.index("--listen")
    command = [*command[:at], "--token", "CLIENT", *command[at:]]
    process = await anyio.open_process(command, stdin=subprocess.DEVNULL, stdout=None, stderr=subprocess.PIPE, env=ENVIRONMENT)
    said = ""
    assert process.stderr is not None
    with anyio.fail_after(60):
        while (found := re.search(r"listening at (\S+)\n", said)) is None:
            said += (await process.stderr.receive()).decode()
    try:
        yield found[1]
    finally:
        process.terminate()
        with anyio.fail_after(60, shield=True):
            await process.wait()
        await process.aclose()


@asynccontextmanager
async def over_http(url: str, **callbacks: object) -> AsyncIterator[ClientSession]:
    async with (
        httpx2.AsyncClient(headers=KNOWN) as http,
        streamable_http_client(url, http_client=http) as streams,
        ClientSession(*streams, **callbacks) as session,  # type: ignore[arg-type]
    ):
        with anyio.fail_after(60):
            await session.initialize()
            yield session


async def works(session: ClientSession) -> None:
    assert await names(session) == [tool for tool in GRANTED if tool != "granted_later"]
    assert await text(session, "echo", text="é") == "é"
    with pytest.raises(MCPError, match="Unknown tool"):
        await session.call_tool("forbidden", {})
    with pytest.raises(MCPError):
        await session.list_resources()
    async with anyio.create_task_group() as tasks:

        async def told(*_: object) -> None:
            tasks.start_soon(session.call_tool, "release", {})

        result = await session.call_tool("slow", {}, progress_callback=told)
    assert result.content[0].text == "released"  # type: ignore[union-attr]
    assert await text(session, "ask") == "green"


async def green(context: object, params: object) -> ElicitResult:
    return ElicitResult(action="accept", content={"colour": "green"})


def test_clients_over_http_each_have_a_server(root: Path) -> None:
    async def test() -> None:
        async with listening(words(root, "--secret", "TOKEN", "--also", "elicitation", "--listen", "127.0.0.1:0")) as url:
            async with over_http(url, elicitation_callback=green) as one, over_http(url, elicitation_callback=green) as other:
                await works(one)
                await works(other)
                assert await text(one, "variable", name="TOKEN") == "[masked]"
            async with (
                httpx2.AsyncClient(headers=KNOWN) as http,
                Client(streamable_http_client(url, http_client=http)) as modern,
            ):
                assert (await modern.call_tool("echo", {"text": "x"})).content[0].text == "x"  # type: ignore[union-attr]

    run(test)


@pytest.mark.parametrize("how", ["goes", "terminates"])
def test_over_http_too_the_server_goes_and_its_children(root: Path, pipe: Path, how: str) -> None:
    async def test() -> None:
        file = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        command = words(root, "--listen", "127.0.0.1:0")
        if how == "goes":
            async with listening(command) as url:
                async with over_http(url) as session:
                    assert await text(session, "live", path=str(pipe)) == "alive"
                    await both_write(file)
                assert await anyio.to_thread.run_sync(gone, file)
        else:
            async with over_http_while(command) as session:
                assert await text(session, "live", path=str(pipe)) == "alive"
                await both_write(file)
            assert await anyio.to_thread.run_sync(gone, file)

    run(test)


async def both_write(file: int) -> None:
    """Waits until the server and its child hold the pipe."""
    os.set_blocking(file, True)
    heard = b""
    while len(heard) < 2:
        heard += await anyio.to_thread.run_sync(os.read, file, 1)


@asynccontextmanager
async def over_http_while(command: list[str]) -> AsyncIterator[ClientSession]:
    """A session whose gate is told to end while it is open."""
    async with listening(command) as url, httpx2.AsyncClient(headers=KNOWN) as http:
        streams = streamable_http_client(url, http_client=http, terminate_on_close=False)
        async with streams as (reading, writing), ClientSession(reading, writing) as session:
            await session.initialize()
            yield session


def test_only_who_names_this_machine_is_heard(root: Path) -> None:
    async def test() -> None:
        async with listening(words(root, "--listen", "127.0.0.1:0")) as url, httpx2.AsyncClient(headers=KNOWN) as http:
            begin = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": INITIALIZE}
            takes = {"accept": "application/json, text/event-stream"}
            for headers in ({"host": "evil.example"}, {"origin": "http://evil.example"}):
                assert (await http.post(url, json=begin, headers={**takes, **headers})).status_code in (403, 421)
            assert (await http.post(url, json=begin, headers={**takes, "mcp-session-id": "nothing"})).status_code == 404
            assert (await http.post(url, json={**begin, "method": "tools/list"}, headers=takes)).status_code == 400
            assert (
                await http.post(url, content=b"{", headers={**takes, "content-type": "application/json"})
            ).status_code == 400
            assert (await http.get(url.removesuffix("mcp"))).status_code == 404
            async with over_http(url) as session:
                assert await text(session, "echo", text="x") == "x"

    run(test)


def test_only_who_knows_the_token_is_heard(root: Path) -> None:
    async def test() -> None:
        async with listening(words(root, "--listen", "127.0.0.1:0")) as url, httpx2.AsyncClient() as http:
            begin = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": INITIALIZE}
            takes = {"accept": "application/json, text/event-stream"}
            token = ENVIRONMENT["CLIENT"]
            for given in (None, "", token, "Bearer", f"Bearer {token}x", f"Bearer {token[:-1]}", f"Basic {token}", "Bearer é"):
                headers = takes if given is None else {**takes, "authorization": given.encode()}
                refused = await http.post(url, json=begin, headers=headers)
                assert (refused.status_code, refused.headers["www-authenticate"], refused.text) == (401, "Bearer", ""), given
            twice = [*takes.items(), ("authorization", "Bearer x"), ("authorization", KNOWN["Authorization"])]
            assert (await http.post(url, json=begin, headers=twice)).status_code == 401
            assert (await http.get(url.removesuffix("mcp"))).status_code == 401
            assert (await http.post(url, json=begin, headers={**takes, **KNOWN})).status_code == 200

    run(test)


def test_a_token_is_made_and_told_where_nobody_gives_one(root: Path) -> None:
    tokens = set()
    for _ in range(2):
        with started(words(root, "--listen", "127.0.0.1:0")) as process:
            assert process.stderr is not None
            said = process.stderr.readline().decode()
            process.terminate()
        found = re.fullmatch(r"remit gate: clients send `Authorization: Bearer (\S{40,})`\n", said)
        assert found is not None, said
        tokens.add(found[1])
    assert len(tokens) == 2


def test_without_a_token_everybody_here_is_heard(root: Path) -> None:
    async def test() -> None:
        with started(words(root, "--listen", "127.0.0.1:0", "--no-token")) as process:
            assert process.stderr is not None
            url = (await anyio.to_thread.run_sync(process.stderr.readline)).decode().split()[-1]
            async with streamable_http_client(url) as streams, ClientSession(*streams) as session:
                await session.initialize()
                assert await text(session, "echo", text="x") == "x"
            process.terminate()

    run(test)


@asynccontextmanager
async def server_over_http(folder: Path) -> AsyncIterator[str]:
    place = folder / "port"
    process = await anyio.open_process([*SERVER, "http", str(place)], stderr=None, env=ENVIRONMENT)
    assert process.stdout is not None
    with anyio.fail_after(60):
        await process.stdout.receive()
    try:
        yield f"http://127.0.0.1:{place.read_text()}/mcp"
    finally:
        process.kill()
        await process.wait()
        await process.aclose()


def test_a_server_over_http_before_standard_streams_and_http(root: Path) -> None:
    async def test() -> None:
        async with server_over_http(root) as url:
            async with client(
                words(root, "--url", url, "--also", "elicitation", server=[]), elicitation_callback=green
            ) as session:
                await works(session)
            both = words(root, "--url", url, "--also", "elicitation", "--listen", "127.0.0.1:0", server=[])
            async with listening(both) as near, over_http(near, elicitation_callback=green) as session:
                await works(session)

    run(test)
