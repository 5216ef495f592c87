"""Files in other programs' own formats: what they are, and what to export instead."""

from __future__ import annotations

import pytest

from tests.games.backgammon.exporters.reading import refusal


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.08]MI[length:5];W[31hefe])", ("GNU Backgammon (.sgf)", "as .mat")),
        ("RGMH\x01\x00\x00\x00 and much else", ("eXtreme Gammon (.xg)", "as text")),
        ('{"format":"BGF","version":"1.0","compress":true}\n\x1f\x8b', ("BGBlitz (.bgf)", "as .mat")),
        ("Black  3-1  8-5 6-5\nWhite  4-2\n", ("BKG (.bkg)", "GNU Backgammon")),
        ("anna ben\n1) 31: 8/5 6/5\n", ("GammonEmpire (.gam)", "GNU Backgammon")),
        ("BoardID=1\nCreator=anna\n", ("PartyGammon (.gam)", "GNU Backgammon")),
        ("Anna vs. Ben\n", ("GamesGrid (.sgg)", "GNU Backgammon")),
        ("MatchID: 12\nPlayer1: anna\n", ("TrueMoneyGames (.tmg)", "GNU Backgammon")),
        ("Score is 0-0 in a 5 point match.\nanna is X - ben is O\n\nX: (3 1) 8-5 6-5\n", ("FIBS", "GNU Backgammon")),
        ("7;0;0;0;0;anna;ben;0;0;0;1;0;0;-2;0;0;0;0;5;", ("Snowie", "XGID")),
    ],
)
def test_it_says_what_to_export(text: str, words: tuple[str, str]) -> None:
    said = refusal(text)
    assert all(word in said for word in words) and "\n" not in said
