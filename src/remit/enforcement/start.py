"""What a host starts: `python -I -S start.py …`. It finds remit beside itself, as an isolated interpreter looks nowhere.

The standard library is looked into first, so that nothing that lies beside remit stands in for a part of it. A remit that is being replaced, or is
broken, cannot decide, and what cannot be decided is refused.
"""

import sys

sys.path.append(__file__[: -len("/remit/enforcement/start.py")])
try:
    from remit.enforcement.hook import main
except BaseException as fault:
    observe = "--observe" in sys.argv
    sys.stderr.write(
        f"remit guard: remit itself cannot be read ({type(fault).__name__})"
        + ("\n" if observe else ", so the call is refused\n")
    )
    sys.exit(0 if observe else 2)

main()
