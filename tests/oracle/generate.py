"""Random definitions, near enough to real ones to reach every branch of the client, odd enough to reach its corners."""

from __future__ import annotations

import random

NAMES = """Read Bash Edit Write Grep Glob Agent Task KillShell KillBash ListPeers WebFetch WebSearch NotebookEdit Skill
    TaskStop Monitor CronCreate CronList ListAgents ReportFindings SendMessage EnterWorktree ExitWorktree
    AskUserQuestion ExitPlanMode Workflow ScheduleWakeup TodoWrite MultiEdit LS BashOutput Foo read BASH bash grep * **
    B* mcp__github mcp__github__* mcp__github__get_issue mcp__github__get_* mcp__slack mcp__slack__post mcp__*
    mcp__nope__* mcp__nope mcp__ mcp__GitHub mcp__inl mcp__inl__* mcp__inl__one mcp__*__post none all inherit -Bash
    !Bash github""".split()
SPECIFIERS = ["git *", "git:*", "", "*", "a, b", "echo (a)", "x", "//tmp/**", "domain:x.y", r"\)", "worker", "worker, other"]
OTHER_FIELDS = [
    "memory: user", "memory: project", "memory: User", "memory: local", "permissionMode: plan", "permissionMode: default", "permissionMode: bogus",
    "background: true", 'background: "true"', "background: yes", "background: false", "model: haiku", "model: sonnet", "maxTurns: 3", "maxTurns: 0",
    "color: red", "skills: [update-config]", "mcpServers: [github]", "mcpServers: github", "isolation: none", "effort: low", "foo: bar",
    "hooks: {}", "hooks: []", "hooks:", "hooks: 5", "hoks: {PreToolUse: [{hooks: [{type: command, command: x}]}]}", "foo: {hooks: [x]}", "PreToolUse: []", "metadata: {PreToolUse: x}", "hooks: {PreToolUse: []}", "hooks: {PreToolUse: [{hooks: []}]}", "hooks: {Nope: []}",
    "hooks: {PreToolUse: [{matcher: Bash, hooks: [{type: command, command: x}]}]}", "hooks: {PreToolUse: [{matcher: 5, hooks: []}]}",
    "hooks: {Stop: [{hooks: [{type: command, command: x, timeout: 5}]}]}", "hooks: {Stop: [{hooks: [{type: command}]}]}",
    "hooks: {Stop: [{hooks: [{type: nope, command: x}]}]}", "hooks: {Stop: [{hooks: [{type: prompt, prompt: x}]}]}", "hooks: false", 'hooks: ""',
    "hooks: {Stop: {}}", "hooks: {Stop: [{}]}", "hooks: {Stop: [{matcher: x}]}", "hooks: {Stop: [{hooks: [{type: command, command: ''}]}]}",
    "hooks: {Stop: [{hooks: [{type: command, command: 5}]}]}", "omitClaudeMd: true", "initialPrompt: hi", "tools-x: Read",
]  # fmt: skip
DESCRIPTIONS = [
    "plain text", "Use when: always", '"quoted"', "'single'", "a # b", "a #b", "*bold* x", "@x y", "`c` d", "%d e", "- dash", "? q", "[x] y", "{x} y",
    "!x y", "&a b", "|x", ">x", "a: b: c", "ends:", "http://x.y", "don't", "a \\n b", "a\\n: b", '"un', "'un", "x --- y", "x -- y", "~", "null", "5", "true", "2024-01-01",
    "a\tb", "  padded  ", "a, b", "<b>x</b>", "C# dev", "é ü 助", "x  # c: d", '"a" b: c', "- a: b", "[a, b", "{a: b", "key: [x", "a ]", "a }", "=x", "-", "--", ":", ": x", "x :y", "x : y",
]  # fmt: skip


class Generator:
    """Definitions from a seed: the same seed gives the same definitions."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def entry(self) -> str:
        name = self.random.choice(NAMES)
        if self.random.random() < 0.2 and "*" not in name:
            return f"{name}({self.random.choice(SPECIFIERS)})"
        return name

    def value(self, field: str) -> str:
        roll = self.random.random()
        entries = [self.entry() for _ in range(self.random.choice((1, 1, 2, 2, 3, 4, 6)))]
        if roll < 0.08:
            return f"{field}: {self.random.choice(('', '~', '[]', chr(34) * 2, '5', 'true', '{Read: true}', '[[Read]]', '[5, null]', ' ', chr(39) + ',' + chr(39)))}"
        if roll < 0.45:
            separator = self.random.choice((", ", ",", " ", " , ", ", ,", "  "))
            text = separator.join(entries)
            quote = self.random.choice(("", "", '"', "'"))
            if quote == '"':
                text = text.replace("\\", "\\\\")
            return f"{field}: {quote}{text}{quote}"
        if roll < 0.7:
            return (
                f"{field}:\n"
                + "\n".join(f"{self.random.choice(('  ', '', '    '))}- {self.quoted(entry)}" for entry in entries[:1])
                + "".join(f"\n{'  '}- {self.quoted(entry)}" for entry in ())
                if len(entries) == 1
                else f"{field}:\n" + "\n".join(f"  - {self.quoted(entry)}" for entry in entries)
            )
        if roll < 0.92:
            return f"{field}: [{', '.join(self.quoted(entry) for entry in entries)}]"
        if roll < 0.96:
            return f"{field}: {self.random.choice('|>')}{self.random.choice(('', '-', '+'))}\n" + "\n".join(
                f"  {entry}" for entry in entries
            )
        return f"{field}: {', '.join(entries[:2])},\n  {' '.join(entries[2:]) or 'Read'}"

    def quoted(self, entry: str) -> str:
        roll = self.random.random()
        if roll < 0.3 or entry[0] in "*!&|>@`%":
            return '"' + entry.replace("\\", "\\\\") + '"'
        return f"'{entry}'" if roll < 0.45 else entry

    def lines(self) -> list[str]:
        lines = []
        if self.random.random() < 0.75:
            lines.append(self.value("tools"))
        if self.random.random() < 0.45:
            lines.append(self.value("disallowedTools"))
        for _ in range(self.random.choice((0, 0, 0, 1, 1, 2))):
            lines.append(self.random.choice(OTHER_FIELDS))
        self.random.shuffle(lines)
        return lines

    def definition(self, name: str) -> bytes:
        """One definition file; most are well-formed, some are not."""
        description = self.random.choice(DESCRIPTIONS) if self.random.random() < 0.35 else f"case {name}"
        head = [f"name: {name}", f"description: {description}"]
        if self.random.random() < 0.1:
            head.reverse()
        text = "---\n" + "\n".join([*head, *self.lines()]) + f"\n---\nBODY {name}\n"
        if self.random.random() < 0.12:
            text = self.mutate(text)
        if self.random.random() < 0.05:
            text = text.replace("\n", "\r\n")
        if self.random.random() < 0.02:
            text = "\ufeff" + text
        return text.encode()

    def mutate(self, text: str) -> str:
        """A slip of the pen below the name's line."""
        start = text.find("\n", 5) + 1
        at = self.random.randrange(start, len(text))
        slip = self.random.choice(
            (
                ":",
                ": ",
                "#",
                " #",
                '"',
                "'",
                "[",
                "]",
                "{",
                "}",
                "\t",
                "\n",
                "-",
                "- ",
                "*",
                "&",
                "!",
                "|",
                ">",
                ",",
                "---",
                "  ",
                "%",
                "@",
                "\\",
                "x:",
                "\n\n",
                "\n# c\n",
            )
        )
        if self.random.random() < 0.3:
            return text[:at] + text[at + self.random.choice((1, 1, 2)) :]
        return text[:at] + slip + text[at:]
