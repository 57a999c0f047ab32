"""What a host starts: `python -I -S start.py …`. It finds remit beside itself, as an isolated interpreter looks nowhere."""

import sys

sys.path.insert(0, __file__[: -len("/remit/enforcement/start.py")])
from remit.enforcement.hook import main

main()
