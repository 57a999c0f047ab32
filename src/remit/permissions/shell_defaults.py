"""What the client does with shell commands without any rule, as data. Facts are from Claude Code 2.1.332, recorded 2026-11-30.

Only what was seen is listed; everything else asks. A command that is missing here makes the model stricter than the client, never looser.
"""

from __future__ import annotations

# Commands that run their arguments as shell text or change how the shell reads it: no prefix or wildcard rule allows them.
EVALUATORS = frozenset(
    {
        ".", "alias", "autoload", "bind", "chrt", "complete", "coproc", "emulate", "enable", "eval", "exec", "flock", "functions", "hash",
        "ionice", "let", "ltrace", "mapfile", "nocorrect", "nsenter", "readarray", "script", "setopt", "setsid", "shopt", "source",
        "strace", "sysopen", "sysread", "syswrite", "taskset", "trap", "unsetopt", "unshare", "vared", "watch", "zcompile", "zf_rm",
        "zmodload", "zpty", "zsystem", "ztcp",
    }
)  # fmt: skip

# `find` with one of these runs or removes something.
FIND_ACTIONS = frozenset({"-delete", "-exec", "-execdir", "-fls", "-fprint", "-fprint0", "-fprintf", "-ok", "-okdir"})

# Read-only commands that need no rule, with whatever arguments.
FREE_COMMANDS = frozenset(
    {
        "[", "arch", "basename", "cal", "cat", "cmp", "column", "comm", "cut", "df", "diff", "dirname", "du", "echo", "expand", "expr",
        "false", "fmt", "fold", "free", "groups", "head", "hexdump", "id", "ifconfig", "locale", "ls", "nl", "nproc", "numfmt", "od",
        "paste", "pr", "readlink", "realpath", "rev", "seq", "sleep", "stat", "strings", "tac", "tail", "test", "tr", "true", "tsort",
        "type", "uname", "unexpand", "uptime", "wc", "which", "whoami",
    }
)  # fmt: skip

# Read-only commands that need no rule with these options only: `-A#` takes a number, `--x=` a value. Words that are no options are free,
# unless the command is in FREE_BARE. Where two words are given, the second is the sub-command.
FREE_OPTIONS = {
    "base64": "--decode --wrap= --ignore-garbage -d -D -i",
    "date": "--utc --date= --rfc-3339= --reference= -u -R -I -d:",
    "egrep": "-i -n -v -c -l",
    "fd": "--hidden --no-ignore --glob -H -I -g -a -0 -p -i -e:",
    "fdfind": "--hidden --no-ignore --glob -H -I -g -a -0 -p -i -e:",
    "fgrep": "-i -n -v -c -l",
    "file": "--mime --mime-type --brief -b -i -L",
    "git blame": "--line-porcelain --porcelain --date= -w -C -M -e -L:",
    "git branch": "--all --list --remotes --verbose --show-current --merged --no-merged --sort= -a -r -v -l --contains:",
    "git cat-file": "-p -t -s -e",
    "git describe": "--tags --always --long --abbrev=",
    "git diff": "--stat --shortstat --numstat --name-only --name-status --cached --staged --color --no-color --word-diff --summary --check "
    "--ignore-all-space --ignore-space-change --no-ext-diff --diff-filter= --find-renames --minimal --patience --histogram --exit-code "
    "--quiet --binary --no-renames --dirstat --no-index --function-context --color-words -p -M -C -R -S: -G: -O:",
    "git for-each-ref": "--sort= --count=",
    "git grep": "--line-number --files-with-matches --ignore-case --count -n -l -i -w -E -e:",
    "git log": "--oneline --stat --graph --all --decorate --format= --pretty= --since= --until= --after= --before= --author= --grep= "
    "--max-count= --name-only --name-status --follow --merges --no-merges --first-parent --reverse --date= --patch --abbrev-commit "
    "--numstat --shortstat --diff-filter= --branches --tags --remotes --cherry-pick --left-right --no-color --topo-order --date-order "
    "--skip= --committer= -n: -# -p -S: -G:",
    "git ls-files": "--others --exclude-standard --cached --modified --deleted --stage --full-name --error-unmatch -o -m -d -z",
    "git merge-base": "--is-ancestor --fork-point",
    "git reflog": "--all -# -n:",
    "git remote": "-v --verbose",
    "git rev-list": "--count --all --max-count=",
    "git rev-parse": "--abbrev-ref --verify --git-dir --show-toplevel --is-inside-work-tree --show-prefix",
    "git shortlog": "--summary --numbered --email -s -n -e",
    "git show": "--stat --name-only --name-status --oneline --format= --pretty= --patch --no-patch --abbrev-commit --color --no-color "
    "--numstat --raw -s",
    "git stash list": "--oneline",
    "git stash show": "-p",
    "git status": "--short --branch --porcelain --long --verbose --ignored -s -b -v",
    "git tag": "--list --sort= -l",
    "git worktree list": "--porcelain -v",
    "git config --get": "--global --local",
    "git ls-remote": "",
    "grep": "--include= --exclude= --exclude-dir= --color --color= --line-number --recursive --ignore-case --files-with-matches --count "
    "--invert-match --word-regexp --only-matching --context= --fixed-strings --extended-regexp --max-count= --no-filename "
    "--with-filename --quiet --null --perl-regexp --text -r -R -n -i -l -L -c -v -w -x -o -q -s -h -H -E -F -P -A# -B# -C# -m# -a -z -I "
    "-b -e: -A: -B: -C: -m: -f:",
    "history": "",
    "hostname": "-f -s -i -I",
    "ip addr": "",
    "jq": "--raw-output --compact-output --slurp --null-input --arg --argjson --exit-status --sort-keys --tab --indent --stream --seq --args "
    "--jsonargs -r -c -s -n -e -S -M -C -j -a -R",
    "lsof": "-i -t",
    "man": "-k -f -a -w",
    "md5sum": "--check --quiet -c -b -t",
    "netstat": "-l -n -a",
    "pgrep": "-l -a -f",
    "printf": "",
    "ps": "-e -f",
    "pwd": "",
    "rg": "--type= --glob= --hidden --no-ignore --ignore-case --line-number --count --files-with-matches --context= --json --color= "
    "--max-count= --fixed-strings --no-heading --stats --follow --debug -n -i -l -c -v -w -o -A# -B# -C# -F -S -u -L -h -H -t: -g: -e:",
    "sha1sum": "--check --quiet -c -b -t",
    "sha256sum": "--check --quiet -c -b -t",
    "sort": "--reverse --numeric-sort --unique --key= --field-separator= --check -r -n -u -h -V -t -f -b -c -m -R -z -s",
    "ss": "-t -l -n -p",
    "tput": "",
    "tree": "--dirsfirst --noreport --gitignore -a -d -f -i -s -h -J -X -L:",
    "uniq": "*",
    "claude": "-h --help",
    "docker images": "-a",
    "docker inspect": "",
    "docker logs": "-f",
    "docker ps": "-a",
    "help": "",
    "node": "-v --version",
    "python": "--version",
    "python3": "--version",
}  # fmt: skip

# Of these only the ones without further words are free, or with one of the words given.
FREE_BARE = {
    "claude": "", "date": "", "git branch": "", "git ls-remote": "", "git reflog": "show", "git remote": "", "git tag": "", "hostname": "",
    "ip addr": "", "lsof": "", "node": "", "ps": "aux", "pwd": "", "python": "", "python3": "",
    "tput": "cols lines setaf 0 1 2 3 4 5 6 7", "uniq": "",
}  # fmt: skip

# Commands that are free only with at least one of their options.
FREE_WITH_OPTION = frozenset({"claude", "node", "python", "python3"})

# What `xargs` may run without a rule, and the options it may have.
FREE_XARGS = frozenset({"echo", "grep", "head", "printf", "tail", "wc"})
FREE_XARGS_OPTIONS = frozenset({"-0", "-r", "-t"})

# Commands whose arguments are files that path rules apply to: reading, and writing. The number is of arguments that are no files.
READING = {
    "base64": 0, "cat": 0, "cmp": 0, "comm": 0, "cp": 0, "cut": 0, "diff": 0, "du": 0, "egrep": 1, "fgrep": 1, "file": 0, "find": 0,
    "grep": 1, "head": 0, "hexdump": 0, "jq": 1, "awk": 1, "ls": 0, "md5sum": 0, "mv": 0, "nl": 0, "od": 0, "paste": 0, "rg": 1, "sed": 1,
    "sha1sum": 0, "sha256sum": 0, "sort": 0, "stat": 0, "strings": 0, "tac": 0, "tail": 0, "wc": 0,
}  # fmt: skip
WRITING = frozenset({"cp", "mkdir", "mv", "rm", "rmdir", "tee", "touch"})
