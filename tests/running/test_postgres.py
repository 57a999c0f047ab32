"""Runs that are kept in Postgres, with a server of the test's own where there is one to start."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from actors import write_agent
from stage import CALLS, FIELDS, KEY, begin, identity_of, jobs, kill, service, start
from test_command import call

pytest.importorskip("dbos")

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[4]))
FOUND = str(PROGRAMS[-1]) if PROGRAMS else shutil.which("pg_ctl")
pytestmark = [pytest.mark.whole, pytest.mark.skipif(FOUND is None, reason="there is no Postgres here")]
PASSWORD = "the-password-of-the-store"


def somebody() -> dict[str, object]:
    """Whom a server runs as: it does not as root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            found = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}
    pytest.skip("there is nobody whom a server could run as")


class Server:
    """A server on a socket in a folder of its own. `url` is that of a database that is not there yet."""

    def __init__(self, folder: Path, call: Callable[..., None]) -> None:
        self.url = f"postgresql://remit:{PASSWORD}@/runs?host={folder}"
        self._call = call
        self._options = ("-s", "-w", "-l", str(folder / "log"), "-o", f"-k {folder} -c listen_addresses= -c fsync=off")

    def start(self) -> None:
        self._call("start", *self._options)

    def stop(self) -> None:
        self._call("stop", "-s", "-m", "immediate")


@contextmanager
def served() -> Iterator[Server]:
    assert FOUND is not None
    whom = somebody()
    folder = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
    if whom:
        os.chown(folder, whom["user"], whom["group"])  # type: ignore[arg-type]

    def called(*words: str) -> None:
        subprocess.run(
            [FOUND, "-D", str(folder / "data"), *words],
            check=True,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            **whom,
        )  # type: ignore[call-overload]

    secret = folder / "password"
    secret.write_text(PASSWORD)
    secret.chmod(0o644)
    try:
        called("initdb", "-s", "-o", f"-U remit --auth=scram-sha-256 --pwfile={secret} --no-sync")
        found = Server(folder, called)
        found.start()
        try:
            yield found
        finally:
            found.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served() as found:
        yield found


@pytest.fixture
def url(server: Server) -> str:
    return server.url


def test_a_killed_run_goes_on_and_is_at_work_once(tmp_path: Path, url: str) -> None:
    write_agent(tmp_path, "helper", FIELDS)
    with service() as model:
        model.step = lambda at, task: ("Bash", {"command": f"echo {at} >> log; echo {KEY} {PASSWORD}"})
        model.hold_at = 3
        first = begin(tmp_path, url, "one", **model.variables)
        model.wait_for(3)
        (one,) = jobs(tmp_path, url)
        assert one["status"] == "running"
        second = call(tmp_path, "--durable", url, "--resume", one["id"], **model.variables)
        assert (second.returncode, "another process is at work" in second.stderr) == (2, True)
        assert identity_of(kill(first)) == one["id"]
        assert jobs(tmp_path, url)[0]["status"] == "interrupted"
        model.release()
        done = call(tmp_path, "--durable", url, "--resume", one["id"], "--format", "json", **model.variables)
    value = json.loads(done.stdout)
    assert (value["outcome"], value["turns"], value["toolCalls"]) == ("completed", CALLS + 1, CALLS), done.stderr
    assert model.seen == {("one", at): 2 if at == 2 else 1 for at in range(CALLS + 1)}
    assert (tmp_path / "log").read_text().split() == ["0", "1", "2", "3"]
    assert KEY not in str(model.told)
    assert PASSWORD not in str(model.told)


def test_what_a_killed_worker_had_in_flight_waits_for_it(tmp_path: Path, url: str) -> None:
    write_agent(tmp_path, "helper", FIELDS)
    tasks = [f"task {at}" for at in range(4)]
    words = ("jobs", "work", "--durable", url, "--drain", "--concurrency", "2", "--executor")
    with service() as model:
        for task in tasks:
            call(tmp_path, "helper", task, "--durable", url, "--background", **model.variables)
        model.hold_at = 6
        ones = [start(tmp_path, *words, f"worker-{at}", **model.variables) for at in range(2)]
        model.wait_for(6)
        taken = call(tmp_path, "jobs", "work", "--durable", url, "--executor", "worker-0", "--drain")
        assert (taken.returncode, "at work already" in taken.stderr) == (2, True)
        kill(ones[0])
        left = [one["task"] for one in jobs(tmp_path, url) if one["worker"] == "worker-0" and one["result"] is None]
        model.release()
        ones[1].communicate(timeout=120)
        interrupted = [one["task"] for one in jobs(tmp_path, url) if one["status"] == "interrupted"]
        assert sorted(interrupted) == sorted(left)
        start(tmp_path, *words, "worker-0", **model.variables).communicate(timeout=120)
    assert {one["status"] for one in jobs(tmp_path, url)} == {"completed"}
    assert {key for key in model.seen if key[0] in tasks} == {(task, at) for task in tasks for at in range(CALLS + 1)}
    assert model.repeated <= 2


def test_a_run_waits_for_a_store_that_is_away(tmp_path: Path, server: Server) -> None:
    write_agent(tmp_path, "helper", FIELDS)
    words = ("jobs", "work", "--durable", server.url, "--drain", "--executor", "w")
    with service() as model:
        call(tmp_path, "helper", "away", "--durable", server.url, "--background", **model.variables)
        model.hold_at = 3
        worker = start(tmp_path, *words, **model.variables)
        model.wait_for(3)
        server.stop()
        model.release()
        said = call(tmp_path, "jobs", "--durable", server.url)
        assert (said.returncode, "the store cannot be used" in said.stderr) == (2, True)
        assert PASSWORD not in said.stderr
        server.start()
        said = worker.communicate(timeout=120)
    assert [one["status"] for one in jobs(tmp_path, server.url) if one["task"] == "away"] == ["completed"], said
    assert model.seen.keys() == {("away", at) for at in range(CALLS + 1)}
    assert model.repeated <= 1
