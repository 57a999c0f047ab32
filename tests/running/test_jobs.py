"""Runs in the background."""

from __future__ import annotations

import json
import os
from pathlib import Path

import jsonschema
import pytest
from actors import write_agent
from endpoint import service
from test_command import call
from test_limits import STUBBORN, alive

from remit.answers import answer
from remit.running.jobs import RUNNING, find, folder_of

pytestmark = pytest.mark.whole


def jobs_of(root: Path) -> str:
    return folder_of({}, str(root / "home"))


def test_a_job_runs_and_keeps_its_result(tmp_path: Path) -> None:
    write_agent(tmp_path, "helper", "tools: Read\nmodel: openai-chat:m")
    with service(("Read", {"file_path": "."}), "the answer") as model:
        started = call(tmp_path, "helper", "what?", "--background", **model.variables())
        identity = started.stdout.strip()
        done = call(tmp_path, "jobs", "result", identity[:5], "--wait")
    assert (started.returncode, started.stderr) == (0, "")
    assert (done.returncode, done.stdout) == (0, "the answer\n")
    listed = json.loads(call(tmp_path, "jobs", "list", "--format", "json").stdout)["jobs"]
    assert [(job["id"], job["agent"], job["task"], job["status"]) for job in listed] == [
        (identity, "helper", "what?", "completed")
    ]
    job = find(jobs_of(tmp_path), identity)[0]
    assert [json.loads(line)["event"] for line in Path(job.path("transcript.jsonl")).read_text().splitlines()][-1] == "ended"
    assert os.stat(job.folder).st_mode & 0o77 == 0


def test_what_a_job_needs_secretly_is_not_written_down(tmp_path: Path) -> None:
    write_agent(tmp_path, "helper", "tools: Read\nmodel: openai-chat:m")
    with service("done") as model:
        identity = call(tmp_path, "helper", "x", "--background", **model.variables(), MY_TOKEN="s3cret-value").stdout.strip()
        call(tmp_path, "jobs", "show", identity, "--wait")
    for path in Path(find(jobs_of(tmp_path), identity)[0].folder).iterdir():
        assert b"s3cret-value" not in path.read_bytes()


def test_a_job_is_cancelled_with_all_it_has_forked(tmp_path: Path) -> None:
    write_agent(tmp_path, "helper", "tools: Bash\nmodel: openai-chat:m\nbackground: true")
    os.mkfifo(tmp_path / "begun")
    with service(("Bash", {"command": STUBBORN})) as model:
        identity = call(tmp_path, "helper", "x", **model.variables()).stdout.strip()
        (tmp_path / "begun").read_text()
        assert find(jobs_of(tmp_path), identity)[0].status == RUNNING
        assert call(tmp_path, "jobs", "result", identity).returncode == 2
        shown = json.loads(call(tmp_path, "jobs", "cancel", identity, "--format", "json").stdout)
    jsonschema.Draft7Validator(answer("job")).validate(shown)
    assert (shown["status"], shown["result"]["partial"]) == ("cancelled", True)
    for name in ("near", "far"):
        assert not alive(int((tmp_path / name).read_text()))
    assert call(tmp_path, "jobs", "result", identity).returncode == 7


def test_a_job_that_is_not_there(tmp_path: Path) -> None:
    done = call(tmp_path, "jobs", "show", "abc")
    assert (done.returncode, "no job `abc`" in done.stderr) == (2, True)
