"""Runs that are kept in Postgres, with a server of the test's own where there is one to start."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from actors import write_agent
from stage import CALLS, FIELDS, KEY, begin, identity_of, jobs, kill, service, start
from test_command import call

pytest.importorskip("dbos")

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[4]))
FOUND = str(PROGRAMS[-1]) if PROGRAMS else shutil.which("pg_ctl")
pytestmark = pytest.mark.skipif(FOUND is None, reason="there is no Postgres here")
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


@contextmanager
def server() -> Iterator[str]:
    """A server on a socket in a folder of its own; gives the URL of a database that is not there yet."""
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
        called("start", "-s", "-w", "-l", str(folder / "log"), "-o", f"-k {folder} -c listen_addresses= -c fsync=off")
        try:
            yield f"postgresql://remit:{PASSWORD}@/runs?host={folder}"
        finally:
            called("stop", "-s", "-m", "immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with server() as found:
        yield found


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
        left = [one["task"] for one in jobs(tmp_path, url) if one["worker"] == "worker-0"]
        model.release()
        ones[1].communicate(timeout=120)
        interrupted = [one["task"] for one in jobs(tmp_path, url) if one["status"] == "interrupted"]
        assert interrupted == left
        start(tmp_path, *words, "worker-0", **model.variables).communicate(timeout=120)
    assert {one["status"] for one in jobs(tmp_path, url)} == {"completed"}
    assert {key for key in model.seen if key[0] in tasks} == {(task, at) for task in tasks for at in range(CALLS + 1)}
    assert model.repeated <= 2
