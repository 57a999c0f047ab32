"""What the site has beyond the pages of this folder: the front page and others from the root of the repository, and the navigation of
commands, hosts and rules, which are as many as the code has.

A hook of mkdocs. Pages are written to be read where they lie; links that lead out of the site become text.
"""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from remit.cli import COMMANDS
from remit.hosts import all_hosts
from remit.rules import TOPICS, all_rules

DOCS = Path(__file__).parent
ROOT = DOCS.parent
BORROWED = {"index.md": ROOT / "README.md", "contributing.md": ROOT / "CONTRIBUTING.md", "changelog.md": ROOT / "CHANGELOG.md"}
"""Pages of the site that are files elsewhere in the repository."""

_LINK = re.compile(r"(?<!!)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^)#\s]*)(?P<anchor>#[^)\s]*)?\)")


def commands() -> list[dict[str, str]]:
    return [{f"remit {name}": f"commands/{name}.md"} for name in COMMANDS]


def hosts() -> list[str | dict[str, str]]:
    return ["hosts/README.md", *({host.title: f"hosts/{host.name}.md"} for host in all_hosts())]


def rules() -> list[object]:
    """The rules by topic, as the index has them."""
    found: list[object] = ["rules/README.md"]
    listed = list(all_rules())
    for topic, heading in TOPICS.items():
        own = [{rule.name: f"rules/{rule.name}.md"} for rule in listed if rule.topic == topic]
        if own:
            found.append({heading.partition(":")[0]: own})
    return found


def more(nav: list[object]) -> list[str]:
    """The pages that have no place of their own in a navigation."""
    own = {"commands", "hosts", "rules"}
    listed = set(leaves(nav))
    found = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
    return [page for page in found if page not in listed and page.partition("/")[0] not in own]


def leaves(nav: object) -> list[str]:
    """The pages of a navigation, in order."""
    if isinstance(nav, str):
        return [nav]
    parts = nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ()
    return [page for part in parts for page in leaves(part)]


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Fills in the parts of the navigation that the code decides."""
    nav = config.nav or []
    made = {"Commands": commands(), "Hosts": hosts(), "Rules": rules(), "More": more(nav)}
    filled = [{name: made.get(name, value) for name, value in item.items()} if isinstance(item, dict) else item for item in nav]
    config.nav = [item for item in filled if item != {"More": []}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name, path in BORROWED.items():
        files.append(File.generated(config, name, content=path.read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    uri = page.file.src_uri
    return linked(markdown, uri, BORROWED.get(uri, DOCS / uri).parent)


def linked(markdown: str, uri: str, folder: Path) -> str:
    """The text of the page `uri`, written in `folder`, with links that hold inside the site."""
    borrowed = {path.resolve(): name for name, path in BORROWED.items()}

    def link(match: re.Match[str]) -> str:
        target = match["target"]
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        path = (folder / target).resolve()
        if path in borrowed:
            found = borrowed[path]
        elif path.is_relative_to(DOCS) and path.is_file():
            found = path.relative_to(DOCS).as_posix()
        elif path.exists():
            return match["text"]
        else:
            return match[0]
        return f"[{match['text']}]({'../' * uri.count('/')}{found}{match['anchor'] or ''})"

    return _LINK.sub(link, markdown)
