"""The site of the docs: every page is in the navigation, links hold, and nothing is loaded from elsewhere."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import yaml

pytest.importorskip("material", reason="the site is built where mkdocs-material is installed")

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_site", DOCS / "site.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as strictly as its checks build it."""
    folder = tmp_path_factory.mktemp("site")
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_every_page_is_in_the_navigation_once(hook: ModuleType) -> None:
    written = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text())["nav"]
    listed = hook.leaves([nav, hook.commands(), hook.hosts(), hook.rules(), hook.more(nav)])
    assert sorted(listed) == sorted({*written, *hook.BORROWED})


def test_links_of_the_built_site_hold(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 100
    for page in pages:
        for target in re.findall(r'href="([^"#?]+)', page.read_text(encoding="utf-8")):
            if not re.match(r"[a-z]+:", target) and page.name != "404.html":
                assert (page.parent / target).resolve().exists(), f"{page.name}: {target}"


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        assert not re.search(r'<(?:script|img|iframe)[^>]*src="(?:https?:)?//', page.read_text(encoding="utf-8")), page.name
        assert not re.search(
            r'<link[^>]*rel="(?:stylesheet|preconnect)"[^>]*href="(?:https?:)?//', page.read_text(encoding="utf-8")
        )


@pytest.mark.parametrize(
    ("text", "uri", "folder", "told"),
    [
        ("[a](docs/ci.md)", "index.md", ROOT, "[a](ci.md)"),
        ("[a](docs/hosts/README.md)", "index.md", ROOT, "[a](hosts/README.md)"),
        ("[a](../CONTRIBUTING.md#style)", "architecture.md", DOCS, "[a](contributing.md#style)"),
        ("[`examples/`](examples), there", "index.md", ROOT, "`examples/`, there"),
        ("[a](../ci.md)", "commands/check.md", DOCS / "commands", "[a](../ci.md)"),
        ("[a](nowhere.md)", "ci.md", DOCS, "[a](nowhere.md)"),
        ("[a](https://example.org/x) [b](#c)", "ci.md", DOCS, "[a](https://example.org/x) [b](#c)"),
    ],
)
def test_links_are_those_of_the_site(hook: ModuleType, text: str, uri: str, folder: Path, told: str) -> None:
    assert hook.linked(text, uri, folder) == told
