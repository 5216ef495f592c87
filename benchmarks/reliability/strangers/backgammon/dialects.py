"""The dialects of match files, each from its description: its look, and its words for a resignation."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """A program's way of writing a match.

    Attributes:
        site: in its header; empty for a program without a header.
        tags: further lines of the header; `{jacoby}` and `{crawford}` are On or Off.
        above: lines above the match that mean nothing.
        game, names: the two lines above a game.
        row: the number of a row, and white's column.
        bar, off: their form in plays.
        hops: whether a play is written die by die.
        counted: whether equal parts of a play are counted, like 13/7(2).
        low_first: whether the lower die comes first.
        dance: the text instead of a play that is not possible.
        doubles, takes, drops: what happens with the cube.
        unrolled: in the column of a player who gave up before rolling.
        unplayed: instead of the play of a player who gave up after rolling; `cut` for the play of one die.
        resigned: a cell in the winner's column; resigns: one in the loser's.
        wins: who wins; `{s}` if several points have a plural, `{match}` for what is added to the last game of a match.
        match: what that is.
        numbered: whether the winner is in a row with a number.
        losses: whether the loser's points are on a line, too.
        capped: whether no more points are written than were needed.
        sentinel: whether a meaningless number is written for a win that counted the most.
        forced: whether a forced play is left out.
        unanswered: whether a drop is left out.
        padded: the characters of a row, padded with blanks.
        tabs: whether columns are separated by tabs.
        asked: whether GNU Backgammon can read it: it accepts no tabs and no other words for a take, and wants the winner
            beside a last word in white's column.
    """

    name: str
    site: str = ""
    tags: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    length: str = " {length} point match"
    game: str = " Game {number}"
    names: str = " {white:<30} {black}"
    score: str = "{name} : {score}"
    row: str = "{number:>3}) {left:<27} {right}"
    bar: str = "25"
    off: str = "0"
    hops: bool = True
    counted: bool = False
    low_first: bool = False
    dance: str = ""
    doubles: str = " Doubles => {cube}"
    takes: str = " Takes"
    drops: str = " Drops"
    unrolled: str = ""
    unplayed: str = ""
    resigned: str = ""
    resigns: str = ""
    wins: str = "Wins {points} point{s}{match}"
    match: str = " and the match"
    left_wins: int = 6
    right_wins: int = 34
    numbered: bool = False
    losses: bool = False
    capped: bool = False
    sentinel: bool = False
    forced: bool = False
    unanswered: bool = False
    padded: int = 0
    tabs: bool = False
    asked: bool = True

    @property
    def told(self) -> bool:
        """Whether the header states the rules."""
        return bool(self.tags)


RULES = ('; [Variation "Backgammon"]', '; [Crawford "{crawford}"]', '; [Jacoby "{jacoby}"]', '; [CubeLimit "1024"]')
ELO = ('; [Player 1 Elo "1600.00/0"]', '; [Player 2 Elo "1600.00/0"]', '; [EventDate "2026.10.03"]', '; [Unrated "Off"]')
WORDS = {"bar": "bar", "off": "off", "hops": False, "counted": True, "dance": "Cannot Move"}
XG_WORDS = {"bar": "Bar", "off": "Off", "hops": False, "counted": True, "dance": "Cannot Move"}
XG_ROW = "{number:>3}) {left:<28} {right}"
STUDIO_ROW = "  {number}) {left:<37} {right}"
OPEN_ROW = "{number:>3}) {left:<42} {right}"
WIDE_ROW = "  {number}) {left:<38} {right}"
BOX = ("+-------------------+", "|  A final of 1993  |", "+-------------------+", "")

DIALECTS = (
    Dialect("GNU Backgammon", tags=(), above=('; [EventDate "2026.11.28"]', "")),
    Dialect("eXtreme Gammon", "eXtreme Gammon", (*ELO, *RULES, '; [Beaver "On"]'), row=XG_ROW, **XG_WORDS),  # type: ignore[arg-type]
    Dialect(
        "eXtreme Gammon, database", " ", (*ELO, *RULES), row=XG_ROW, unplayed=" ???", wins="Wins {points} point{match}",
        **XG_WORDS,  # type: ignore[arg-type]
    ),
    Dialect(
        "Backgammon Studio, Heroes", "Backgammon Studio", RULES, length="{length} point match", row=STUDIO_ROW,
        names=" {white:<38} {black}", unplayed=" ????", unrolled="00: ????", wins=" Wins {points} point", numbered=True,
        sentinel=True, padded=66, **WORDS,  # type: ignore[arg-type]
    ),
    Dialect(
        "Backgammon Galaxy", "BackgammonGalaxy", RULES, length="{length} point match", row=XG_ROW,
        names=" {white:<37} {black}", wins="Wins {points} point{match}", padded=68, **XG_WORDS,  # type: ignore[arg-type]
    ),
    Dialect(
        "OpenGammon", "OpenGammon", (*RULES[:3], '; [Beaver "Off"]', '; [Cubelimit "64"]'), row=OPEN_ROW,
        names=" {white:<42} {black}", score="{name}: {score}", doubles="Doubles => {cube}", takes="Takes", drops="Drops",
        resigned="Resigned Game", wins="Wins {points} points{match}", left_wins=4, right_wins=48, capped=True,
    ),
    Dialect(
        "Foxamon", "Foxamon", RULES, length="{length} point match", row=WIDE_ROW, score="{name}: {score}", low_first=True,
        names=" {white:<35} {black}", doubles="Doubles => {cube}", takes="Takes", drops="Drops", left_wins=3, right_wins=44,
        wins="Wins {points} points{match}", capped=True, resigned="Resigned Match",
    ),
    Dialect(
        "choue.net", "choue.net", (*RULES, '; [Beaver "On"]'), length="{length} point match", game="Game {number}",
        row="  {number}) {left:<36} {right}", names=" {white:<36} {black}", score="{name}: {score}",
        doubles="Doubles ==> {cube}", takes="Takes", drops="Drops", unplayed=" ????", wins="Wins {points} point",
        numbered=True, **WORDS,  # type: ignore[arg-type]
    ),
    Dialect(
        "GammonView, FIBS", tags=('; [Crawford "{crawford}"]', '; [Jacoby "{jacoby}"]'), length=" Match to {length} points",
        takes=" Accepts", drops=" Rejects", resigns="Loses on time", wins="Wins {points} point{s}", asked=False,
    ),
    Dialect(
        "Jellyfish, Snowie", above=BOX, takes=" Takes", drops=" Drops", resigns="Resigns", losses=True, low_first=True,
        match=" and the      Match", forced=True,
    ),
    Dialect(
        "old archives", above=BOX, tabs=True, forced=True, unanswered=True, losses=True, wins="Wins {points} points",
        asked=False,
    ),
    Dialect("cut short", unplayed="cut", wins="WINS {points} POINT{match}", asked=False),
)  # fmt: skip
