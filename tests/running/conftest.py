"""Without the engine there is nothing to run; `requirements-test.txt` has it."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("pydantic_ai") is not None else ["test_*.py"]
