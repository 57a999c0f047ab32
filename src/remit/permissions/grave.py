"""Commands that give more than they say: who may run one of them with any arguments may run anything, or undo anything."""

from __future__ import annotations

GRAVE: dict[str, tuple[str, ...]] = {
    "become another user": ("sudo", "su", "doas", "pkexec"),
    "delete or overwrite any file": ("rm", "dd", "shred", "mkfs", "truncate"),
    "change who may do what with any file": ("chmod", "chown", "chgrp"),
    "run any program": (
        *(
            "bash",
            "sh",
            "zsh",
            "fish",
            "dash",
            "ksh",
            "pwsh",
            "powershell",
            "eval",
            "exec",
            "source",
            "env",
            "xargs",
            "nohup",
            "time",
            "timeout",
        ),
        *(
            "python",
            "python3",
            "node",
            "deno",
            "bun",
            "perl",
            "ruby",
            "php",
            "lua",
            "osascript",
            "awk",
            "npx",
            "bunx",
            "uvx",
            "make",
        ),
        *("docker", "podman", "kubectl", "ssh", "tmux", "screen", "watch", "script"),
    ),
    "carry data out and programs in": ("curl", "wget", "nc", "ncat", "scp", "rsync", "ftp", "sftp", "socat"),
}
"""What it comes to, and the commands that do it."""

_BY_COMMAND = {command: what for what, commands in GRAVE.items() for command in commands}

PROBES = {what: f"{commands[0]} --a b" for what, commands in GRAVE.items()} | {"run any program": "python3 -c 'x'"}
"""One line of the shell for each, to ask a host about."""


def given_by(prefix: str) -> str | None:
    """What it comes to when every command that begins with these words may run; `None` where that is nothing grave."""
    words = prefix.split()
    if not words:
        return "run any program"
    if words[0] in ("sudo", "doas"):
        return _BY_COMMAND["sudo"]
    return _BY_COMMAND.get(words[0].rpartition("/")[2]) if len(words) == 1 else None
