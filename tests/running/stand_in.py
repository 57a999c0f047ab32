"""A program that talks as Claude Code's command does, for tests without it: it says what it was started with, then turns, then a result."""

import json
import os
import subprocess
import sys
import time

if "--version" in sys.argv:
    print(os.environ.get("CLAUDE_STAND_IN_VERSION", "2.1.332 (Claude Code)"))
    sys.exit()


def value(name: str) -> str:
    return sys.argv[sys.argv.index(name) + 1]


def say(line: dict) -> None:
    print(json.dumps(line), flush=True)


if os.environ.get("CLAUDE_NOISE"):
    print('no JSON at all\n\n[1, 2]\n{\n"text"\nnull\n' + "x" * 200_000)
    for line in (
        {},
        {"type": "new_thing"},
        {"type": "assistant"},
        {"type": "assistant", "message": 5},
        {"type": "user", "message": {"content": "x"}},
    ):
        say(line)
    say(
        {
            "type": "assistant",
            "message": {"id": None, "content": [5, None, {"type": "new"}]},
            "parent_tool_use_id": "of a sub-agent",
        }
    )
    sys.stdout.buffer.write(b"\xff\xfe\n")
hook = json.loads(value("--settings"))["hooks"]["PreToolUse"][0]["hooks"][0]
done = 0
for turn in range(int(os.environ["CLAUDE_TURNS"])):
    call = {"type": "tool_use", "id": f"t{turn}", "name": "Bash", "input": {"command": os.environ["CLAUDE_CALL"]}}
    message = {"id": f"m{turn}", "content": [{"type": "text", "text": f"turn {turn}"}, call]}
    say({"type": "assistant", "message": message, "parent_tool_use_id": None})
    event = {
        "hook_event_name": "PreToolUse", "session_id": "s", "agent_type": value("--agent"), "tool_name": "Bash", "tool_input": call["input"],
        "tool_use_id": call["id"], "cwd": os.getcwd(),
    }  # fmt: skip
    asked = subprocess.run([hook["command"], *hook["args"]], input=json.dumps(event), capture_output=True, text=True)
    refused = asked.returncode == 2 or "deny" in asked.stdout
    result = {"type": "tool_result", "tool_use_id": call["id"], "is_error": refused, "content": asked.stdout + asked.stderr}
    say({"type": "user", "message": {"content": [result]}, "parent_tool_use_id": None})
if os.environ.get("CLAUDE_DIES"):
    print("no credit left", file=sys.stderr)
    if os.environ["CLAUDE_DIES"] == "killed":
        os.kill(os.getpid(), 9)
    sys.exit(int(os.environ["CLAUDE_DIES"]))
if os.environ.get("CLAUDE_FAILS"):
    say({"type": "result", "subtype": os.environ["CLAUDE_FAILS"], "is_error": True, "result": "the service is down"})
    sys.exit(1)
if os.environ.get("CLAUDE_HANGS"):
    subprocess.Popen(["setsid", "sh", "-c", "echo $$ > far; echo > begun; exec sleep 60"], stdout=subprocess.DEVNULL)
    time.sleep(60)
say(
    {
        "type": "result",
        "subtype": "success",
        "is_error": False,
        "result": json.dumps({"words": sys.argv[1:], "seen": sorted(os.environ)}),
    }
)
