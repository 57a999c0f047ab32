"""What the specifiers of rules for URLs and skills speak of. Facts are from Claude Code 2.1.332, recorded 2026-11-30."""

from __future__ import annotations

from .paths import below
from .rule import wildcard
from .scan import DIGITS, LETTERS, WHITE, past, upto

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

_HOST = LETTERS | DIGITS | {".", "-"}
_NO_URL = WHITE | {"\\"}
_SCHEME = LETTERS | DIGITS | frozenset("+.-")


def host_and_path(url: str) -> tuple[str, str]:
    """The host of a URL in lower case without a dot at its end, and the path; empty when there is none."""
    url = url.strip()
    scheme = past(url, 0, _SCHEME)
    if not url.startswith(":", scheme) or url[0] not in LETTERS:
        return "", ""
    start = past(url, scheme + 1, "/\\")
    end = upto(url, start, "/\\?#")
    host, _, port = url[start:end].rpartition("@")[2].partition(":")
    path = url[end : upto(url, end, "?#")] if port.isdecimal() or not port else ""
    host = host.lower().removesuffix(".")
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            return "", ""
    return host, path or "/"


def plain_host(url: str) -> str | None:
    """The host, in lower case, of a URL that everybody reads alike: `http` or `https`, a name of letters, digits, dots and dashes, perhaps a
    port, nothing blank and no backslash. `None` for any other."""
    scheme, separator, rest = url.partition("://")
    end = upto(rest, 0, "/?#")
    host, colon, port = rest[:end].partition(":")
    if not separator or scheme.lower() not in ("http", "https") or not _NO_URL.isdisjoint(rest[end:]):
        return None
    if not host or not _HOST.issuperset(host) or host[0] in ".-" or host[-1] in ".-":
        return None
    if colon and not (port.isdecimal() and len(port) <= 5):
        return None
    return host.lower()


def domain_matches(pattern: str, host: str) -> bool:
    """`x` is that host, `*.x` every host below it, `*` all; another `*` stays within one label."""
    pattern = pattern.lower().removesuffix(".")
    if pattern == "*":
        return True
    if pattern.startswith("*."):
        labels = pattern[2:].split(".")
        theirs = host.split(".")
        return len(theirs) > len(labels) and all(map(wildcard, labels, theirs[-len(labels) :]))
    labels = pattern.split(".")
    theirs = host.split(".")
    return bool(pattern) and len(theirs) == len(labels) and all(map(wildcard, labels, theirs))


def free_host(host: str, path: str) -> bool:
    for free in FREE_HOSTS:
        name, slash, folder = free.partition("/")
        if name == host and (not slash or below(path.rstrip("/"), "/" + folder) is not None):
            return True
    return False


def skill_matches(specifier: str, name: str) -> bool:
    """A name, or the beginning of one: `name:*` and `name *`."""
    specifier = specifier.removeprefix("/")
    if specifier.endswith((":*", " *")):
        return bool(specifier[:-2]) and name.startswith(specifier[:-2])
    return specifier == name
