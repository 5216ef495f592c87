"""The pictures of the games: their boards, drawn from their geometry with a position from the middle of a game."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from random import Random

from calibration.orientation import Orientation
from games import CHANCE, AnyGame, AnyState
from games.geometry import BoardGround, Geometry, Polygon, contains, rectangle
from ui.board.view import BoardView
from ui.theme import Theme
from words import FourthSeatError

# Positions that look like the game, in its own text; a game without one shows what some random moves make.
POSITIONS = {
    "blokus": (
        "b19,a20,b20,c20 d19,e19,e20 g16,f17,g17,h17,f18 d14,d15,d16,e16,d17 i18,g19,h19,i19,i20 g12,g13,g14,h14,h15 "
        "h10,h11,i11,j11 / s18,s19,r20,s20,t20 q18,o19,p19,q19 o15,o16,n17,o17,n18 m13,m14,l15,m15,m16 k16,k17,l17,k18,l18 "
        "k12,l12,k13,j14,k14 q13,r13,p14,q14 / s1,t1,t2,t3 s4,r5,s5 n4,o4,p4,q4,p5 o6,o7,o8,n9,o9 p10,q10,o11,p11,p12 "
        "l4,k5,l5,m5 / a1,a2,b2,a3,b3 c1,d1,e1,f1,d2 e3,f3,g3 c4,c5,c6,c7,c8 d9,d10,d11,e11,f11 e8,f8,f9,g9,h9 / turn 3"
    ),
    "connect4": "7/7/2Y4/2YRY2/2RYR2/1RRYYR1",
    "kalah": "0,3,5,9,1,8,3/6,0,0,7,0,1,5/n",
    "backgammon": "XGID=-b---BE-C---dD---c-db---A-:0:0:1:31:0:0:0:0:10",
    "tridice": "21R1/3,33R3/1,34B3/1,35R3/2,41B2/1,42B4/2,43B2/4 R0,B0 B 44-47,35-43,47-35",
}
RANDOM_MOVES = 8
EDGE = 0.03  # of the board around the playing area, as part of its longer side


def picture(parent: tk.Misc, theme: Theme, game: AnyGame) -> BoardView:
    """A small view of the board as it looks in the middle of a game."""
    options = game.options()
    geometry = _plain(game.geometry(options))
    view = BoardView(parent, theme, geometry, game.sides(options), Orientation(), letters=False, ground="raised", margin=0)
    view.show({name: content for name, content in _position(game).cells().items() if name in geometry})
    return view


def _plain(geometry: Geometry) -> Geometry:
    """The playing area and a little of the board around it, without trays, hands and what is printed on it."""
    left, top, right, bottom = geometry.area
    edge = EDGE * max(right - left, bottom - top)
    window = left - edge, top - edge, right + edge, bottom + edge
    cells = (replace(cell, label="") for cell in geometry.cells if contains(rectangle(*window), cell.foot))
    grounds = (BoardGround(_clipped(ground.polygon, window), ground.tone) for ground in geometry.grounds)
    return Geometry(tuple(cells), geometry.area, window, tuple(ground for ground in grounds if _wide(ground.polygon)))


def _clipped(polygon: Polygon, window: tuple[float, float, float, float]) -> Polygon:
    left, top, right, bottom = window
    return tuple((min(max(x, left), right), min(max(y, top), bottom)) for x, y in polygon)


def _wide(polygon: Polygon) -> bool:
    xs, ys = {x for x, _ in polygon}, {y for _, y in polygon}
    return len(xs) > 1 and len(ys) > 1


def _position(game: AnyGame) -> AnyState:
    options = game.options()
    if game.name in POSITIONS:
        try:
            state: AnyState = game.parse_position(POSITIONS[game.name], options)
            return state
        except FourthSeatError:  # a picture is not worth failing for; a test holds that every position can be read
            pass
    state, dice, left = game.start(options), Random(4), RANDOM_MOVES
    while not state.over and left:
        left -= state.to_move != CHANCE
        state = state.play(dice.choice(list(state.legal())))
    return state
