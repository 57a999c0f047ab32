"""Role files: what is refused and where, what a role has and is held to, and which of several counts."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import remit
from remit.catalog import Catalog
from remit.gathering import discover
from remit.hosts import host, tell
from remit.hosts.base import MAIN, Reading
from remit.hosts.codex.config import Config, load
from remit.hosts.codex.vocabulary import COLLABORATION, SESSION
from remit.inventory import Inventory
from remit.resolving import Remit
from remit.session import Session
from remit.source import Source

HOST = host("codex")
BASE = 'name = "reader"\ndescription = "Reads"\ndeveloper_instructions = "Read."\n'


def read(text: str, path: str = ".codex/agents/reader.toml") -> Reading:
    return HOST.read(Source.of(text, path), HOST.version(None), stem="reader")


def answer(text: str, **more: object) -> Remit:
    definition = read(text).subject()
    return Remit(definition, HOST.resolve(definition, Session(HOST, HOST.version(None), **more)))  # type: ignore[arg-type]


def test_the_host_is_found_by_its_names() -> None:
    for name in ("codex", "openai-codex"):
        assert host(name) is HOST
    assert tell("repo/.codex/agents/x.toml") is HOST
    assert HOST.format_of(".codex/agents/x.toml") == "toml"
    assert remit.parse(BASE, path="loose/reader.toml").host == "codex"


def test_all_fields() -> None:
    text = (
        BASE
        + 'model = "gpt-5.4"\nmodel_reasoning_effort = "high"\nsandbox_mode = "read-only"\n[mcp_servers.gh]\ncommand = "x"\n'
    )
    definition = remit.parse(text, host="codex")
    assert definition.name == "reader"
    assert definition.description == "Reads"
    assert definition.system_prompt == "Read."
    assert definition.model == "gpt-5.4"
    assert definition.tools is None
    assert definition.mcp_servers == {"gh": {"command": "x"}}
    assert definition.extra == {"model_reasoning_effort": "high", "sandbox_mode": "read-only"}


def test_the_file_does_not_matter_for_the_name() -> None:
    reading = read('name = " Lead Checker "\ndescription = "d"\ndeveloper_instructions = "x"\n')
    assert reading.name == "Lead Checker"
    assert reading.definition is not None
    assert reading.definition.name == "Lead Checker"


REFUSED = [
    ("foo = 1", "refused-key", (4, 1)),
    ('disallowedTools = ["Bash"]', "refused-key", (4, 1)),
    ('Model = "x"', "refused-key", (4, 1)),
    ('sandbox_mode = "none"', "refused-value", (4, 16)),
    ('sandbox_mode = ["read-only"]', "wrong-type", (4, 16)),
    ('approval_policy = "yes"', "refused-value", (4, 19)),
    ("nickname_candidates = []", "refused-value", (4, 23)),
    ('nickname_candidates = ["a", " a "]', "refused-value", (4, 23)),
    ('nickname_candidates = ["a.b"]', "refused-value", (4, 23)),
    ("model = 1", "wrong-type", (4, 9)),
    ('tools = ["Read"]', "wrong-type", (4, 9)),
    ("project_doc_max_bytes = -1", "wrong-type", (4, 25)),
    ("model_context_window = 9999999999999999999", "wrong-type", (4, 24)),
    ('hide_agent_reasoning = "true"', "wrong-type", (4, 24)),
    ('mcp_servers.a.enabled_tools = "x"', "wrong-type", (4, 31)),
    ('mcp_servers.a = {command = "x", url = "y"}', "wrong-type", (4, 33)),
    ("web_search = false", "wrong-type", (4, 14)),
]


@pytest.mark.parametrize(("line", "rule", "place"), REFUSED, ids=[line for line, _, _ in REFUSED])
def test_what_the_client_skips_a_role_for(line: str, rule: str, place: tuple[int, int]) -> None:
    reading = read(BASE + line + "\n")
    assert not reading.loaded
    assert reading.refused
    assert (rule, place) in [(finding.rule, finding.span[0]) for finding in reading.diagnostics]
    for finding in reading.diagnostics:
        assert finding.severity == "error"
        assert HOST.title in finding.message


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("", {"missing-description", "missing-instructions", "missing-name"}),
        ('description = "d"\ndeveloper_instructions = "x"\n', {"missing-name"}),
        ('name = " "\ndescription = "d"\ndeveloper_instructions = "x"\n', {"refused-value"}),
        ('name = "a"\ndeveloper_instructions = "x"\n', {"missing-description"}),
        ('name = "a"\ndescription = " "\ndeveloper_instructions = "x"\n', {"missing-description"}),
        ('name = "a"\ndescription = "d"\n', {"missing-instructions"}),
        ('name = "a"\ndescription = "d"\ndeveloper_instructions = "\\n"\n', {"missing-instructions"}),
        ('name = "a\n', {"toml-syntax"}),
        ('name = "a"\rdescription = "d"\r', {"toml-syntax"}),
    ],
)
def test_what_must_be_there(text: str, rules: set[str]) -> None:
    reading = read(text)
    assert not reading.loaded
    assert {finding.rule for finding in reading.diagnostics} == rules


def test_a_file_that_is_not_utf8() -> None:
    reading = HOST.read(Source(BASE.encode() + b"# \xff\n", "x.toml"), HOST.version(None))
    assert not reading.loaded
    assert [finding.rule for finding in reading.diagnostics] == ["unreadable"]


@pytest.mark.parametrize(
    "text", [BASE, "\ufeff" + BASE, BASE.replace("\n", "\r\n"), BASE + "model = 1979-05-27\n", BASE + "features.foo = true\n"]
)
def test_what_loads(text: str) -> None:
    assert read(text).loaded


WARNED = [
    ('sandbox_mode = "read-only"', "ignored-restriction", "warning", (4, 1)),
    ('sandbox_mode = "danger-full-access"', "bypass-mode", "error", (4, 16)),
    ('web_search = "disabled"', "ignored-restriction", "warning", (4, 1)),
    ('mcp_servers.gh = {command = "x", enabled_tools = ["a"]}', "ignored-restriction", "warning", (4, 1)),
    ('model = "inherit"', "unknown-model", "warning", (4, 9)),
]


@pytest.mark.parametrize(("line", "rule", "severity", "place"), WARNED, ids=[row[0] for row in WARNED])
def test_what_does_less_than_it_says(line: str, rule: str, severity: str, place: tuple[int, int]) -> None:
    reading = read(BASE + line + "\n")
    assert reading.loaded
    assert [(finding.rule, finding.severity, finding.span[0]) for finding in reading.diagnostics] == [(rule, severity, place)]


@pytest.mark.parametrize("name", ["kit:checker", "audit/mapper", "Lead Checker", "é"])
def test_names_that_do_not_travel(name: str) -> None:
    reading = read(BASE.replace("reader", name))
    assert reading.name == name
    assert [finding.rule for finding in reading.diagnostics] == ["name-not-portable"]


def test_a_role_has_the_tools_of_its_session() -> None:
    got = answer(BASE)
    assert got.effective == tuple(name for name in SESSION if name not in COLLABORATION)
    assert got.enforced == got.effective
    assert answer(BASE, mode=MAIN).effective == SESSION
    assert answer(BASE, depth=0).effective == SESSION
    inventory = Inventory.of(["shell", "apply_patch", "mcp__gh__get"])
    assert answer(BASE, inventory=inventory).effective == ("shell", "apply_patch", "mcp__gh__get")


def test_nesting_as_configured() -> None:
    config = Config()
    config.add({"agents": {"max_depth": 2}})
    got = answer(BASE, settings=config)
    assert got.effective == SESSION
    assert got.may_spawn("worker")
    assert answer(BASE, settings=config, depth=2).resolution.spawns is None


def test_remit_holds_a_role_to_its_sandbox() -> None:
    got = answer(BASE + 'sandbox_mode = "read-only"\n')
    assert "apply_patch" in (got.effective or ())
    assert "apply_patch" not in (got.enforced or ())
    assert got.decide("apply_patch", "x").effect == "deny"
    because = got.decide("apply_patch", "x").because
    assert because is not None
    assert because.place == (4, 16)
    assert got.decide("exec_command", "ls").effect == "ask"
    assert got.decide("view_image", "x").effect == "allow"
    assert answer(BASE).decide("exec_command", "ls").effect == "allow"
    assert answer(BASE).decide("spawn_agent", "x").effect == "deny"


def test_the_stricter_of_session_and_role() -> None:
    config = Config()
    config.add({"sandbox_mode": "read-only"})
    got = answer(BASE + 'sandbox_mode = "danger-full-access"\n', settings=config)
    assert got.decide("apply_patch", "x").effect == "deny"


@pytest.mark.parametrize(
    ("parent", "file", "effective"),
    [
        ("workspace-write", "read-only", "read-only"),
        ("read-only", "danger-full-access", "read-only"),
        ("danger-full-access", "workspace-write", "workspace-write"),
        (None, "read-only", "read-only"),
        ("workspace-write", None, "workspace-write"),
        (None, None, None),
        ("workspace-write", "odd", "workspace-write"),
    ],
)
def test_stricter_mode(parent: str | None, file: str | None, effective: str | None) -> None:
    assert HOST.stricter_mode(parent, file) == effective


def test_the_model_of_a_role_cannot_be_changed() -> None:
    version = HOST.version(None)
    assert HOST.choose_model(version, call="a", file="b", environment=None, parent="c") == ("b", "file")
    assert HOST.choose_model(version, call="a", file=None, environment=None, parent="c") == ("a", "call")
    assert HOST.choose_model(version, call=None, file=None, environment=None, parent="c") == ("c", "parent")


def test_limits_of_servers() -> None:
    inventory = Inventory((), {"gh": ("get", "put"), "all": None, "off": None, "some": None})
    lines = (
        'mcp_servers.gh = {command = "x", enabled_tools = ["get"]}\n'
        'mcp_servers.all = {command = "x", enabled_tools = ["one"]}\n'
        'mcp_servers.off = {command = "x", enabled = false}\n'
        'mcp_servers.some = {command = "x", disabled_tools = ["bad"]}\n'
    )
    got = answer(BASE + lines, inventory=inventory)
    assert got.effective == ("mcp__gh__get", "mcp__gh__put", "mcp__all__*", "mcp__off__*", "mcp__some__*")
    assert got.enforced == ("mcp__gh__get", "mcp__all__one", "mcp__some__*")
    assert got.decide("mcp__all__one").effect == "allow"
    assert got.decide("mcp__all__two").effect == "deny"
    assert got.decide("mcp__some__good").effect == "allow"
    assert got.decide("mcp__some__bad").effect == "deny"


def lay(root: Path, **files: str) -> None:
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


def role(name: str, description: str = "d") -> str:
    return f'name = "{name}"\ndescription = "{description}"\ndeveloper_instructions = "x"\n'


def session(tmp_path: Path, cwd: str = "repo", **more: object) -> Catalog:
    (tmp_path / "repo" / ".git").mkdir(parents=True, exist_ok=True)
    return discover(tmp_path / cwd, "codex", home=tmp_path / "home", below=False, **more)  # type: ignore[arg-type]


def active(catalog: Catalog, root: Path) -> dict[str, str]:
    return {
        entry.identity or "": Path(entry.path).relative_to(root).as_posix() for entry in catalog if entry.status == "active"
    }


def test_the_nearer_layer_counts(tmp_path: Path) -> None:
    places = ["repo/app/.codex/agents/a.toml", "repo/.codex/agents/sub/b.toml", "home/.codex/agents/c.toml"]
    for path in places:
        lay(tmp_path, **{path: role("same")})
    while places:
        assert active(session(tmp_path, "repo/app"), tmp_path) == {"same": places[0]}
        (tmp_path / places.pop(0)).unlink()


def test_of_one_folder_the_first_path_stays(tmp_path: Path) -> None:
    lay(tmp_path, **{"repo/.codex/agents/sub/x.toml": role("same"), "repo/.codex/agents/sub.toml": role("same")})
    catalog = session(tmp_path)
    assert active(catalog, tmp_path) == {"same": "repo/.codex/agents/sub/x.toml"}
    (other,) = (entry for entry in catalog if entry.status == "shadowed")
    assert [finding.rule for finding in other.findings] == ["duplicate-name"]


def test_hidden_files_count_and_other_endings_do_not(tmp_path: Path) -> None:
    lay(
        tmp_path,
        **{
            "repo/.codex/agents/.a.toml": role("a"),
            "repo/.codex/agents/.h/b.toml": role("b"),
            "repo/.codex/agents/c.TOML": role("c"),
            "repo/.codex/agents/d.md": role("d"),
        },
    )
    assert set(active(session(tmp_path), tmp_path)) == {"a", "b"}


def test_a_skipped_role_gives_way_and_a_builtin_is_replaced(tmp_path: Path) -> None:
    lay(
        tmp_path,
        **{
            "repo/.codex/agents/a.toml": 'name = "a"\ndescription = "d"\n',
            "home/.codex/agents/a.toml": role("a"),
            "repo/.codex/agents/explorer.toml": role("explorer"),
        },
    )
    catalog = session(tmp_path)
    assert active(catalog, tmp_path) == {"a": "home/.codex/agents/a.toml", "explorer": "repo/.codex/agents/explorer.toml"}
    assert "replaces-builtin" in [finding.rule for entry in catalog for finding in entry.findings]


def test_the_session_is_configured(tmp_path: Path) -> None:
    lay(
        tmp_path,
        **{
            "home/.codex/config.toml": (
                'sandbox_mode = "workspace-write"\n[mcp_servers.user]\ncommand = "x"\n[mcp_servers.off]\ncommand = "x"\n'
            ),
            "repo/.codex/config.toml": (
                '[mcp_servers.gh]\ncommand = "x"\nenabled_tools = ["get"]\n[mcp_servers.off]\ncommand = "x"\nenabled = false\n'
            ),
            "repo/app/.codex/config.toml": "not toml",
        },
    )
    catalog = session(tmp_path, "repo/app")
    assert HOST.inventory(catalog.around, HOST.version(None)).servers == {"user": None, "gh": ("get",)}
    assert load(catalog.around).sandbox_mode == "workspace-write"
    moved = session(tmp_path, environment={"CODEX_HOME": str(tmp_path / "nowhere")})
    assert HOST.inventory(moved.around, HOST.version(None)).servers == {"gh": ("get",)}


toml = st.text(alphabet=st.sampled_from(list("abname=[]{}\"'#.,\n\t -0159\\\r\x00\ufeffé")), max_size=100)
values = st.sampled_from(['"x"', "1", "true", "[]", '["a"]', "{}", "1.5", "1979-05-27", '"read-only"', "[1]"])
keys = st.sampled_from(
    ["name", "description", "developer_instructions", "sandbox_mode", "mcp_servers", "tools", "features", "agents", "foo"]
)


@given(st.one_of(st.binary(max_size=120), toml.map(str.encode), toml.map(lambda part: (BASE + part).encode())))
def test_reading_never_raises(data: bytes) -> None:
    _holds(data)


@given(st.dictionaries(keys, values, max_size=6))
def test_reading_never_raises_for_whatever_a_key_holds(table: dict[str, str]) -> None:
    _holds("".join(f"{key} = {value}\n" for key, value in table.items()).encode())


def _holds(data: bytes) -> None:
    reading = HOST.read(Source(data, "x.toml"), HOST.version(None), stem="x")
    assert reading.loaded or reading.why
    assert reading.loaded == (reading.definition is not None)
    for finding in reading.diagnostics:
        assert finding.message
        assert finding.span
    inventory = Inventory(("shell", "apply_patch", "web_search"), {"a": ("x", "y")})
    got = HOST.resolve(reading.subject(), Session(HOST, HOST.version(None), inventory=inventory))
    assert (got.effective is not None) == reading.loaded
    if got.effective is not None:
        assert set(got.effective) == {"shell", "apply_patch", "web_search", "mcp__a__x", "mcp__a__y"}
        assert set(got.enforced or ()) <= set(got.effective)
