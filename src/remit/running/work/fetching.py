"""Fetching a web page as text, by pydantic-ai's own tool, which reaches no address of the machine or its network.

A page that sends on to another host is not followed there: the decision was about the host that the call names.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from . import Work, schema
from .place import Failed, Place, bounded, text

TYPE_CHECKING = False
if TYPE_CHECKING:
    Json = dict[str, object]

SECONDS = 30


async def run(place: Place, value: Json) -> str:
    url = text(value, "url")
    try:
        host = urlsplit(url).hostname
    except ValueError:
        host = None
    if not host:
        raise Failed(f"{url} is no address of a page")
    try:
        from pydantic_ai.common_tools.web_fetch import web_fetch_tool
    except ImportError:
        raise Failed("fetching pages needs what `remit[run]` brings: markdownify") from None
    fetch = web_fetch_tool(allowed_domains=[host], timeout=SECONDS, max_download_bytes=5 << 20)
    try:
        page = await fetch.function(url)  # type: ignore[arg-type]
    except Exception as problem:  # whatever the network, the page or its author does is the model's to read
        raise Failed(f"{url}: {str(problem) or type(problem).__name__}") from None
    if isinstance(page, dict):
        return bounded(str(page.get("content", "")))
    raise Failed(f"{url} is no text")


WORK = Work(
    "Fetches a web page and gives its text.",
    schema({"url": "The address, http or https."}, prompt=("string", "What you want to know of it.")),
    run,
)
