"""TriDice compared with solid tetrahedra rolled in space, and with every path walked step by step."""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from fourth_seat.games import CHANCE, find
from fourth_seat.games.contents import Content
from fourth_seat.games.errors import BadOption, BadPosition
from fourth_seat.games.options import Options
from fourth_seat.games.tridice.die import FACES, HANDEDNESS, rolled
from fourth_seat.games.tridice.lattice import CELLS
from fourth_seat.games.tridice.rules import TriDiceState
from tests.references.outcome import Outcome

GAME = find("tridice")
SEED = 20_000

Vector = tuple[float, float, float]
Solid = dict[int, Vector]
"""A die in space: where each of its numbered tips is."""


def check(arguments: argparse.Namespace) -> Outcome:
    """Roll every die over every edge, then compare the turns of `arguments.positions` random positions."""
    rolls = list(every_roll())
    wrong = sum(rolled(faces, start, end) != turned for faces, start, end, turned in rolls)
    wrong += sum(not runs_as_named(handedness) for handedness in HANDEDNESS)
    positions = random_positions(random.Random(SEED))
    wrong += sum(differs(*next(positions)) for _ in range(arguments.positions))
    return Outcome(len(rolls) + len(HANDEDNESS) + arguments.positions, wrong, "solid tetrahedra, and every path walked out")


# -- solid tetrahedra ------------------------------------------------------------------------------------------------------


def corners(cell: str) -> tuple[Vector, Vector, Vector]:
    """Return left, third and right corner of a cell with edge 1, seen from above, y away from the near side."""
    row, place = int(cell[0]), int(cell[1])
    height = math.sqrt(3) / 2
    x, top, bottom = (4 - row + place - 1) / 2, (4 - row + 1) * height, (4 - row) * height
    if place % 2:
        return (x, bottom, 0.0), (x + 0.5, top, 0.0), (x + 1, bottom, 0.0)
    return (x, top, 0.0), (x + 0.5, bottom, 0.0), (x + 1, top, 0.0)


def stand(faces: Sequence[int], cell: str) -> Solid:
    """Return the solid that shows apex, left, third and right on a cell."""
    apex, *base = faces
    places = corners(cell)
    middle = tuple(sum(axis) / 3 for axis in zip(*places, strict=True))
    return {apex: (middle[0], middle[1], math.sqrt(2 / 3)), **dict(zip(base, places, strict=True))}


def read(solid: Solid, cell: str) -> tuple[int, int, int, int]:
    """Return what a solid shows on a cell; raise `ValueError` if it is not on that cell."""
    apex = max(solid, key=lambda number: solid[number][2])
    shown = [apex]
    for corner in corners(cell):
        (number,) = (number for number, tip in solid.items() if math.dist(tip, corner) < 1e-6)
        shown.append(number)
    return shown[0], shown[1], shown[2], shown[3]


def rolled_over(solid: Solid, start: str, end: str) -> Solid:
    """Return the solid after a turn about the edge between two cells until its apex is on the board."""
    shared = [corner for corner in corners(start) if any(math.dist(corner, other) < 1e-6 for other in corners(end))]
    foot, other = shared
    axis = tuple(b - a for a, b in zip(foot, other, strict=True))
    angle = math.pi - math.acos(1 / 3)
    for turn in (angle, -angle):
        after = {number: rotated(tip, foot, axis, turn) for number, tip in solid.items()}
        if all(z > -1e-6 for _, _, z in after.values()):
            return after
    raise ValueError(f"{start} to {end}: neither way lands on the board")


def rotated(point: Vector, foot: Vector, axis: tuple[float, ...], angle: float) -> Vector:
    """Rotate about a line of unit direction (Rodrigues)."""
    x, y, z = (p - f for p, f in zip(point, foot, strict=True))
    a, b, c = axis
    cos, sin = math.cos(angle), math.sin(angle)
    along = (a * x + b * y + c * z) * (1 - cos)
    return (
        foot[0] + x * cos + (b * z - c * y) * sin + a * along,
        foot[1] + y * cos + (c * x - a * z) * sin + b * along,
        foot[2] + z * cos + (a * y - b * x) * sin + c * along,
    )


def touching(one: str, other: str) -> bool:
    """Return whether two cells share an edge: two corners."""
    return sum(math.dist(a, b) < 1e-6 for a, b in product(corners(one), corners(other))) == 2


TOUCHING = {cell: [other for other in CELLS if touching(cell, other)] for cell in CELLS}


def every_roll() -> Iterator[tuple[tuple[int, int, int, int], int, int, tuple[int, int, int, int]]]:
    """Yield every die of either handedness on every cell: what it shows, start, end, and what its solid shows after
    rolling.
    """
    for table in FACES.values():
        for orientation in table:
            for start, faces in enumerate(orientation):
                for end in TOUCHING[CELLS[start]]:
                    yield (
                        faces,
                        start,
                        CELLS.index(end),
                        read(rolled_over(stand(faces, CELLS[start]), CELLS[start], end), end),
                    )


def runs_as_named(handedness: str) -> bool:
    """Return whether, with apex 1, the tips 2, 3, 4 run clockwise, seen from above, just when the die is called so."""
    for orientation in FACES[handedness]:
        for cell, faces in zip(CELLS, orientation, strict=True):
            if faces[0] == 1:
                solid = stand(faces, cell)
                x, y, _ = solid[1]
                angles = [math.atan2(solid[number][1] - y, solid[number][0] - x) for number in (2, 3, 4)]
                turns = [(b - a) % (2 * math.pi) for a, b in zip(angles, [*angles[1:], angles[0]], strict=True)]
                clockwise = sum(turns) > 3 * math.pi
                if clockwise != (handedness == "cw"):
                    return False
    return True


# -- every path walked -------------------------------------------------------------------------------------------------


def turns(state: TriDiceState) -> set[str]:
    """Return the turns of a position in notation, from the contents of the board alone."""
    lying = state.cells()
    dice = {name: content for name, content in lying.items() if name in TOUCHING}
    found = set()
    for start, content in dice.items():
        if content.colour == state.mover:
            for path in walks([start], content.faces[0], dice):
                found.add(f"{start}{'x' if path[-1] in dice else '-'}{path[-1]}")
    if f"hand:{state.mover}:1" in lying:
        found |= {f"@{cell}" for cell in CELLS if cell not in dice}
    return found


def walks(path: list[str], steps: int, dice: dict[str, Content]) -> Iterator[list[str]]:
    """Yield every path of exactly this many steps that visits no cell twice and meets no die except an opposing one at its
    end.
    """
    for cell in TOUCHING[path[-1]]:
        if cell in path:
            continue
        longer = [*path, cell]
        if steps == 1:
            if cell not in dice or dice[cell].colour != dice[path[0]].colour:
                yield longer
        elif cell not in dice:
            yield from walks(longer, steps - 1, dice)


def differs(state: TriDiceState, ended: bool) -> bool:
    """Return whether the rules disagree with the paths about the turns, or about how a die looks after one of them."""
    if state.over != ended:
        return True
    expected = set() if ended else turns(state) or {"pass"}
    if {str(move) for move in state.legal()} != expected:
        return True
    dice = {name: content for name, content in state.cells().items() if name in TOUCHING}
    for start, content in dice.items():
        if content.colour == state.mover and not ended:
            for path in walks([start], content.faces[0], dice):
                solid = stand(content.faces, start)
                for one, other in pairwise(path):
                    solid = rolled_over(solid, one, other)
                after = GAME.parse(state, "-".join(path))
                if state.play(after[0]).cells()[path[-1]].faces != read(solid, path[-1]):
                    return True
    return False


def random_positions(dice: random.Random) -> Iterator[tuple[TriDiceState, bool]]:
    """Yield positions of random games, each with whether its game has ended, according to a count of everything before it;
    in between, boards with dice thrown on at random.
    """
    while True:
        options = Options(
            GAME.declared_options, {option.name: dice.choice(option.choices) for option in GAME.declared_options}
        )
        try:
            state: TriDiceState = GAME.start(options)
        except BadOption:
            continue  # a colour plays without all of its dice
        came: Counter[tuple[frozenset[tuple[str, Content]], int]] = Counter()
        quiet = 0
        while True:
            lying = state.cells()
            came[frozenset(lying.items()), state.mover] += 1
            ended = came[frozenset(lying.items()), state.mover] == 3 or quiet == 100 or finished(state)
            yield state, ended
            if ended or state.over:
                break
            yield thrown(options, dice)
            move = dice.choice(state.legal())
            text = str(move)
            quiet = 0 if text[0] == "@" or "x" in text else quiet + 1
            state = state.play(move)
            if state.to_move == CHANCE:
                state = state.play(dice.choice(state.legal()))


def finished(state: TriDiceState) -> bool:
    """Return whether a colour has no dice, or neither has a turn."""
    lying = state.cells()
    alive = {content.colour for name, content in lying.items() if not name.startswith("out")}
    return len(alive) < 2 or not (turns(state) or turns(other_to_move(state)))


def other_to_move(state: TriDiceState) -> TriDiceState:
    return TriDiceState(state.options, state.board, state.hands, 3 - state.mover)


def thrown(options: Options, dice: random.Random) -> tuple[TriDiceState, bool]:
    """Return a board with random dice of both colours, and whether the game is over there."""
    most = int(options["dice"])
    while True:
        cells = dice.sample(CELLS, dice.randint(1, 2 * most))
        standing = ",".join(f"{cell}{dice.choice('RB')}{'/'.join(map(str, dice.sample(range(1, 5), 2)))}" for cell in cells)
        hands = f"R{dice.choice((0, 0, dice.randint(0, most)))},B{dice.choice((0, 0, dice.randint(0, most)))}"
        try:
            state: TriDiceState = GAME.parse_position(f"{standing} {hands} {dice.choice('RB')}", options)
        except BadPosition:
            continue  # more dice of a colour than there are
        return state, finished(state)
