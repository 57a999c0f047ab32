"""Two commands for a fresh machine that has nothing but Python 3.11 or newer.

    python dev.py demo     installs remit into .venv and shows the agents of examples/
    python dev.py test     installs what the tests need into .venv-test and runs every check

`test` takes options for pytest after `--`. With CI=true it also runs the tests on every other Python from 3.11 on that it finds, without those that
start whole programs and wait for them: how these work together does not hang on the version.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
WINDOWS = os.name == "nt"
OTHERS = ("3.11", "3.12", "3.13", "3.14")


def python_in(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if WINDOWS else "bin/python")


def environment(name: str, *packages: str, interpreter: str | None = None) -> Path:
    """A virtual environment with these packages; made anew only where it is not there."""
    folder = ROOT / name
    if not python_in(folder).exists():
        print(f"making {name} …", flush=True)
        if interpreter is None:
            venv.create(folder, with_pip=True)
        else:
            subprocess.run([interpreter, "-m", "venv", str(folder)], check=True)
    install = [str(python_in(folder)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
    subprocess.run(install, check=True, cwd=ROOT)
    return folder


def run(folder: Path, *words: str) -> None:
    """Runs a module of an environment; ends the program with its code where it fails."""
    print("$ python -m " + " ".join(words), flush=True)
    code = subprocess.run([str(python_in(folder)), "-m", *words], cwd=ROOT, check=False).returncode
    if code:
        sys.exit(code)


def demo() -> None:
    folder = environment(".venv", ".")
    session = ["--root", "examples/shop", "--home", "examples/home", "--plugins", "examples/plugins"]
    run(folder, "remit", "list", *session)
    run(folder, "remit", "show", "lead", *session)


def test(options: list[str]) -> None:
    needs = ["-r", "requirements-test.txt", "-e", "."]
    folder = environment(".venv-test", "-r", "requirements-docs.txt", *needs)
    run(folder, "ruff", "check", ".")
    run(folder, "ruff", "format", "--check", ".")
    run(folder, "mypy")
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # an advertisement, not about this site
    run(folder, "mkdocs", "build", "--strict", "--quiet")
    others = other_pythons() if os.environ.get("CI") else {}
    if not others:
        run(folder, "pytest", *options)
        return
    # Much of the time tests wait for programs that they have started, so all environments are at work at once.
    words = ["pytest", "-q", *options]
    started = [begun(folder, *words)]
    for version, found in others.items():
        one = environment(f".venv-test-{version}", *needs, interpreter=found)
        started.append(begun(one, *words, "-m", "not whole"))
    codes = [ended(*one) for one in started]
    if any(codes):
        sys.exit(max(codes))


def begun(folder: Path, *words: str) -> tuple[str, subprocess.Popen[str]]:
    """A module of an environment, at work beside others."""
    command = [str(python_in(folder)), "-m", *words]
    return (
        f"$ {folder.name}: python -m {' '.join(words)}",
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True),
    )


def ended(title: str, process: subprocess.Popen[str]) -> int:
    """Waits for it and shows its words together. Gives its code."""
    shown, _ = process.communicate()
    print(f"{title}\n{shown}", flush=True)
    code: int = process.returncode
    return abs(code)


def other_pythons() -> dict[str, str]:
    """The other versions of Python that this machine has and remit supports."""
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = {}
    for version in OTHERS:
        if version == own:
            continue
        pyenv = sorted(Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")).glob(f"versions/{version}.*/bin/python"))
        path = str(pyenv[-1]) if pyenv else shutil.which(f"python{version}")
        if path is None:
            continue
        probe = subprocess.run(
            [path, "-c", "import sys, venv; print(sys.version_info[:2])"], capture_output=True, text=True, check=False
        )
        if probe.returncode == 0 and probe.stdout.strip() == str(tuple(int(part) for part in version.split("."))):
            found[version] = path
    return found


def main() -> None:
    words = sys.argv[1:]
    if sys.version_info < (3, 11):
        sys.exit("remit needs Python 3.11 or newer")
    if words == ["demo"]:
        demo()
    elif words and words[0] == "test":
        test([word for word in words[1:] if word != "--"])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
