"""What a host starts: `python -I -S start.py …`. It finds remit beside itself, as an isolated interpreter looks nowhere.

The standard library is looked into first, so that nothing that lies beside remit stands in for a part of it.
"""

import sys

sys.path.append(__file__[: -len("/remit/enforcement/start.py")])
from remit.enforcement.hook import main

main()
