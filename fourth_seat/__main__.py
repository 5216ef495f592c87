"""`python -m fourth_seat`: the same as `fourth-seat`."""

import sys

from fourth_seat import main

sys.exit(main())
