"""The start position with each handicap, and the rules for what it gives or takes."""

from __future__ import annotations

from random import Random

import pytest

from fourth_seat.games import AnyGame, find
from fourth_seat.games.contents import Content
from fourth_seat.games.errors import BadNotation, BadOption, BadPosition, IllegalMove
from fourth_seat.games.formats import format_of
from fourth_seat.games.protocol import Line, PlayedGame
from fourth_seat.words import ENGLISH

BLOKUS, CONNECT4, KALAH, SHESHBESH, TRIDICE = map(find, ("blokus", "connect4", "kalah", "backgammon", "tridice"))


def refusal(game: AnyGame, options: str) -> str:
    with pytest.raises(BadOption) as error:
        game.start(game.options(options))
    return ENGLISH.render(error.value.text)


# -- Kalah -----------------------------------------------------------------------------------------------------------------


def test_seeds_ahead_lie_in_the_store_whoever_begins() -> None:
    for first in ("south", "north"):
        start = KALAH.start(KALAH.options(f"south-ahead=3,first={first}"))
        assert start.cells()["store"] == Content(count=3) and "STORE" not in start.cells()
        assert start.standing().scores == ((27, 24) if first == "south" else (24, 27))
    assert KALAH.position(start) == "4,4,4,4,4,4,3/4,4,4,4,4,4,0/n"


def test_seeds_ahead_count_at_the_end() -> None:
    rng, (usual, given) = Random(1), (KALAH.start(KALAH.options(text)) for text in ("", "north-ahead=9"))
    while not usual.over:
        move = rng.choice(usual.legal())
        usual, given = usual.play(move), given.play(move)
    assert given.over
    (south, north), (_, more) = usual.result.scores, given.result.scores
    assert more == north + 9 and given.result.winners == ((2,) if north + 9 > south else (1,))


# -- Connect 4 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "position", "mover"),
    [
        ("red-ahead=1", "7/7/7/7/7/3R3", "red"),
        ("red-ahead=2", "7/7/7/7/3R3/3R3", "red"),
        ("red-ahead=1,first=yellow", "7/7/7/7/7/3R3", "yellow"),
        ("yellow-ahead=2", "7/7/7/7/3Y3/3Y3", "red"),
    ],
)
def test_stones_ahead_lie_in_the_middle_column(options: str, position: str, mover: str) -> None:
    chosen = CONNECT4.options(options)
    start = CONNECT4.start(chosen)
    assert CONNECT4.position(start) == position and str(CONNECT4.colour_name(start.mover, chosen)) == mover
    assert CONNECT4.parse_position(position, chosen) == start


def test_colours_take_turns_after_stones_ahead() -> None:
    chosen, rng = CONNECT4.options("yellow-ahead=1,first=yellow"), Random(3)
    state = CONNECT4.start(chosen)
    for turn in range(10):
        assert state.mover == 1 + turn % 2
        state = state.play(rng.choice(state.legal()))


def test_only_one_colour_begins_with_stones() -> None:
    assert "only one colour" in refusal(CONNECT4, "red-ahead=1,yellow-ahead=2")


def test_a_board_needs_the_numbers_of_stones_that_the_handicap_gives() -> None:
    even, ahead = CONNECT4.options(), CONNECT4.options("red-ahead=1")
    with pytest.raises(BadPosition, match="goes first, so it must have the same number"):
        CONNECT4.parse_position("7/7/7/7/3R3/3R3", even)
    assert CONNECT4.parse_position("7/7/7/7/3R3/3R3", ahead).mover == 2
    with pytest.raises(BadPosition, match="not counting the handicap stones"):
        CONNECT4.parse_position("7/7/7/7/7/3Y3", ahead)


def test_digits_alone_cannot_say_that_there_were_stones() -> None:
    played = PlayedGame.of(Line.begin(CONNECT4, CONNECT4.start(CONNECT4.options("red-ahead=1"))))
    with pytest.raises(BadNotation, match=r"only a \.moves file can hold that"):
        format_of(CONNECT4, "game.txt").write([played])


# -- Blokus ----------------------------------------------------------------------------------------------------------------


def test_pieces_set_aside_are_not_in_the_tray_and_cannot_be_placed() -> None:
    options = BLOKUS.options("blue-aside=2")
    start = BLOKUS.start(options)
    assert len([cell for cell in start.cells() if cell.startswith("blue:")]) == 19
    assert "blue:I5" not in start.cells() and "blue:L5" not in start.cells() and "yellow:I5" in start.cells()
    assert {"I5", "L5"}.isdisjoint(move.piece.name for move in start.legal())
    (move,) = BLOKUS.parse(start, "a20,a19,a18,a17,a16")
    assert "blue plays without the I5" in ENGLISH.render(start.why_not(move))
    with pytest.raises(IllegalMove, match="blue plays without the I5"):
        BLOKUS.partial_move(start, ["blue:I5"])
    with pytest.raises(IllegalMove, match="blue plays without the I5"):
        BLOKUS.partial_move(start, ["a20", "a19", "a18", "a17", "a16"])
    with pytest.raises(IllegalMove, match="blue plays without the I5"):
        BLOKUS.play_anyway(start, "a20,a19,a18,a17,a16")
    with pytest.raises(BadPosition, match="blue plays without the I5"):
        BLOKUS.correct(start, dict.fromkeys(("a20", "a19", "a18", "a17", "a16"), Content(1)))
    with pytest.raises(BadPosition, match="blue plays without the I5"):
        BLOKUS.correct(start, {"blue:I5": Content(1)})
    with pytest.raises(BadPosition, match="the I5 was set aside"):
        BLOKUS.parse_position("a20,a19,a18,a17,a16 / - / - / - / turn 2", options)


def test_a_piece_set_aside_counts_as_not_placed() -> None:
    """However well its colour plays: it cannot place all pieces."""
    (tableau, other, *_) = BLOKUS.start(BLOKUS.options("blue-aside=1")).tableaux
    assert tableau.basic == other.basic == -89 and tableau.pieces_placed == 0
    state, rng = BLOKUS.start(BLOKUS.options("blue-aside=1,score=advanced")), Random(1)
    while not state.over:
        state = state.play(rng.choice(state.legal()))
    first = state.tableaux[0]
    assert first.squares_left >= 5 and first.advanced == first.basic
    assert first.pieces_placed == len(first.placed) == 20 - first.left.bit_count()


def test_each_variant_has_the_handicaps_of_its_own_colours() -> None:
    duo = BLOKUS.options("variant=duo,purple-aside=3,blue-aside=1")
    assert [option.name for option in BLOKUS.handicaps(duo)] == ["purple-aside"]
    assert "purple:Y" not in BLOKUS.start(duo).cells() and "orange:Y" in BLOKUS.start(duo).cells()
    assert [option.name for option in BLOKUS.handicaps_offered(BLOKUS.options())] == [
        f"{colour}-aside" for colour in ("blue", "yellow", "red", "green")
    ]


# -- TriDice ---------------------------------------------------------------------------------------------------------------


def test_a_side_with_fewer_dice_has_no_place_for_more() -> None:
    options = TRIDICE.options("red-fewer=1,first=blue")
    start = TRIDICE.start(options)
    assert start.hands == (4, 3) and start.captured(2) == 0
    cells = [cell.name for cell in TRIDICE.geometry(options).cells]
    assert "hand:2:3" in cells and "hand:2:4" not in cells and "hand:1:4" in cells and "out:2:4" not in cells
    with pytest.raises(BadPosition, match="4 red dice; there should be 3"):
        TRIDICE.parse_position("- R4,B4 B", options)


def test_a_side_keeps_at_least_one_die() -> None:
    assert "none to play with" in refusal(TRIDICE, "dice=2,blue-fewer=2")
    assert TRIDICE.start(TRIDICE.options("dice=2,blue-fewer=1")).hands == (2, 1)


# -- sheshbesh -------------------------------------------------------------------------------------------------------------


def test_points_ahead_stay_through_the_match() -> None:
    options = SHESHBESH.options("match=5,black-ahead=2,first=1")
    assert SHESHBESH.match_score(options) == (0, 2)
    state = SHESHBESH.start(options)
    following = SHESHBESH.next_game(options, SHESHBESH.resigned(state, 1, 1))
    assert following and SHESHBESH.match_score(following) == (0, 3)
    assert SHESHBESH.handicaps(following) == SHESHBESH.handicaps(options)
    assert SHESHBESH.parse_position(SHESHBESH.position(state), options) == state
    assert SHESHBESH.next_game(following, SHESHBESH.resigned(SHESHBESH.start(following), 1, 2)) is None
    (elsewhere,) = {SHESHBESH.parse_position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:1:1:0:5:10", options).options}
    assert SHESHBESH.match_score(elsewhere) == (1, 1) and not SHESHBESH.handicaps(elsewhere)


def test_a_side_owns_the_cube_from_the_start() -> None:
    options = SHESHBESH.options("cube=on,black-cube=on,first=1")
    state = SHESHBESH.start(options)
    assert state.cells()["cube:black"] == Content(2, faces=(1,)) and state.to_move == 0, "white may not double"
    turned = SHESHBESH.start(SHESHBESH.options("cube=on,black-cube=on,first=2"))
    double, take = (SHESHBESH.parse(turned, word)[0] for word in ("double", "take"))
    taken = turned.play(double).play(take)
    assert taken.cells()["cube:white"] == Content(1, faces=(2,))
    assert SHESHBESH.parse_position(SHESHBESH.position(state), options) == state


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("white-ahead=1", "only in a match"),
        ("match=3,white-ahead=3", "is over at 3 to 0"),
        ("white-cube=on", "only own the doubling cube if there is one"),
        ("cube=on,white-cube=on,black-cube=on", "only one side can own"),
    ],
)
def test_what_is_not_played_for_is_no_handicap(options: str, reason: str) -> None:
    assert reason in refusal(SHESHBESH, options)
