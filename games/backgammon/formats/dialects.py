"""The words used in match files, all in one table: the ways in which programs write the events of a game.

A row of a match file has a cell for each player, and a cell begins with one of these words or with dice. Programs agree on
moves but differ in how they write the end of a game: GNU Backgammon and eXtreme Gammon leave a roll without a play if a
player resigned after it; Backgammon Studio, eXtreme Gammon and choue.net write `???`; and OpenGammon writes
`Resigned Game`.

Files of other kinds are recognised by how they begin; the program then says what to export instead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from fourth_seat.words import Text, say


class Said(Enum):
    """The meaning of a cell for the player whose column it is in."""

    DICE = auto()
    """The player rolled, and played what follows."""
    DOUBLES = auto()
    TAKES = auto()
    DROPS = auto()
    BEAVERS = auto()
    """The player took a double and redoubled at once, which is not played here."""
    GIVES_UP = auto()
    IS_GIVEN = auto()
    """The other player gave up."""
    WINS = auto()
    LOSES = auto()


@dataclass(frozen=True, slots=True)
class Word:
    """One way of writing an event in a cell.

    Attributes:
        begins: a pattern for the beginning of such a cell.
        rest: a pattern for what may follow, with single blanks; its group is a number or a kind of win.
        programs: some that write it this way.
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
"""The words in the order in which they are tried."""

CELL = re.compile("|".join(rf"(?<!\S){word.begins}" for word in WORDS), re.ASCII | re.IGNORECASE)
"""The beginning of a cell. Columns may touch: only a blank has to come before it."""
_WHOLE = [(word.said, re.compile(word.begins + word.rest + r"[.!]?", re.ASCII | re.IGNORECASE)) for word in WORDS]

HIDDEN = re.compile(r"\?{2,}")
"""Instead of a play: it is not given, mostly because there was none."""
ILLEGAL = re.compile(r"illegal play\b.*", re.IGNORECASE)
"""Instead of a play: an illegal one that was allowed to stand; the position after it is in brackets."""
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
"""Instead of a play: there is none. An empty cell can mean that too, or a forced play, or a resignation."""
WORTH = {"normal": 1, "single": 1, "gammon": 2, "backgammon": 3}

LENGTH = re.compile(
    r"\s*(?:(\d{1,3})\s+points?\s+match|match\s+(?:to|of)\s+(\d{1,3})\s+points?)\s*", re.ASCII | re.IGNORECASE
)
UNLIMITED = re.compile(r"\s*(?:unlimited|money)\s+(?:game|match|session)\s*", re.ASCII | re.IGNORECASE)
GAME = re.compile(r"\s*Game\s+(\d{1,6})\s*", re.ASCII | re.IGNORECASE)
ROW = re.compile(r"\s*(\d{1,6})\)(.*)", re.ASCII)
_NAME = r"((?:.*?\S)?)\s*+:\s*+(\d{1,6})"  # blanks are matched once and for all: a line may hold hundreds
NAMES = tuple(re.compile(rf"\s*+{_NAME}{gap}{_NAME}\s*+", re.ASCII) for gap in (r"\s\s++", r"\s++"))
"""The players with their points, separated by two blanks, or by one."""
NOTE = re.compile(r';\s*\[(\w+(?: \w+)*) "(.*)"\]')
SET_POSITION = re.compile(r";\s*Set Pos\s*=\s*([-A-Oa-o]{26})(?:/.*)?", re.IGNORECASE)
"""A position in the form of an XGID's board, from which eXtreme Gammon goes on."""


def said(cell: str) -> tuple[Said, str] | None:
    """Return a cell's meaning, with the number or words that go with it; None if it cannot be understood."""
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
"""Patterns for the beginnings of files; the first that fits counts."""


def why_unreadable(text: str) -> Text | None:
    """Return a sentence that says which other kind of file this is, and what to do instead of importing it; None if it is
    of no known kind.
    """
    head = text[:HEAD_CHARS].lstrip("\ufeff")
    return next((reason for pattern, reason in UNREADABLE if pattern.match(head)), None)
