"""What the client does without any rule, as data. Facts are from Claude Code 2.1.332, recorded 2026-11-30.

Only what was seen is listed; everything else asks. What it does with shell commands is in `shell_defaults`.
"""

from __future__ import annotations

# Tools that run without a rule. The rest of the built-in tools and every MCP tool ask.
FREE_TOOLS = frozenset(
    {
        "Agent", "AskUserQuestion", "CronCreate", "CronDelete", "CronList", "EnterPlanMode", "EnterWorktree", "ExitWorktree", "Glob",
        "Grep", "ListAgents", "ListMcpResourcesTool", "ReadMcpResourceTool", "ReportFindings", "ScheduleWakeup", "SendMessage",
        "TaskCreate", "TaskGet", "TaskList", "TaskOutput", "TaskStop", "TaskUpdate", "TodoWrite", "ToolSearch", "WaitForMcpServers",
    }
)  # fmt: skip

READERS = frozenset({"Read", "Glob", "Grep", "LSP"})
EDITORS = frozenset({"Edit", "Write", "NotebookEdit", "MultiEdit"})

# The field of a tool that its rules are about; `Tool(field:value)` is not consulted for it.
MAIN_FIELD = {
    "Bash": "command", "Monitor": "command", "PowerShell": "command", "Read": "file_path", "Edit": "file_path", "Write": "file_path",
    "MultiEdit": "file_path", "NotebookEdit": "notebook_path", "Glob": "path", "Grep": "path", "LSP": "filePath", "WebFetch": "url",
    "Skill": "skill", "Agent": "subagent_type", "WebSearch": "query", "Cd": "path",
}  # fmt: skip

# Files and folders that no rule opens for writing: such a call always asks.
PROTECTED_FOLDERS = frozenset({".git", ".claude", ".vscode", ".idea", ".husky"})
PROTECTED_FILES = frozenset(
    {
        ".bashrc", ".bash_profile", ".claude.json", ".gitconfig", ".gitmodules", ".mcp.json", ".npmrc", ".profile", ".ripgreprc",
        ".zprofile", ".zshrc",
    }
)  # fmt: skip
UNPROTECTED = (".claude/worktrees/",)

# Hosts that WebFetch may visit without a rule; with a path, only below that path.
FREE_HOSTS = frozenset(
    """
    agentskills.io angular.io asp.net blazor.net bun.sh claude.com/docs cloud.google.com code.claude.com cypress.io d3js.org
    dev.mysql.com devcenter.heroku.com developer.android.com developer.apple.com developer.mozilla.org doc.rust-lang.org
    docs.aws.amazon.com docs.djangoproject.com docs.flutter.dev docs.netlify.com docs.oracle.com docs.python.org docs.spring.io
    docs.swift.org docs.unity.com docs.unrealengine.com dotnet.microsoft.com en.cppreference.com expressjs.com fastapi.tiangolo.com
    flask.palletsprojects.com getbootstrap.com git-scm.com github.com/anthropics gradle.org graphql.org hibernate.org httpd.apache.org
    huggingface.co/docs jestjs.io jquery.com jupyter.org keras.io kotlinlang.org kubernetes.io laravel.com learn.microsoft.com
    matplotlib.org maven.apache.org modelcontextprotocol.io nextjs.org nginx.org nodejs.org numpy.org pandas.pydata.org
    platform.claude.com prisma.io pytorch.org react.dev reactnative.dev reactrouter.com redis.io redux.js.org requests.readthedocs.io
    ruby-doc.org scikit-learn.org selenium.dev spark.apache.org symfony.com tailwindcss.com threejs.org tomcat.apache.org
    vercel.com/docs vuejs.org webpack.js.org www.ansible.com www.docker.com www.kaggle.com/docs www.mongodb.com www.php.net
    www.postgresql.org www.sqlite.org www.tensorflow.org www.terraform.io www.typescriptlang.org
    """.split()
)
