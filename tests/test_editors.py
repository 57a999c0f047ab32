"""The files that set editors up agree with the code."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from remit.cli import COMMANDS

EDITORS = Path(__file__).parent.parent / "editors"
VSCODE = EDITORS / "vscode"

needs_extra = pytest.mark.skipif(find_spec("pygls") is None, reason="the extra `remit[lsp]` is not installed")


def option_names() -> set[str]:
    from remit.lsp.options import Options

    return set(Options.__slots__) - {"problems"}


def package() -> dict[str, object]:
    found: dict[str, object] = json.loads((VSCODE / "package.json").read_text())
    return found


@needs_extra
def test_vscode_hands_over_the_files_in_hosts_places() -> None:
    from remit.lsp.places import activations, patterns

    assert json.loads((VSCODE / "selector.json").read_text()) == patterns()
    assert package()["activationEvents"] == [f"workspaceContains:{pattern}" for pattern in activations()]


@needs_extra
def test_vscode_has_the_settings_of_the_server() -> None:
    from remit.hosts.base import MODES
    from remit.lsp.options import Options
    from remit.rules import PERSONAS

    settings = package()["contributes"]["configuration"]["properties"]  # type: ignore[index]
    assert set(settings) == {f"remit.{name}" for name in option_names()} | {"remit.path"}
    assert settings["remit.persona"]["enum"] == [None, *PERSONAS]
    assert settings["remit.mode"]["enum"] == list(MODES)
    defaults = {name.removeprefix("remit."): one["default"] for name, one in settings.items()}
    assert Options(defaults).problems == []
    assert Options(defaults) == Options()


@needs_extra
def test_vscode_opens_what_the_lens_explains() -> None:
    from remit.lsp.outline import COMMAND

    assert f"const EXPLAIN = '{COMMAND}';" in (VSCODE / "extension.js").read_text()


def test_the_extension_starts_a_command_that_there_is() -> None:
    assert "args: ['lsp']" in (VSCODE / "extension.js").read_text()
    assert "lsp" in COMMANDS


def test_packages_are_pinned_and_their_source_is_left_open() -> None:
    """Every package has its checksum, and none says from which registry it came: each machine asks its own."""
    packages = json.loads((VSCODE / "package-lock.json").read_text())["packages"]
    for name, one in packages.items():
        if name:
            assert one["integrity"].startswith("sha512-"), name
            assert "resolved" not in one, name
    declared = {**package()["dependencies"], **package()["devDependencies"]}  # type: ignore[dict-item]
    assert packages[""]["dependencies"] | packages[""]["devDependencies"] == declared
    assert "node_modules/" in (VSCODE / ".gitignore").read_text().split()


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_extensions_own_tests() -> None:
    subprocess.run(["node", "--check", "extension.js"], cwd=VSCODE, check=True)
    done = subprocess.run(["node", "--test"], cwd=VSCODE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert re.search(r"(?m)^# pass [1-9]", done.stdout) or "pass " in done.stdout


@needs_extra
def test_helix_starts_the_server() -> None:
    found = tomllib.loads((EDITORS / "helix" / "languages.toml").read_text())
    server = found["language-server"]["remit"]
    assert [server["command"], *server["args"]] == ["remit", "lsp"]
    assert set(server["config"]) <= option_names()
    assert {one["name"] for one in found["language"]} == {"markdown", "toml", "json"}
    assert all("remit" in one["language-servers"] for one in found["language"])


@needs_extra
def test_neovim_starts_the_server() -> None:
    text = (EDITORS / "neovim" / "remit.lua").read_text()
    assert "cmd = { 'remit', 'lsp' }" in text
    options = re.search(r"init_options = \{(.*?)\}", text, re.DOTALL)
    assert options is not None
    assert set(re.findall(r"(\w+) =", options[1])) <= option_names()


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_neovim_reads_its_file() -> None:
    code = f"local found = dofile([[{EDITORS / 'neovim' / 'remit.lua'}]]) assert(found.cmd[2] == 'lsp')"
    done = subprocess.run(["nvim", "--headless", "--clean", "-c", f"lua {code}", "-c", "qa!"], capture_output=True, text=True)
    assert "E5108" not in done.stderr


def test_the_page_names_files_that_there_are() -> None:
    page = (EDITORS.parent / "docs" / "editors.md").read_text()
    for name in re.findall(r"`(editors/[^`]+)`", page):
        assert (EDITORS.parent / name).exists(), name
