"""A table of the words that different programs use for the events of a game in match files.

A row of a match file has one cell per player, and each cell begins with one of these words or with dice. Programs agree on
moves but write the end of a game differently. If a player resigned after rolling, GNU Backgammon and eXtreme Gammon write
the roll without a play. Backgammon Studio, eXtreme Gammon and choue.net write `???`, and OpenGammon writes `Resigned Game`.

Other kinds of files are recognised by their beginnings, and the error message suggests which format to export instead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from fourth_seat.words import Text, say


class Said(Enum):
    """The meaning of a cell for the player whose column it is in."""

    DICE = auto()
    """The player rolled and made the play that follows."""
    DOUBLES = auto()
    TAKES = auto()
    DROPS = auto()
    BEAVERS = auto()
    """The player took a double and immediately redoubled, which is not supported."""
    GIVES_UP = auto()
    IS_GIVEN = auto()
    """The opponent resigned."""
    WINS = auto()
    LOSES = auto()


@dataclass(frozen=True, slots=True)
class Word:
    """One way of writing an event in a cell.

    Attributes:
        begins: a pattern for the beginning of the cell.
        rest: a pattern for the rest of the cell, with single spaces. Its group is a number or a kind of win.
        programs: some programs that use this form.
    """

    said: Said
    begins: str
    rest: str
    programs: str


POINTS = r"(?: (\d{1,6}))?(?: points?)?"

WORDS = (
    Word(Said.DICE, r"[0-6][0-6]:", r" ?(.*)", "all; 00: Backgammon Studio, for a player who gave up before rolling"),
    Word(Said.DOUBLES, r"(?:re)?doubles?\b", r" ?(?:=+>|to|at)? ?\d{0,6}", "all; ==> choue.net"),
    Word(Said.TAKES, r"(?:takes?|accepts?)\b", "", "all; accepts: FIBS"),
    Word(Said.DROPS, r"(?:drops?|passes|rejects?)\b", "", "all; rejects: FIBS; passes: Snowie"),
    Word(Said.BEAVERS, r"(?:beavers?|rac+oons?)\b", r".*", "eXtreme Gammon"),
    Word(Said.IS_GIVEN, r"resigned (?=game\b|match\b)", r" ?(?:game|match)", "OpenGammon"),
    Word(
        Said.GIVES_UP,
        r"(?:resign(?:s|ed)?|gives up|forfeits?|(?:loses|lost) on time|times? ?out)\b",
        r"(?: an?)?(?: (normal|single|gammon|backgammon))?(?: game)?",
        "Snowie, Jellyfish; on time: GammonView",
    ),
    Word(Said.WINS, r"wins?\b", POINTS + r"(?: and the match| with an? \w+)?", "all"),
    Word(Said.LOSES, r"(?:loss(?:es)?|loses?|lost)\b(?! on time)", POINTS + r"(?: and the match)?", "old archives"),
)
"""The words, in matching order."""

CELL = re.compile("|".join(rf"(?<!\S){word.begins}" for word in WORDS), re.ASCII | re.IGNORECASE)
"""The beginning of a cell. It must be preceded by a space, but no wider gap is needed between columns."""
_WHOLE = [(word.said, re.compile(word.begins + word.rest + r"[.!]?", re.ASCII | re.IGNORECASE)) for word in WORDS]

HIDDEN = re.compile(r"\?{2,}")
"""Written in place of a play that is not given, usually because there was none."""
ILLEGAL = re.compile(r"illegal play\b.*", re.IGNORECASE)
"""Written in place of an illegal play that was allowed to stand. The resulting position follows in brackets."""
NO_PLAY = {
    "-",
    "pass",
    "cannot move",
    "can't move",
    "cant move",
    "no move",
    "no moves",
    "no play",
    "dances",
    "dance",
    "fans",
}
"""Written in place of a play if there was none. An empty cell can also mean this, or a forced play or a resignation."""
WORTH = {"normal": 1, "single": 1, "gammon": 2, "backgammon": 3}

LENGTH = re.compile(
    r"\s*(?:(\d{1,3})\s+points?\s+match|match\s+(?:to|of)\s+(\d{1,3})\s+points?)\s*", re.ASCII | re.IGNORECASE
)
UNLIMITED = re.compile(r"\s*(?:unlimited|money)\s+(?:game|match|session)\s*", re.ASCII | re.IGNORECASE)
GAME = re.compile(r"\s*Game\s+(\d{1,6})\s*", re.ASCII | re.IGNORECASE)
ROW = re.compile(r"\s*(\d{1,6})\)(.*)", re.ASCII)
_NAME = r"((?:.*?\S)?)\s*+:\s*+(\d{1,6})"  # blanks are matched once and for all: a line may hold hundreds
NAMES = tuple(re.compile(rf"\s*+{_NAME}{gap}{_NAME}\s*+", re.ASCII) for gap in (r"\s\s++", r"\s++"))
"""The players with their points, separated by two spaces or one."""
NOTE = re.compile(r';\s*\[(\w+(?: \w+)*) "(.*)"\]')
SET_POSITION = re.compile(r";\s*Set Pos\s*=\s*([-A-Oa-o]{26})(?:/.*)?", re.IGNORECASE)
"""A position in XGID board notation, from which eXtreme Gammon continues."""


def said(cell: str) -> tuple[Said, str] | None:
    """Return the meaning of a cell and its number or kind of win, or None if the cell cannot be parsed."""
    cell = " ".join(cell.split())
    for what, pattern in _WHOLE:
        if found := pattern.fullmatch(cell):
            return what, (found[1] or "") if pattern.groups else ""
    return None


# -- files that cannot be read -------------------------------------------------------------------------------------------

HEAD_CHARS = 4000  # of a file that are looked at


def _by_way_of_gnubg(program: str) -> Text:
    return say(
        ("this is a file from {program}: import it into GNU Backgammon, export it as .mat there, and import that"),
        program=program,
    )


UNREADABLE = (
    (
        re.compile(r"RGMH"),
        say("this is a file from eXtreme Gammon (.xg): export the match as text there, and import that"),
    ),
    (
        re.compile(r'\s*\{\s*"format"\s*:\s*"BGF"', re.IGNORECASE),
        say("this is a file from BGBlitz (.bgf): export the match as .mat there, and import that"),
    ),
    (
        re.compile(r"\W*?\(\s*;[^()]{0,400}?\bGM\s*\[\s*6\s*\]"),
        say(
            "this is a file from GNU Backgammon (.sgf): export the match as .mat there (export match mat), and import that"
        ),
    ),
    (re.compile(r"\s*(?:Black|White).{1,2}[1-6].[1-6]", re.ASCII), _by_way_of_gnubg("BKG (.bkg)")),
    (re.compile(r"\s*\w+\s+\w+\s+1\)\s", re.ASCII), _by_way_of_gnubg("GammonEmpire (.gam)")),
    (re.compile(r"\s*boardid=", re.IGNORECASE), _by_way_of_gnubg("PartyGammon (.gam)")),
    (re.compile(r"\s*\w[\w ]*\bvs\. \w", re.ASCII), _by_way_of_gnubg("GamesGrid (.sgg)")),
    (re.compile(r"\s*MatchID:", re.IGNORECASE), _by_way_of_gnubg("TrueMoneyGames (.tmg)")),
    (re.compile(r"(?s:.*?)\bScore is \d+-\d+ in an? ", re.ASCII), _by_way_of_gnubg("FIBS (oldmoves)")),
    (
        re.compile(r"\s*\d+;\d+;\d;", re.ASCII),
        say("this is a position from Snowie, not a match: enter it as an XGID or a GNU Backgammon ID"),
    ),
)
"""Patterns for the beginnings of files. The first match wins."""


def why_unreadable(text: str) -> Text | None:
    """Return a message that identifies an unsupported kind of file and suggests an alternative, or None if unknown."""
    head = text[:HEAD_CHARS].lstrip("\ufeff")
    return next((reason for pattern, reason in UNREADABLE if pattern.match(head)), None)
