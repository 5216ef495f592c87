"""Backgammon's moves and positions as text: however people write them, XGID, GNU Backgammon's IDs."""

from __future__ import annotations

import random

import pytest

from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.formats import gnuid
from fourth_seat.games.backgammon.moves import BackgammonThrow, CubeAction
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState
from fourth_seat.games.errors import BadNotation, BadPosition
from fourth_seat.words import FourthSeatError
from tests.games.backgammon.boards import position


def thrown(dice: str) -> BackgammonState:
    """Return the start with these dice, thrown by white."""
    start = GAME.start(GAME.options("first=1"))
    return start.play(GAME.parse(start, dice)[0])


def reading(state: BackgammonState, text: str) -> str:
    (move,) = GAME.parse(state, text)
    return str(move)


# -- moves ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "texts", "canonical"),
    [
        ("31", ["31: 8/5 6/5", "8/5 6/5", "6/5 8/5", "13: 6/5 8/5", "3-1: 8/5*  6/5", "  31:8/5 6/5 "], "31: 8/5 6/5"),
        ("66", ["13/7 13/7 24/18 24/18", "24/18 13/7(2) 24/18", "13/7(2) 24/18(2)"], "66: 24/18(2) 13/7(2)"),
        ("22", ["13/5", "13/11/9/7/5", "13/9 9/5", "9/5 13/9", "13/11 7/5 11/7"], "22: 13/5"),
        ("65", ["24/13", "24/18/13", "24/18 18/13", "18/13 24/18"], "65: 24/13"),
    ],
)
def test_a_play_in_any_form(dice: str, texts: list[str], canonical: str) -> None:
    assert {reading(thrown(dice), text) for text in texts} == {canonical}


@pytest.mark.parametrize("text", ["bar/22* 14/12", "14/12 25/22", "BAR/22 14/12", "32: 14/12 bar/22*"])
def test_the_bar(text: str) -> None:
    assert reading(position({25: 1, 14: 2}, {3: 1, 6: 4}, "32"), text) == "32: bar/22* 14/12"


@pytest.mark.parametrize("text", ["6/off 3/off", "3/0 6/0", "3/OFF 6/0"])
def test_bearing_off(text: str) -> None:
    assert reading(position({6: 1, 3: 2}, {6: 4}, "63"), text) == "63: 6/off 3/off"


def test_hits_on_the_way() -> None:
    state = position({24: 2}, {7: 1, 5: 1, 3: 1}, "22")
    assert reading(state, "24/22/20/18/16") == reading(state, "24/16") == "22: 24/22*/20*/18*/16"
    assert reading(state, "24/20(2)") == "22: 24/22*/20* 24/20"
    either = position({24: 1, 13: 1}, {5: 1, 2: 1}, "41")
    assert reading(either, "24/20*/19") == "41: 24/20*/19" and reading(either, "24/23*/19") == "41: 24/23*/19"
    with pytest.raises(BadNotation, match="that can be played in two ways"):
        GAME.parse(either, "24/19")


def test_throws_and_words() -> None:
    opening = GAME.start(GAME.options())
    assert GAME.parse(opening, "13") == (BackgammonThrow((1, 3)),)
    throw, play = GAME.parse(opening, "13: 8/5 6/5")
    assert str(throw) == "13" and str(play) == "31: 8/5 6/5" and opening.play(throw).play(play).mover == 1
    assert [GAME.parse(thrown("31"), text)[0] for text in ("5 2", "2-5", "25")] == [BackgammonThrow((5, 2))] * 3
    cube = GAME.start(GAME.options("cube=on,first=1"))
    assert GAME.parse(cube, "Double") == (CubeAction.DOUBLE,)
    assert GAME.parse(cube, "31") == (CubeAction.ROLL, BackgammonThrow((3, 1)))
    assert [str(move) for move in GAME.parse(cube, "31: 8/5 6/5")] == ["roll", "31", "31: 8/5 6/5"]


@pytest.mark.parametrize("text", ["pass", "41: pass", "Cannot Move", "dance"])
def test_a_pass(text: str) -> None:
    assert reading(position({25: 1, 13: 5}, {4: 2, 1: 2}, "41"), text) == "41: pass"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("8/4 24/18", "no die moves a checker from point 24 to point 18; dice left: 3, 1"),
        ("8/5", "both dice can be played: for example 24/21 24/23"),
        ("24/20 24/21", "the dice do not allow all of these moves together: 3, 1"),
        ("13/12 8/5", "point 12 is blocked: black has 5 checkers there"),
        ("9/5", "white has no checker on point 9"),
        ("6/9 6/5", "checkers go towards their own home: from 6 to 9 is the wrong way"),
        ("6/off", "not all checkers are home yet"),
        ("bar/22", "white has no checker on the bar"),
        ("pass", "white can move, for example 24/21 24/23"),
        ("42: 8/4 6/4", "the dice show 3 and 1"),
    ],
)
def test_why_not_at_the_start(text: str, reason: str) -> None:
    state = thrown("31")
    assert str(state.why_not(GAME.parse(state, text)[0])) == reason


def test_why_not_elsewhere() -> None:
    bar = position({25: 1, 13: 2}, {4: 2, 6: 4}, "42")
    assert str(bar.why_not(GAME.parse(bar, "13/9 13/11")[0])) == "a checker on the bar must come in first"
    assert str(bar.why_not(GAME.parse(bar, "bar/21 13/11")[0])) == "point 21 is blocked: black has 2 checkers there"
    off = position({5: 1, 3: 2}, {6: 4}, "41")
    reason = "checkers further back must move before one can be borne off from 3 with a higher number"
    assert str(off.why_not(GAME.parse(off, "3/off 3/2")[0])) == reason
    dance = position({25: 1, 13: 5}, {4: 2, 1: 2}, "41")
    assert str(dance.why_not(GAME.parse(dance, "13/9")[0])) == "white cannot move with 4 and 1: pass"
    done = position({1: 1}, {6: 4}, "41").play(GAME.parse(position({1: 1}, {6: 4}, "41"), "1/off")[0])
    assert str(done.why_not(BackgammonThrow((3, 1)))) == "the game is over"


@pytest.mark.parametrize(
    "text", ["", "8-5", "8/5/", "26/20", "8/5(5)", "8/5(4) 6/5", "31:", "31: ", "77", "8/5 6", "٣1", "8/05"]
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(thrown("31"), text)


def test_a_play_needs_dice() -> None:
    with pytest.raises(BadNotation, match="roll the dice first, or enter them too"):
        GAME.parse(GAME.start(GAME.options()), "8/5 6/5")
    with pytest.raises(BadNotation, match="if the numbers of the opening roll are equal, both roll again"):
        GAME.parse(GAME.start(GAME.options()), "33: 8/5(2) 6/3(2)")


# -- positions -----------------------------------------------------------------------------------------------------------

# Position and match IDs from GNU Backgammon 1.07 for these XGIDs.
IDS = [
    ("XGID=-Ba-D-Baaaa-b-b-BB---AAbdA:1:1:1:33:1:0:0:3:10", "bwAzVRDjGYANRQ:UYltAAAACAAE"),
    ("XGID=aaA--AE-----eE---b-e---aC-:2:-1:-1:00:0:0:1:0:10", "og/4ADjCZ/ABUA:AgEAAAAAAAAA"),
    ("XGID=-CCA-A--aaa-bC-A---dBAbca-:1:-1:-1:66:2:4:0:5:10", "dwlwggXdeMBUAA:AQG7AEAAEAAE"),
    ("XGID=-BbB-ACA----cC---aadaaBaaA:0:0:1:00:4:0:1:5:10", "pV7BARgzXeAARg:8AmgAAAAIAAE"),
    ("XGID=-bCBEaB--aa-AA----Adb-aba-:3:-1:-1:00:17:17:0:25:10", "bp+BggAtewCFMA:AwEgAxABiAAE"),
    ("XGID=-bDfBF-A-B--a------ba-aaa-:1:1:1:00:3:1:0:5:10", "lQYE8DOe/WQAAA:UQmgABAAGAAE"),
    ("XGID=-aDABCD------b-----c-dd-aA:0:0:1:51:6:1:1:7:10", "ec+BASBeuwcAQA:8InmABAAMAAE"),
    ("XGID=-aAAaADAA---dD-a-a-e-aa-B-:2:1:1:00:0:0:1:0:10", "lE/iASJKr+ABMA:UgkAAAAAAAAA"),
    ("XGID=bDCCa----A--a-a---ccAdAAA-:0:0:-1:00:4:0:1:5:10", "7w4EQCp47pAAYQ:sAGgAAAAIAAE"),
    ("XGID=-b----E-C---dE-a-b-e---aB-:0:0:1:41:0:0:1:0:10", "wmfiATDgc/ABMA:cAkGAAAAAAAA"),
]


@pytest.mark.parametrize(("xgid", "ids"), IDS)
def test_gnu_backgammons_ids(xgid: str, ids: str) -> None:
    options = GAME.options("cube=on")
    state = GAME.parse_position(xgid, options)
    assert GAME.position(state) == xgid
    assert gnuid.write(state) == ids
    assert GAME.parse_position(ids, options) == state
    assert GAME.parse_position(ids.replace(":", " "), options) == state


def test_a_position_id_alone_is_white_on_roll() -> None:
    state = GAME.parse_position("4HPwATDgc/ABMA", GAME.options())
    assert state == GAME.start(GAME.options("first=1")).__class__(GAME.options(), turn=1)


def test_what_xgid_says_about_the_match_goes_into_the_options() -> None:
    text = "XGID=-b----E-C---eE---c-e----B-:1:1:-1:D:4:2:0:7:10".replace(":1:1:", ":1:-1:")
    state = GAME.parse_position(text, GAME.options("gammon=off"))
    assert {name: state.options[name] for name in ("match", "score1", "score2", "cube", "gammon")} == {
        "match": 7, "score1": 4, "score2": 2, "cube": True, "gammon": False,
    }  # fmt: skip
    assert state.phase is BackgammonPhase.ANSWER and state.mover == 1 and GAME.position(state) == text
    post = GAME.parse_position("XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:4:2:0:5:10", GAME.options("cube=on"))
    assert post.options["crawford"] is False and post.phase is BackgammonPhase.CUBE


def test_positions_of_whole_games_read_back() -> None:
    """Every phase: the opening throw, `roll` said, doubles offered and dropped, the end."""
    dice, phases = random.Random(4), set()
    for game in range(12):
        state = GAME.start(GAME.options("cube=on,jacoby=on" if game % 2 else "cube=on,match=5,score2=4"))
        while True:
            text = GAME.position(state)
            assert GAME.parse_position(text, state.options) == state, text
            phases.add((state.phase, state.over, state.turn == 0))
            if state.turn and state.phase in (BackgammonPhase.PLAY, BackgammonPhase.CUBE) and not state.over:
                assert GAME.parse_position(gnuid.write(state), state.options) == state
            if state.over:
                break
            state = state.play(dice.choice(state.legal()))
    assert {phase for phase, _, _ in phases} == set(BackgammonPhase)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31", "an XGID has 10 parts separated by colons"),
        ("XGID=-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:0:10", "the board of an XGID has 26 characters, not 25"),
        ("XGID=-b----E-C---eE---c-e----Bb:0:0:1:31:0:0:0:0:10", "b is not allowed at position 25 of an XGID"),
        ("XGID=Ab----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "A is not allowed at position 0 of an XGID"),
        (
            "XGID=-b--A-E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
            "white has 16 checkers on the board, but there are only 15",
        ),
        ("XGID=--------------------------:0:0:1:31:0:0:0:0:10", "there are no checkers on the board"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:37:0:0:0:0:10", "the dice of an XGID are two numbers, 00 or D, not 37"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:2:31:0:0:0:0:10", "the turn of an XGID is 1, -1 or 0, not 2"),
        ("XGID=-b----E-C---eE---c-e----B-:99:0:1:31:0:0:0:0:10", "the cube of an XGID is a number from 0 to 10, not 99"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:5:0:0:5:10", "the score of an XGID is a number from 0 to 4, not 5"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:1:1:1:5:10", "the Crawford flag is set, but"),
        (
            "XGID=-b----E-C---eE---c-e----B-:1:-1:1:D:0:0:0:0:10",
            "this XGID has an impossible double: the other side owns",
        ),
        (
            "XGID=-b----E-C---eE---c-e----B-:0:0:0:31:0:0:0:0:10",
            "in an XGID with turn 0, the opening roll, the dice must be 00",
        ),
        ("4HPwATDgc/ABM?", "4HPwATDgc/ABM? is not a GNU Backgammon ID"),
        ("/////////////w", "one side has 80 checkers in this position ID"),
    ],
)
def test_a_wrong_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.parse_position(text, GAME.options())
    assert str(caught.value).startswith(reason)


SIGNS = "0123456789/*()barofXGID=:-ABab \t\n\x00é²"


def damaged(text: str, dice: random.Random) -> str:
    """Return the text with some characters changed, doubled or left out."""
    signs = list(text)
    for _ in range(dice.randrange(1, 6)):
        at = dice.randrange(len(signs) + 1)
        signs[at : at + dice.randrange(3)] = dice.choices(SIGNS, k=dice.randrange(3))
    return "".join(signs)


def try_it(state: BackgammonState, kind: str, text: str) -> None:
    """Read a text as a position, play it, or leave it alone."""
    match kind:
        case "position":
            GAME.parse_position(text, state.options)
        case "play":
            for part in GAME.parse(state, text):
                state = state.play(part)
        case _:
            GAME.play_anyway(state, text)


def test_damaged_texts_are_understood_or_refused_in_one_line() -> None:
    dice = random.Random(9)
    state = GAME.start(GAME.options("cube=on"))
    refused = 0
    for _ in range(600):
        state = GAME.start(GAME.options("cube=on")) if state.over else state
        move = dice.choice(state.legal())
        texts = [
            ("position", GAME.position(state)),
            ("position", gnuid.write(state)),
            ("play", str(move)),
            ("let", str(move)),
        ]
        for kind, text in texts:
            try:
                try_it(state, kind, damaged(text, dice))
            except FourthSeatError as error:
                refused += 1
                assert str(error) and "\n" not in str(error)
        state = state.play(move)
    assert refused > 1_000


def test_the_diagram() -> None:
    state = GAME.parse_position("XGID=aAb--aG-C---dB------d---bA:1:1:1:31:0:0:0:0:10", GAME.options())
    assert GAME.diagram(state).splitlines() == [
        "+13-14-15-16-17-18-+bar+19-20-21-22-23-24-+",
        "| W                |   |    B           B |",
        "| W                |   |    B           B |",
        "|                  |   |    B             |",
        "|                  |   |    B             |",
        "|                  | B |                  |",
        "|                  |   |                  |",
        "|                  | W | 7                |",
        "| B                |   | W                |",
        "| B           W    |   | W                |",
        "| B           W    |   | W           B    |",
        "| B           W    |   | W  B        B  W |",
        "+12-11-10--9--8--7-+bar+-6--5--4--3--2--1-+",
        "off: W 1, B 1; W to move 31; cube 2 W",
    ]
