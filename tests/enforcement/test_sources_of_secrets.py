"""Sources of secrets: where a value comes from, and that no error tells one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from remit.enforcement.secrets.sources import Command, EnvFile, Environment, Keyring, SourceError, Sources, source_of, variable

VALUE = "s3cr3t-value"


def test_the_environment_by_key_or_variable() -> None:
    source = Environment({"GITHUB_TOKEN": VALUE, "exact-key": "x", "EMPTY": ""})
    assert source.value("GITHUB_TOKEN") == VALUE
    assert source.value("github-token") == VALUE
    assert source.value("exact-key") == "x"
    assert source.value("EMPTY") is None
    assert source.value("github") is None
    assert VALUE not in repr(source)


def test_what_a_key_is_called_as_a_variable() -> None:
    assert [variable(key) for key in ("github-token", "API_KEY", "api_key", "1x")] == [
        "GITHUB_TOKEN",
        "API_KEY",
        "api_key",
        "1X",
    ]


def test_a_dotenv_file(tmp_path: Path) -> None:
    pytest.importorskip("dotenv")
    file = tmp_path / ".env"
    file.write_text("# comment\nexport TOKEN='a b'\nPLAIN=x#y\nQUOTED=\"line\\nnext\"\nREFERS=${TOKEN}\nNOTHING\n")
    source = EnvFile(str(file))
    assert source.value("TOKEN") == "a b"
    assert source.value("PLAIN") == "x#y"
    assert source.value("QUOTED") == "line\nnext"
    assert source.value("REFERS") == "${TOKEN}"
    assert source.value("NOTHING") is None
    file.write_text("TOKEN=later\n")
    assert source.value("TOKEN") == "later"


@pytest.mark.parametrize("content", [None, b"TOKEN=\xff\xfe" + VALUE.encode(), b"x" * (2 << 20)])
def test_a_dotenv_file_that_cannot_be_read(tmp_path: Path, content: bytes | None) -> None:
    pytest.importorskip("dotenv")
    file = tmp_path / ".env"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SourceError) as refused:
        EnvFile(str(file)).value("TOKEN")
    assert VALUE not in refused.value.reason


def words(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_a_command_prints_the_value() -> None:
    assert Command(words(f"import sys; print('{VALUE}' + sys.argv[1])")).value("KEY") == VALUE + "KEY"
    assert Command(words("pass")).value("KEY") is None


def test_no_shell_reads_the_key(tmp_path: Path) -> None:
    touched = tmp_path / "touched"
    assert Command(words("import sys; print(sys.argv[1])")).value(f"; touch {touched}") == f"; touch {touched}"
    assert not touched.exists()
    with pytest.raises(SourceError, match="option"):
        Command(words("pass")).value("--help")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (f"import sys; print('{VALUE}'); print('{VALUE}', file=sys.stderr); sys.exit(3)", "exit code 3"),
        ("import sys; sys.stdout.buffer.write(b'\\xff')", "not UTF-8"),
        ("print('x' * (2 << 20))", "more than 1 MiB"),
    ],
)
def test_a_command_that_fails_says_no_value(code: str, reason: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SourceError, match=reason) as refused:
        Command(words(code)).value("KEY")
    assert VALUE not in str(refused.value)
    assert VALUE not in "".join(capfd.readouterr())


@pytest.mark.skipif(sys.platform == "win32", reason="ends a group of processes")
def test_a_command_that_takes_too_long_is_ended_with_its_children() -> None:
    code = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(1000)'])"
    with pytest.raises(SourceError, match="no value within"):
        Command(words(code), patience=0.2).value("KEY")


def test_a_command_that_is_not_there() -> None:
    with pytest.raises(SourceError, match="no such file"):
        Command(["/nowhere/at/all"]).value("KEY")


def test_the_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    keyring = pytest.importorskip("keyring")
    from keyring.backend import KeyringBackend
    from keyring.errors import KeyringLocked

    class Memory(KeyringBackend):
        priority = 1

        def get_password(self, service: str, username: str) -> str | None:
            if username == "LOCKED":
                raise KeyringLocked(VALUE)
            return VALUE if (service, username) == ("mine", "TOKEN") else None

        def set_password(self, service: str, username: str, password: str) -> None:
            raise NotImplementedError

    before = keyring.get_keyring()
    keyring.set_keyring(Memory())
    try:
        assert Keyring("mine").value("TOKEN") == VALUE
        assert Keyring().value("TOKEN") is None
        with pytest.raises(SourceError, match="KeyringLocked") as refused:
            Keyring("mine").value("LOCKED")
        assert VALUE not in str(refused.value)
    finally:
        keyring.set_keyring(before)


def test_the_first_source_that_has_a_value_counts() -> None:
    sources = Sources([Environment({"A": "1"}), Environment({"A": "2", "B": "3"})])
    assert [sources.value(key) for key in ("A", "B", "C")] == ["1", "3", None]


def test_a_source_as_it_is_written(tmp_path: Path) -> None:
    pytest.importorskip("dotenv")
    (tmp_path / "x.env").write_text("A=1\n")
    assert source_of("env", {"A": "2"}).value("A") == "2"
    assert source_of(f"file:{tmp_path / 'x.env'}").value("A") == "1"
    assert source_of(f"command:'{sys.executable}' -c 'print(5)'").value("A") == "5"
    assert isinstance(source_of("keyring:mine"), Keyring)
    for wrong in ("", "environment", "file:", "command:", "command:'x", "env:x", "vault:y"):
        with pytest.raises(SourceError):
            source_of(wrong)
