"""The shell: one command line, in a process group that ends with the call, and with it whatever has left the group but still bears the call's mark
in its environment. What has got rid of that too ends with the run.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import signal

from ..killing import processes
from . import Work, schema
from .place import Failed, Place, bounded, number, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    Json = dict[str, object]

SECONDS = 120
LONGEST = 600
MOST_BYTES = 1 << 20
MARK = "REMIT_CALL"
SETTLING = 1.0
"""Seconds for which the last words are waited for, where somebody still holds the other end."""


async def run(place: Place, value: Json) -> str:
    command = text(value, "command")
    limit = min(number(value, "timeout", SECONDS * 1000) / 1000, LONGEST)
    mark = secrets.token_hex(8)
    output: list[bytes] = []
    over = False
    # A pipe of our own: with one of asyncio's the end of a process is not noticed while somebody else holds the pipe.
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb", 0) as stream:
        reading = asyncio.create_task(_read(stream, output))
        try:
            process = await asyncio.create_subprocess_exec(
                *_shell(), command, stdin=asyncio.subprocess.DEVNULL, stdout=writer, stderr=writer,
                cwd=place.folder, env={**place.environment(), MARK: mark}, start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as problem:
            reading.cancel()
            raise Failed(f"the shell cannot be started: {problem}") from None
        finally:
            os.close(writer)
        try:
            try:
                await asyncio.wait_for(process.wait(), limit)
            except TimeoutError:
                over = True
            # What it left behind ends here as well, and so does what it says.
            _end(process.pid, mark)
            await asyncio.wait([reading], timeout=SETTLING)
        finally:
            _end(process.pid, mark)
            reading.cancel()
            await asyncio.wait([reading])
        await process.wait()
    said = b"".join(output)
    note = f"\n[ended after {limit:g} seconds]" if over else f"\n[exit code {process.returncode}]" if process.returncode else ""
    return bounded(said.decode("utf-8", "replace").rstrip("\n")) + note or "[no output]"


async def _read(pipe: BinaryIO, output: list[bytes]) -> None:
    """Takes what a process says; beyond the limit it is read and forgotten, so that nothing waits."""
    stream = asyncio.StreamReader()
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stream), pipe)
    size = 0
    try:
        while part := await stream.read(1 << 16):
            if size < MOST_BYTES:
                output.append(part)
            size += len(part)
    finally:
        transport.close()


def _shell() -> list[str]:
    """The shell, without any start-up file of the user's."""
    bash = shutil.which("bash")
    return [bash, "--noprofile", "--norc", "-c"] if bash else ["/bin/sh", "-c"]


def _end(group: int, mark: str) -> None:
    _kill(os.killpg, group)
    for process, _ in processes():
        if _bears(process, mark):
            _kill(os.kill, process)


def _kill(how: Callable[[int, int], None], whom: int) -> None:
    try:
        how(whom, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _bears(process: int, mark: str) -> bool:
    """Whether a process has the mark of a call in its environment, where the system tells it."""
    try:
        with open(f"/proc/{process}/environ", "rb") as file:
            return f"{MARK}={mark}".encode() in file.read(1 << 20).split(b"\0")
    except OSError:
        return False


WORK = Work(
    "Runs a command line in the working folder. What it starts ends with it.",
    schema(
        {"command": "The command line."},
        timeout=("integer", f"Milliseconds after which it is ended (default: {SECONDS * 1000}, at most {LONGEST * 1000})."),
        description=("string", "What it does, in a few words."),
    ),
    run,
)
