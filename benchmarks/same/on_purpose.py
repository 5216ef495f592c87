"""Intended differences, each with its reason; CHANGELOG.md describes them for users."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

OUTPUT = "exit statuses and sentences"
BLKSGF = "Blokus files with set-up after moves can be written: moves before a corrected board are kept as moves"
DECLARED = "lists name every driver's own examples, as drivers declare them"
HELP = "the help of the terminal says more"
ADDRESSES = "the help of addresses tells of the list; --lights and --device are one option in all commands"


class Meant(NamedTuple):
    """An intended difference.

    Attributes:
        kind: that of the comparison; a pattern, like the others.
        name: that of the thing.
        line: every line of it that is gone or new.
        reason: the one for the difference.
    """

    kind: str
    name: str
    line: str
    reason: str


MEANT = (
    Meant("exports", r".*\.blksgf", ".*", BLKSGF),
    Meant("files of now, read", r"exports/.*\.blksgf", ".*", f"{BLKSGF}; earlier editions do not read them"),
    Meant(
        "files of .*, read",
        r"records/backgammon-.*",
        r' "result": "Result\(.*The game was stopped here: .*',
        "a game of a match that is stopped counts nothing for the next one",
    ),
    Meant(
        "files of .*, read",
        r".*\.txt",
        r".*\.txt: ?|.* is not a move here.*",
        "control characters are escaped",
    ),
    Meant(OUTPUT, ".*", r"\(;FF\[4\].*|;\d\[.*", BLKSGF),
    Meant(OUTPUT, ".*", r"(seat N PLAYER|phones (SEAT|watch)) .*", HELP),
    Meant(OUTPUT, ".*--text foo.*", ".* is not the address of a text display: enter an address such as .*", DECLARED),
    Meant(OUTPUT, ".*", ".* is not an address for lights: enter an address such as .*", DECLARED),
    Meant(OUTPUT, "lights .*", ".*: say where the lights are: --(device|lights) .*", DECLARED),
    Meant(OUTPUT, "help play", r" +(--(text|lights) |[a-z]+://|(unknown one )?prints a list|LEDs under).*", ADDRESSES),
    Meant(OUTPUT, "help", " +addons +.*", "a command that is new: add-ons"),
    Meant(OUTPUT, "nothing", ".*: argument command: invalid choice: .*", "a command that is new: add-ons"),
    Meant(OUTPUT, "arena .* --bar 2", ".*", "arguments that would do nothing are refused"),
    Meant(OUTPUT, "farm join .*", ".* cannot be found: .*", "what follows an address's host is not shown"),
    Meant(
        OUTPUT, "farm open .*", ".*internal error: RuntimeError.*|.* farm cannot listen (at|on) .*", "a refusal in words"
    ),
    Meant(OUTPUT, "tables --remove", "AMOUNT of tables were removed|There were no tables to remove", "what went is said"),
    Meant(OUTPUT, "play kalah .*seeds=3 .*", ".*", "next begins another game at the terminal, too"),
)


def reason(kind: str, name: str, lines: Sequence[str]) -> str:
    """Return the reason why a thing of this kind and name may differ in these lines; empty if one of them was not
    intended."""
    reasons = dict.fromkeys(_reason(kind, name, line) for line in lines)
    return "" if "" in reasons else "; ".join(reasons)


def _reason(kind: str, name: str, line: str) -> str:
    fits = (meant for meant in MEANT if re.fullmatch(meant.kind, kind) and re.fullmatch(meant.name, name))
    return next((meant.reason for meant in fits if re.fullmatch(meant.line, line)), "")


def header_free(text: str) -> str:
    """Return a settings file without the comment about its owner: earlier editions did not write one."""
    return re.sub(r"\A# Fourth Seat wrote this file[^\n]*\n\n?", "", text)
