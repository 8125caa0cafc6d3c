"""`python -m tilewhy.engine` is `tilewhy`, also where the installed command is not on PATH."""

import sys

from .cli import main

sys.exit(main())
