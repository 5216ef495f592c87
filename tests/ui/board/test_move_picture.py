"""Small pictures of moves: for every game, from steps, contents and geometry alone."""

from __future__ import annotations

from random import Random

import pytest

from fourth_seat.games import CHANCE, AnyGame, all_games, find
from fourth_seat.games.drawing.hands import Arrow, Cross
from fourth_seat.games.steps import is_for_hands
from fourth_seat.ui.board.board_picture import picture_aspect
from fourth_seat.ui.board.move_picture import MoveScene, move_scene, paint_board, paint_dice, paint_piece
from fourth_seat.ui.theme.palette import palette

HEIGHT = 40
LIGHT, DARK = palette("light"), palette("dark")


def scenes(game: AnyGame, moves: int, seed: int = 3) -> list[MoveScene]:
    """Return the scenes of a game's random moves that are made by hand."""
    state, rng = game.start(game.options()), Random(seed)
    found = []
    for _ in range(moves):
        if state.over:
            break
        move = rng.choice(list(state.legal()))
        if state.to_move != CHANCE and is_for_hands(game.steps(state, move), game.geometry(state.options)):
            found.append(move_scene(game, [(state, move)], state.mover))
        state = state.play(move)
    return found


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_each_move_is_seen_on_its_board(game: AnyGame) -> None:
    size = round(HEIGHT * picture_aspect(game, game.options())), HEIGHT
    found = scenes(game, 40)
    empty = paint_board(MoveScene(game, game.options(), 1), size, LIGHT)
    assert empty.size == size and len(found) >= 10
    for scene in found:
        assert scene.on_board
        picture = paint_board(scene, size, LIGHT)
        assert picture.size == size and picture.tobytes() != empty.tobytes()
        assert paint_board(scene, size, DARK).tobytes() != picture.tobytes()
        pale = paint_board(scene, size, LIGHT, pale=True)
        assert _far(pale.getpixel((size[0] // 2, HEIGHT // 2)), (250, 250, 250)) <= _far(
            picture.getpixel((size[0] // 2, HEIGHT // 2)), (250, 250, 250)
        )


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_other_moves_have_other_pictures(game: AnyGame) -> None:
    """From one position, any two moves have different pictures unless they differ only in the dice."""
    size = round(HEIGHT * picture_aspect(game, game.options())), HEIGHT
    state, rng = game.start(game.options()), Random(3)
    while state.to_move == CHANCE:
        state = state.play(rng.choice(list(state.legal())))
    moves = list(state.legal())[:12]
    pictures = {}
    for move in moves:
        scene = move_scene(game, [(state, move)], state.mover)
        piece = paint_piece(scene, HEIGHT, LIGHT)
        pictures[paint_board(scene, size, LIGHT).tobytes(), piece.tobytes() if piece else b""] = move
    assert len(pictures) == len(moves) > 1


def _far(one: object, other: tuple[int, ...]) -> int:
    assert isinstance(one, tuple)
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def test_a_piece_has_its_form_and_its_colour() -> None:
    for scene in scenes(find("blokus"), 70):
        piece = paint_piece(scene, HEIGHT, LIGHT)
        assert piece is not None and piece.size == (HEIGHT, HEIGHT)
        squares = len(scene.lies)
        filled = sum(_far(pixel, (250, 250, 250)) > 60 for x in range(HEIGHT) for y in range(HEIGHT)
                     for pixel in [piece.getpixel((x, y))])  # fmt: skip
        assert abs(filled / (HEIGHT / 5) ** 2 - squares) < 0.4


def test_stones_and_seeds_that_are_alike_need_no_second_picture() -> None:
    for name in ("connect4", "kalah", "backgammon"):
        assert all(paint_piece(scene, HEIGHT, LIGHT) is None for scene in scenes(find(name), 12))


def test_what_is_hit_is_crossed_out_and_who_hits_has_the_arrow() -> None:
    game = find("backgammon")
    state = game.start(game.options("first=1"))
    for text in ("64", "24/18 13/9", "61"):
        (move,) = game.parse(state, text)
        state = state.play(move)
    (hit,) = game.parse(state, "13/7*/6")
    scene = move_scene(game, [(state, hit)], 2)
    assert sum(isinstance(shape, Cross) for shape in scene.shapes) == 1
    assert sum(isinstance(shape, Arrow) for shape in scene.shapes) == 1


def test_dice_belong_to_the_scene_of_their_move() -> None:
    game = find("backgammon")
    state = game.start(game.options("first=1"))
    (throw,) = game.parse(state, "31")
    after = state.play(throw)
    (move,) = game.parse(after, "8/5 6/5")
    scene = move_scene(game, [(state, throw), (after, move)], 1)
    assert scene.dice in ((3, 1), (1, 3)) and scene.on_board
    assert not move_scene(game, [(state, throw)], 1).on_board
    assert paint_dice(scene.dice, 18, LIGHT).size[1] > 36


def test_a_way_of_several_steps_is_one_arrow() -> None:
    ways = [scene for scene in scenes(find("tridice"), 60) if len(scene.shapes) == 1 and isinstance(scene.shapes[0], Arrow)]
    assert any(len(scene.shapes[0].points) > 2 for scene in ways if isinstance(scene.shapes[0], Arrow))
