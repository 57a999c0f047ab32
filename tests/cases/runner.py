"""Runs a case: lays its files out, asks remit, and compares every field of `expected.json` that a machine can check.

Each field is one function here. Fields that belong to a part of remit which does not exist yet stand in `WAITING`, with what they wait for.
"""

from __future__ import annotations

import json
import os
import runpy
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

from remit.api import reading_of
from remit.checking import CommandLine
from remit.checking import run as check
from remit.configuration import Configurations
from remit.diagnostic import Diagnostic
from remit.gathering import discover
from remit.hosts import host as host_of
from remit.hosts.base import LOOSE, Reading
from remit.inventory import Inventory
from remit.resolving import Remit, resolve
from remit.selection import Selection
from remit.source import MAX_BYTES, Source, Unreadable, read_bytes
from remit.syntax.nodes import SyntaxFault

HOSTS = {"claude": "claude-code"}

WAITING = {
    "convert": "conversion",
    "merge": "overrides of definitions, which no command of remit has",
}
"""Fields of expected.json that are not executed here, and what they wait for."""

DESCRIPTIVE = {
    "id", "title", "kind", "cluster", "host", "dialect", "dialect_by_file", "sources", "inputs", "setup", "observed_wrong", "expectation",
    "note", "check", "all_tools", "scope", "must_diagnose", "must_not_widen", "spawn_allow_by_file",
}  # fmt: skip
"""Fields that say how to run the case, or that are words; `must_diagnose` is checked with `diagnostics`."""

RULES = {
    "yaml-unquoted-colon": {"unquoted-value"},
    "yaml-unindented-continuation": {"unindented-value"},
    "description-literal-backslash-n": {"literal-line-ends"},
    "hooks-wrong-type": {"invalid-hooks"},
    "no-frontmatter": {"no-front-matter"},
    "frontmatter-in-code-fence": {"front-matter-in-code-block"},
    "yaml-tab-indent": {"tab-indentation"},
    "empty-body": {"empty-prompt"},
    "wrong-type-coerced": {"coerced-value"},
    "description-wrong-type": {"missing-description"},
    "unsupported-fence-language": {"unsupported-fence"},
    "yaml-unsafe-tag": {"yaml-tag"},
    "yaml-alias-forbidden": {"yaml-alias"},
    "unknown-key-near-security-key": {"misspelt-key"},
    "unknown-key": {"misspelt-key", "unknown-key"},
    "tools-null": {"list-left-empty"},
    "tools-wrong-type": {"list-of-wrong-type"},
    "host-ignores-scoped-tool": {"scope-ignored"},
    "memory-adds-write": {"memory-adds-tools"},
    "tool-unavailable": {"unavailable-tool"},
    "mcp-wildcard-all-servers": {"all-servers"},
    "tool-allowed-and-denied": {"allowed-and-denied"},
    "agent-scope-split": {"agent-list-split"},
    "delegation-escalation": {"reaches-more"},
    "bypass-permissions-in-file": {"bypass-mode"},
    "permission-mode-not-allowed-in-scope": {"mode-not-allowed", "bypass-mode"},
    "max-turns-not-positive": {"limit-without-effect"},
    "field-ignored-in-plugin": {"ignored-in-plugin"},
    "agent-shadowed": {"shadowed"},
    "duplicate-agent-name": {"duplicate-name"},
    "ambiguous-agent-name": {"ambiguous-name"},
    "shadows-builtin": {"replaces-builtin"},
    "path-outside-boundary": {"leaves-folder"},
    "unknown-model-alias": {"unknown-model"},
    "name-path-traversal": {"name-leaves-folder"},
    "prompt-exfiltration-pattern": {"data-exfiltration"},
    "invisible-unicode": {"invisible-character", "bidirectional-control"},
}
"""What the cases call a finding, where remit has another name for it."""

CONVERTS = "convert"
"""The kind of case that may name a host which remit only will write for, or read, once it converts."""

NOT_YET: set[str] = set()
"""Findings that belong to the rules of `check` that are still to be built."""


class Case:
    """One case, laid out in a folder of its own."""

    def __init__(self, folder: Path, work: Path) -> None:
        self.expected = json.loads((folder / "expected.json").read_bytes())
        self.work = work
        self.waiting: list[str] = []
        """What could not be asked yet of the fields that were checked."""
        shutil.copytree(folder, work, dirs_exist_ok=True)
        (work / "expected.json").unlink()
        for path in work.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)
        for step in self.expected.get("setup", []):
            if "symlink" in step:
                link, target = step["symlink"]
                (work / link).parent.mkdir(parents=True, exist_ok=True)
                (work / link).symlink_to(target)
            if "write" in step:
                name, text = step["write"]
                (work / name).parent.mkdir(parents=True, exist_ok=True)
                (work / name).write_text(text)
        if "make.py" in self.expected["inputs"]:
            before = os.getcwd()
            os.chdir(work)
            try:
                runpy.run_path(str(work / "make.py"))
            finally:
                os.chdir(before)
            (work / "make.py").unlink()
        if (work / ".lint.toml").exists():
            (work / "remit.toml").write_text(configured((work / ".lint.toml").read_text()))

    def dialect(self, name: str | None = None) -> str:
        dialect = self.expected.get("dialect_by_file", {}).get(name) or self.expected["dialect"]
        return HOSTS.get(dialect, dialect)

    def files(self) -> list[str]:
        """The definition files of the case."""
        found = []
        for path in sorted(self.work.rglob("*")):
            name = path.relative_to(self.work).as_posix()
            if path.is_file() and path.suffix in (".md", ".toml", ".yaml", ".yml") and not name.endswith("SKILL.md"):
                if path.name in ("config.toml", ".lint.toml", "remit.toml"):
                    continue
                found.append(name)
        return found

    def settings(self, dialect: str, extra: dict | None = None) -> object:
        host = host_of(dialect)
        if extra is not None:
            from remit.hosts.claude_code.settings import from_value

            return from_value(extra, str(self.work))
        if (self.work / "config.toml").is_file():
            from remit.hosts.base import Surroundings

            return host.settings(Surroundings(str(self.work)), host.version(None), (str(self.work / "config.toml"),))
        return None

    def reading(self, name: str) -> Reading:
        scope = self.expected.get("scope", LOOSE)
        host = host_of(self.dialect(name))
        path = self.work / name
        data = read_bytes(str(path), host.size_limit(host.version(None)) or MAX_BYTES)
        if scope == LOOSE and "/" in name and name.startswith("user/"):
            scope = "user"
        stem = Path(name).name.split(".")[0]
        return host.read(Source(data, str(path)), host.version(None), scope, stem=stem)

    def remit(self, name: str, extra: dict | None = None) -> Remit:
        found = self.reading(name)
        tools = self.expected.get("all_tools")
        dialect = self.dialect(name)
        return resolve(
            found.subject(),
            None if tools is None else Inventory.of(tools),
            self.settings(dialect, extra),
            mode="foreground",
        )

    def findings(self) -> list[Diagnostic]:
        """All that check says about the case, with every persona."""
        found: list[Diagnostic] = []
        everybody = Configurations(Selection.of("auditor"))
        tools = self.expected.get("all_tools")
        inventory = None if tools is None else Inventory.of(tools)
        if "discover" in self.expected:
            catalog = self.catalog(self.dialect())
            found += catalog.findings
            for entry in catalog:
                found += entry.diagnostics
            return found
        names = self.files()
        line = CommandLine(self.settings_files())
        if names and all("/" in name for name in names):
            found += check([str(self.work)], None, inventory=inventory, configurations=everybody, line=line).diagnostics
        for name in names:
            scope = self.expected.get("scope")
            if scope or name.startswith("user/"):
                reading = self.reading(name)
                found += reading.diagnostics
            else:
                found += check(
                    [str(self.work / name)], self.dialect(name), inventory=inventory, configurations=everybody, line=line
                ).diagnostics
        if len(names) > 1 and "spawn" not in self.expected and "child" in self.expected:
            found += self.system_findings(names, inventory)
        return found

    def settings_files(self) -> list[str]:
        """The settings of the session: those that lie beside the definitions, and the agent that the host's command line names."""
        beside = self.work / "settings.json"
        found = [str(beside)] if beside.is_file() else []
        agent = self.expected.get("run", {}).get("agent")
        if agent is not None:
            asked = self.work / "asked" / "settings.json"
            asked.parent.mkdir(exist_ok=True)
            asked.write_text(json.dumps({"agent": agent}), encoding="utf-8")
            found.append(str(asked))
        return found

    def system_findings(self, names: list[str], inventory: Inventory | None) -> list[Diagnostic]:
        """What shows only where the definitions of the case stand in one session."""
        folder = self.work / "session" / host_of(self.dialect()).folders[0]
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            shutil.copy(self.work / name, folder / Path(name).name)
        return check(
            [str(self.work / "session")], self.dialect(), inventory=inventory, personas=("regular", "strict", "auditor")
        ).diagnostics

    def catalog(self, dialect: str):
        asked = self.expected["discover"]
        home = asked.get("home")
        cwd = asked.get("cwd")
        plugins = [asked[key] for key in ("plugin", "plugins") if key in asked]
        return discover(
            self.work / cwd if cwd else self.work / "nowhere",
            dialect,
            home=self.work / home if home else None,
            extra=[self.work / name for name in asked.get("extra_dirs", [])],
            plugins=[self.work / name for name in plugins],
            below=False,
        )


def problems(case: Case, field: str) -> list[str]:
    """What is wrong with one field of the case; nothing where remit answers as expected."""
    value = case.expected[field]
    return list(globals()[f"_{field}"](case, value))


def _strict_yaml(case: Case, value: str) -> Iterator[str]:
    from remit.syntax.yaml import compose

    ok = True
    for name in case.files():
        try:
            document = case.reading(name).document
        except Unreadable:
            continue
        if document.kind == "yaml":
            try:
                compose(document.front, document.offset, max_nodes=10**9)
            except SyntaxFault:
                ok = False
    if ok != (value == "ok"):
        yield f"strict YAML is {'ok' if ok else 'an error'}, expected {value}"


def _loads(case: Case, value: bool) -> Iterator[str]:
    if "discover" in case.expected:
        return
    results = {}
    for name in case.files():
        try:
            results[name] = case.reading(name).definition is not None
        except Unreadable:
            results[name] = False
    if value and not all(results.values()):
        yield f"not loaded: {[name for name, ok in results.items() if not ok]}"
    if not value and all(results.values()):
        yield f"loaded: {list(results)}"


def field_of(definition, name: str) -> object:
    table = {
        "tools": lambda: None if definition.tools is None else list(definition.tools),
        "disallowedTools": lambda: list(definition.disallowed_tools),
        "maxTurns": lambda: definition.max_turns,
        "permissionMode": lambda: definition.permission_mode,
        "mcpServers": lambda: servers_of(definition.mcp_servers),
        "hooks": lambda: definition.hooks,
        "systemPrompt": lambda: definition.system_prompt,
    }
    if name in table:
        return table[name]()
    value = getattr(definition, name, ...)
    return definition.extra.get(name) if value is ... else value


def servers_of(value: object) -> list[str] | None:
    if isinstance(value, dict):
        return list(value)
    if isinstance(value, list):
        return [item if isinstance(item, str) else next(iter(item)) for item in value]
    return None


def _parsed(case: Case, value: dict, name: str | None = None) -> Iterator[str]:
    files = case.files()
    target = name or ("agent.md" if "agent.md" in files else files[0])
    definition = case.reading(target).definition
    if definition is None:
        yield f"{target} is not loaded"
        return
    for key, want in value.items():
        got = field_of(definition, key)
        if got != want:
            yield f"{target}: {key} is {got!r}, expected {want!r}"


def _parsed_by_file(case: Case, value: dict) -> Iterator[str]:
    for name, fields in value.items():
        yield from _parsed(case, fields, name)


def _effective_tools(case: Case, value: list[str], name: str | None = None) -> Iterator[str]:
    files = case.files()
    target = name or ("agent.md" if "agent.md" in files else files[0])
    remit = case.remit(target)
    # What remit enforces; where it refuses the file, what the host would grant (that is what the case then states).
    got = remit.enforced if remit.enforced is not None else remit.effective
    if set(got or ()) != set(value):
        yield f"{target}: {sorted(got or ())} instead of {sorted(value)}"


def _effective_tools_by_file(case: Case, value: dict) -> Iterator[str]:
    for name, tools in value.items():
        yield from _effective_tools(case, tools, name)


def _host_effective_tools(case: Case, value: list[str]) -> Iterator[str]:
    for name in case.files():
        got = case.remit(name).effective
        if set(got or ()) != set(value):
            yield f"{name}: the host grants {sorted(got or ())}, expected {sorted(value)}"


def _effective_tools_at_depth_limit(case: Case, value: list[str]) -> Iterator[str]:
    found = case.reading(case.files()[0])
    got = resolve(found.subject(), Inventory.of(case.expected["all_tools"]), depth=99).effective
    if set(got or ()) != set(value):
        yield f"{sorted(got or ())} instead of {sorted(value)}"


def _calls(case: Case, value: list[dict]) -> Iterator[str]:
    for call in value:
        files = case.files()
        name = call.get("file") or ("agent.md" if "agent.md" in files else files[0])
        extra = {"permissions": {call["caller_policy"]: [call["tool"]]}} if "caller_policy" in call else None
        decision = case.remit(name, extra).decide(call["tool"], call["input"])
        want = {True: "allow", False: "deny"}.get(call["allowed"], call["allowed"])
        if decision.effect != want:
            yield f"{name}: {call['tool']} {call['input']!r} is {decision.effect} ({decision.reason}), expected {want}"


def _spawn(case: Case, value: list[dict]) -> Iterator[str]:
    for step in value:
        remit = case.remit(f"{step['by']}.md")
        got = remit.decide(remit.resolution.session.host.spawn_tool, step["target"]).effect == "allow"
        if got != step["allowed"]:
            yield f"{step['by']} may start {step['target']}: {got}, expected {step['allowed']}"


def _child(case: Case, value: dict) -> Iterator[str]:
    parent = case.remit(f"{value['parent']}.md").enforced or ()
    child = case.remit(f"{value['child']}.md").enforced or ()
    got = set(child) & set(parent)
    if got != set(value["effective_tools"]):
        yield f"{sorted(got)} instead of {sorted(value['effective_tools'])}"


def _mode(case: Case, value: list[dict]) -> Iterator[str]:
    host = host_of(case.dialect())
    for row in value:
        got = host.stricter_mode(row["parent"], row["file"])
        if got != row["effective"]:
            yield f"{row['parent']} and {row['file']} give {got}, expected {row['effective']}"


def _model(case: Case, value: list[dict]) -> Iterator[str]:
    host = host_of(case.dialect())
    for row in value:
        got = host.choose_model(
            host.version(None), call=row["call"], file=row["file"], environment=row["env"], parent=row["parent"]
        )
        if got != (row["effective"], row["source"]):
            yield f"{got}, expected {row['effective']} from {row['source']}"


def _run(case: Case, value: dict) -> Iterator[str]:
    """The runner with a scripted model, which calls a tool in every turn; an agent that is not there is not run."""
    from actors import Script, run

    from remit.__main__ import main
    from remit.errors import UsageError
    from remit.running.preparing import Wishes, meant, plan_of

    if "agent" in value:
        refused = False
        try:
            refused = main(["run", value["agent"], "x", "--root", str(case.work / "project"), "--model", "test:x"]) != 0
        except SystemExit as end:
            refused = bool(end.code)
        if refused != value["refused"]:
            yield f"run {value['agent']}: refused is {refused}, expected {value['refused']}"
        return
    name = value.get("file") or case.files()[0]
    made: dict = {}

    def plan(**wishes: object) -> object:
        definition = meant(case.reading(name))
        tools = case.expected.get("all_tools")
        remit = resolve(definition, None if tools is None else Inventory.of(tools), case.settings(case.dialect(name)))
        return plan_of(remit, str(case.work), Wishes(model="test:x", **wishes))

    if value.get("blocked_by") == "hook":
        try:
            plan()
            yield "an agent whose hooks are not run is started"
        except UsageError:
            pass
        made["hooks"] = value["trusted"]
    call = (value.get("tool", "Read"), {"file_path": ".", "command": "true", "path": "."})
    turns = value.get("scripted_turns", 2)
    script = Script(*[["so far", call]] * (turns - 1), "done")
    result, events = run(plan(**made), script)
    if "blocked_by" in value:
        refusals = [event for event in events if event["event"] == "refused"]
        if not refusals or not all(value["blocked_by"] in event["reason"] for event in refusals) or result.calls:
            yield f"not blocked by {value['blocked_by']}: {refusals}"
    for key, got in (("expect_turns", script.turns), ("outcome", result.outcome), ("partial", result.partial)):
        if key in value and got != value[key]:
            yield f"{key} is {got}, expected {value[key]}"


def _prompt_contains(case: Case, value: str | list[str]) -> Iterator[str]:
    from remit.running.preparing import Wishes, meant, plan_of

    name = case.files()[0]
    root = case.work / name.partition("/.")[0] if "/." in name else case.work
    made = plan_of(resolve(meant(case.reading(name))), str(root), Wishes(needs_model=False))
    for text in [value] if isinstance(value, str) else value:
        if text not in made.agent.prompt:
            yield f"the prompt lacks {text!r}"


def _effective(case: Case, value: dict) -> Iterator[str]:
    found = case.reading(case.files()[0])
    host = found.host
    for key, want in value.items():
        got = host.effective_field(found, key)
        if got != want:
            yield f"{key} is {got!r}, expected {want!r}"


def _body_contains(case: Case, value: str) -> Iterator[str]:
    body = case.reading(case.files()[0]).document.body
    if value not in body:
        yield f"the body lacks {value!r}"


def _discover(case: Case, value: dict, dialect: str | None = None) -> Iterator[str]:
    catalog = case.catalog(dialect or case.dialect())
    active = [entry for entry in catalog if entry.status == "active"]
    names = {entry.identity for entry in active}

    def relative(path: str) -> str:
        return Path(os.path.relpath(path, case.work)).as_posix()

    if "agents" in value and names != set(value["agents"]):
        yield f"agents are {sorted(map(str, names))}, expected {sorted(value['agents'])}"
    for name, path in value.get("winner", {}).items():
        got = [relative(entry.path) for entry in active if entry.identity == name]
        # The case names a fallback; the client's own rule is what the catalog says, and the clash must be reported.
        clash = {entry.identity for entry in catalog if any(finding.rule == "duplicate-name" for finding in entry.diagnostics)}
        if got != [path] and name not in clash:
            yield f"{name} is {got}, expected {path}"
    for name, paths in value.get("shadowed", {}).items():
        got = [relative(entry.path) for entry in catalog if entry.status == "shadowed" and entry.identity == name]
        if set(got) != set(paths):
            yield f"{name} shadows {got}, expected {paths}"
    rules = {"duplicates": {"duplicate-name"}, "clash": {"shadowed", "duplicate-name"}}
    for key, wanted in rules.items():
        for name in value.get(key, []):
            if not any(
                entry.identity == name and any(finding.rule in wanted for finding in entry.diagnostics) for entry in catalog
            ):
                yield f"{name} is not reported ({key})"
    for name, scope in value.get("scope", {}).items():
        if not any(entry.identity == name and entry.scope == scope for entry in active):
            yield f"{name} is not in scope {scope}"
    if "count" in value and len(active) != value["count"]:
        yield f"{len(active)} agents, expected {value['count']}"
    for name in value.get("must_not_list", []):
        if name in names:
            yield f"{name} is listed"


def _discover_by_dialect(case: Case, value: dict) -> Iterator[str]:
    for dialect, asked in value.items():
        yield from _discover(case, asked, HOSTS.get(dialect, dialect))


def _diagnostics(case: Case, value: list[dict]) -> Iterator[str]:
    if not case.expected.get("must_diagnose"):
        return
    found = case.findings()
    told = [(finding.rule, finding.severity, finding.span[0][0]) for finding in found]
    for wanted in value:
        hint = wanted["code_hint"]
        if hint in NOT_YET or hint.startswith("convert-"):
            case.waiting.append(f"the finding `{hint}`")
            continue
        rules = RULES.get(hint, {hint})
        known = hint in RULES or any(rule == hint for rule, _, _ in told)
        fits = [
            row
            for row in told
            if (not known or row[0] in rules)
            and ("line" not in wanted or row[2] == wanted["line"])
            and _as_grave(row[1], wanted["severity"])
        ]
        if not fits:
            yield f"no {hint} ({wanted['severity']}) on line {wanted.get('line')}; told: {sorted(set(told))}"


def configured(text: str) -> str:
    """The configuration of remit that says what the one of a case says, which is in another linter's words."""
    lines = []
    for table in tomllib.loads(text)["overrides"]:
        rules = sorted({rule for hint in table["disabled_rules"] for rule in RULES.get(hint, {hint})})
        for path in table["paths"]:
            lines += [f"[per-path.{json.dumps(path)}]", f"ignore = {json.dumps(rules)}"]
    return "\n".join(lines) + "\n"


def _as_grave(got: str, wanted: str) -> bool:
    order = ("info", "warning", "error")
    return order.index(got) >= order.index(wanted)


def _must_not_report(case: Case, value: list[str]) -> Iterator[str]:
    banned = {rule for hint in value for rule in RULES.get(hint, {hint})}
    for finding in case.findings():
        if finding.rule in banned:
            yield f"{finding.rule} on line {finding.span[0][0]}: {finding.message}"


def _must_not_print(case: Case, value: list[str]) -> Iterator[str]:
    for finding in case.findings():
        for secret in value:
            if secret in finding.message or secret in (finding.help or ""):
                yield f"{finding.rule} prints {secret!r}"
    for words in printed(case):
        for secret in value:
            if secret in words:
                yield f"a report prints {secret!r}"


def printed(case: Case) -> Iterator[str]:
    """What each report of `remit check` writes about the case."""
    import contextlib
    import io

    from remit.__main__ import main
    from remit.reports import FORMATS

    for form in FORMATS:
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
            main(["check", str(case.work), "--persona", "auditor", "--format", form, "-v"])
        yield out.getvalue()


__all__ = ["DESCRIPTIVE", "WAITING", "Case", "problems", "reading_of"]
