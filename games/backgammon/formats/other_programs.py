"""Files of backgammon programs that cannot be read here, known by how they begin, and what to export instead."""

from __future__ import annotations

import re

from fourth_seat.words import Text, say

HEAD_CHARS = 4000  # of a file that are looked at


def _by_way_of_gnubg(program: str) -> Text:
    return say(
        "this is a file of {program}: import it into GNU Backgammon, export it as .mat there, and import that",
        program=program,
    )


KINDS = (
    (
        re.compile(r"RGMH"),
        say("this is a file of eXtreme Gammon (.xg): export the match as text there, and import that"),
    ),
    (
        re.compile(r'\s*\{\s*"format"\s*:\s*"BGF"', re.IGNORECASE),
        say("this is a file of BGBlitz (.bgf): export the match as .mat there, and import that"),
    ),
    (
        re.compile(r"\W*?\(\s*;[^()]{0,400}?\bGM\s*\[\s*6\s*\]"),
        say("this is a file of GNU Backgammon (.sgf): export the match as .mat there (export match mat), and import that"),
    ),
    (re.compile(r"\s*(?:Black|White).{1,2}[1-6].[1-6]", re.ASCII), _by_way_of_gnubg("BKG (.bkg)")),
    (re.compile(r"\s*\w+\s+\w+\s+1\)\s", re.ASCII), _by_way_of_gnubg("GammonEmpire (.gam)")),
    (re.compile(r"\s*boardid=", re.IGNORECASE), _by_way_of_gnubg("PartyGammon (.gam)")),
    (re.compile(r"\s*\w[\w ]*\bvs\. \w", re.ASCII), _by_way_of_gnubg("GamesGrid (.sgg)")),
    (re.compile(r"\s*MatchID:", re.IGNORECASE), _by_way_of_gnubg("TrueMoneyGames (.tmg)")),
    (re.compile(r"(?s:.*?)\bScore is \d+-\d+ in an? ", re.ASCII), _by_way_of_gnubg("FIBS (oldmoves)")),
    (
        re.compile(r"\s*\d+;\d+;\d;", re.ASCII),
        say("this is a position of Snowie, not a match: enter it as an XGID or a GNU Backgammon ID"),
    ),
)
"""Patterns for the beginnings of files; the first that fits counts."""


def why_unreadable(text: str) -> Text | None:
    """Return what a file is and what to do instead of importing it; None for anything else."""
    head = text[:HEAD_CHARS].lstrip("\ufeff")
    return next((reason for pattern, reason in KINDS if pattern.match(head)), None)
