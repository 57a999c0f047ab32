"""The command `remit`."""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line and gives its exit code: 0 fine or allowed, 1 findings or denied, 2 wrong use or unreadable input, 3 ask."""
    words = sys.argv[1:] if arguments is None else arguments
    if words in (["--version"], ["-V"]):
        from ._version import __version__

        print(f"remit {__version__}")  # noqa: T201
        return 0
    from .cli import start

    return start(words)


def console() -> None:
    """The command line as a process of its own: what was made is not taken apart before the end, which is a tenth of a short run."""
    import gc
    import os

    gc.set_threshold(100_000)
    # Somebody who has closed a stream wants the exit code alone. The lowest number first, or a file that is opened later would get it.
    sys.stdout = sys.stdout or open(os.devnull, "w")
    sys.stderr = sys.stderr or open(os.devnull, "w")
    code = main()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        pass  # nobody reads on
    os._exit(code)


if __name__ == "__main__":
    console()
