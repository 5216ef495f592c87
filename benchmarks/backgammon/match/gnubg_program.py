"""Questions to the program GNU Backgammon, which runs a script of ours; nothing of it is in here."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.backgammon.match import program

BEFORE = """
import json, os
import gnubg
for line in ("set automatic game off", "set automatic roll off", "set automatic move off", "set display off",
             "set jacoby off", "set beavers 0", "set threads 2", "set confirm new off", "set confirm save off"):
    gnubg.command(line)
with open(os.environ["ASKED"]) as file:
    given = json.load(file)
"""
# One thread would make each evaluation wait 10 ms.
AFTER = """
with open(os.environ["ANSWER"], "w") as file:
    json.dump(answer, file)
"""


def answered(script: str, given: Any) -> Any:
    """Run a script; return its variable `answer`. What it is given and what it answers travel as JSON."""
    return json.loads(program.run_script(BEFORE + script + AFTER, json.dumps(given), 0))
