"""A table's scene for pages, as JSON in one language. The board is sent once, and the complete scene after each change.

A page that reconnects after an interruption needs nothing else. docs/page-protocol.md describes the format.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import AnyGame
from fourth_seat.games.contents import Cells, Content, differences
from fourth_seat.games.drawing.beside import place_beside
from fourth_seat.games.drawing.hands import Arrow, Cross, Outline, Seed, Shape, hand_shapes
from fourth_seat.games.drawing.labels import labels, printed_names, window_with_labels
from fourth_seat.games.drawing.letters import lettered
from fourth_seat.games.drawing.outline import around, left_third_right
from fourth_seat.games.geometry import Cell, Geometry, Holds, Point, Polygon, rectangle
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Side
from fourth_seat.games.steps import Step
from fourth_seat.hardware.hues import PIECE_HUES, USUAL_HUES, hue_colour, ink_on, tone_colour
from fourth_seat.table import announce
from fourth_seat.table.analysis.curve import curve
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.analysis.score_sheet import score_sheet
from fourth_seat.table.outcome import champions, outcome, ranks, verdict
from fourth_seat.table.stage.actions import possible_actions
from fourth_seat.table.stage.board import ShownBoard, board_now, board_pending
from fourth_seat.table.table import Table
from fourth_seat.words import Catalogue, Text, sentence

Json = dict[str, Any]
STEPS_PER_UNIT = 1000  # parts of a unit to which outlines are compared
COORDINATE_DIGITS = 3  # of coordinates in units
RECENT_MOVES = 60  # that a page lists


class BoardFrame:
    """A board in its orientation on the table. Maps board coordinates to page coordinates, rotated or mirrored as
    needed.
    """

    def __init__(self, geometry: Geometry, orientation: Orientation) -> None:
        geometry = place_beside(geometry, orientation.axes)
        self.geometry = geometry
        self._orientation = orientation
        self._window = window_with_labels(geometry)

    @property
    def bounds(self) -> list[float]:
        """The bounding box of everything drawn (left, top, right, bottom)."""
        return _rounded(self._orientation.bounds_of(self._window))

    def point(self, point: Point) -> list[float]:
        """Map a point to page coordinates."""
        return _rounded(self._orientation.apply(point, self._window))

    def points(self, points: Iterable[Point]) -> list[list[float]]:
        """Map the corners of a polygon to page coordinates."""
        return [self.point(point) for point in points]

    def vector(self, vector: Point) -> list[float]:
        """Map a direction, such as a stack's pitch, to page coordinates."""
        return _rounded(self._orientation.direction(vector))

    def shapes(self, steps: Sequence[Step], before: Cells) -> list[Json]:
        """Return the steps to be made by hand, as shapes to draw."""
        return [self._shape(shape) for shape in hand_shapes(self.geometry, steps, before)]

    def outline(self, polygons: Iterable[Polygon]) -> list[list[list[float]]]:
        """Return the outline around adjacent polygons, as pairs of points."""
        fine = [tuple((STEPS_PER_UNIT * x, STEPS_PER_UNIT * y) for x, y in polygon) for polygon in polygons]
        return [self.points((x / STEPS_PER_UNIT, y / STEPS_PER_UNIT) for x, y in segment) for segment in around(fine)]

    def _shape(self, shape: Shape) -> Json:
        if isinstance(shape, Arrow):
            return {"kind": "arrow", "points": self.points(shape.points), "curved": shape.curved}
        if isinstance(shape, Outline):
            return {"kind": "outline", "lines": self.outline(cell.polygon for cell in shape.cells)}
        if isinstance(shape, Cross):
            return {"kind": "cross", "at": self.point(shape.place)}
        if isinstance(shape, Seed):
            return {"kind": "seed", "at": self.point(shape.place)}
        return {"kind": "badge", "at": self.point(shape.place), "text": str(shape.number)}


def _pieces(sides: tuple[Side, ...], hues: str) -> Json:
    """Return the colours of pieces and of the letters on them."""
    return {
        "hues": {side.hue: hue_colour(side.hue, hues) for side in sides},
        "ink": {side.hue: ink_on(hue_colour(side.hue, hues)) for side in sides},
    }


def board_message(game: AnyGame, options: Options, orientation: Orientation, render: Callable[[Text], str]) -> Json:
    """Return everything about a board that does not change during a game."""
    frame = BoardFrame(game.geometry(options), orientation)
    geometry = frame.geometry
    sides = lettered(game.sides(options), render)
    tones = {cell.tone for cell in geometry.cells} | {ground.tone for ground in geometry.grounds}
    return {
        "type": "board",
        "game": game.name,
        "title": render(game.title),
        "entering": sentence(render(game.entering)),
        "bounds": frame.bounds,
        "area": frame.point(geometry.area[:2]) + frame.point(geometry.area[2:]),
        "grounds": [{"polygon": frame.points(ground.polygon), "tone": ground.tone} for ground in geometry.grounds],
        "cells": [_cell(frame, cell, _word(game, cell, options, render)) for cell in geometry.cells],
        "areas": [{"name": area.name, "polygon": frame.points(area.polygon)} for area in geometry.tap_areas],
        "labels": [{"text": label.text, "at": frame.point(label.place), "cell": label.cell} for label in labels(geometry)],
        "rows": list(geometry.row_labels),
        "columns": list(geometry.column_labels),
        "sides": [{"name": render(side.name), "hue": side.hue, "mark": side.mark} for side in sides],
        "colours": {
            **_pieces(sides, USUAL_HUES),
            "eyes": {hues: _pieces(sides, hues) for hues in PIECE_HUES if hues != USUAL_HUES},
            "light": {tone: tone_colour(tone) for tone in sorted(tones)},
            "dark": {tone: tone_colour(tone, night=True) for tone in sorted(tones)},
        },
        "resignations": [render(title) for title in game.resignations(options).values()],
        "throws": [cell.name for cell in geometry.cells if cell.zone == "dice" and cell.label],
    }


def _word(game: AnyGame, cell: Cell, options: Options, render: Callable[[Text], str]) -> str:
    """Return the text on a cell: its label, or the word that a tap on it enters."""
    if cell.zone != "buttons":
        return cell.label
    word = game.cell_name(cell.name, 0, options)
    return sentence(render(word) if isinstance(word, Text) else cell.label)


def _cell(frame: BoardFrame, cell: Cell, label: str) -> Json:
    described: Json = {
        "name": cell.name,
        "polygon": frame.points(cell.polygon),
        "holds": cell.holds.value,
        "zone": cell.zone,
        "tone": cell.tone,
        "foot": frame.point(cell.foot),
        "size": cell.size,
    }
    if any(cell.pitch):
        described["pitch"] = frame.vector(cell.pitch)
    if cell.holds is Holds.DIE and len(cell.polygon) == 3:
        described["corners"] = frame.points(left_third_right(cell.polygon))  # in the order of a die's faces
    if cell.piece:
        described["piece"] = frame.points(cell.piece)
    if label:
        described["label"] = label
    return described


class SceneWriter:
    """Writes the scenes of one table."""

    def __init__(self, table: Table, review: Review, orientation: Orientation) -> None:
        self._table, self._review = table, review
        self._frame = BoardFrame(table.game.geometry(table.options), orientation)

    def scene(self, moment: int, catalogue: Catalogue, hint: Sequence[str] = (), *, thinking: bool = False) -> Json:
        """Return the current scene.

        Args:
            moment: the number of this scene, which commands refer to.
            catalogue: the catalogue for the scene's language.
            hint: the cells of the proposed move.
            thinking: whether a computer is choosing a move.
        """
        table, frame = self._table, self._frame
        render = catalogue.render
        pending = table.pending if not table.taps else None
        shown = board_pending(pending, frame.geometry) if pending else board_now(table)
        text, colour = announce.headline(table)
        own = announce.own_turn(table)
        happened = announce.remark(table)
        names = printed_names(table.game, frame.geometry, colour or table.state.mover, table.options, render)
        return {
            "type": "scene",
            "moment": moment,
            "turn": {
                "seat": 0 if table.result else pending.seat if pending else table.state.seat,
                "colour": colour,
                "text": " ".join(sentence(render(each)) for each in (happened, text) if each),
                "own": " ".join(sentence(render(each)) for each in (happened, own) if each) if own else "",
                "thinking": thinking,
            },
            "cells": contents(shown.cells),
            "coming": contents(shown.coming),
            "names": names,
            "marks": {
                "last": shown.last,
                "tapped": shown.tapped,
                "next": shown.next,
                "hint": list(hint),
                "unfit": shown.unfit,
                "deciding": shown.deciding,
            },
            "buttons": {name: _content(content) if content else None for name, content in shown.buttons.items()},
            "hands": frame.shapes(shown.steps, shown.cells),
            "todo": self._todo(render) if pending else None,
            "entry": self._entry(render),
            "can": sorted(possible_actions(table)),
            "players": self._players(render),
            "moves": [
                {"seat": entry.seat, "colour": entry.colour, "text": render(announce.entry_line(table, entry))}
                for entry in table.history.standing[-RECENT_MOVES:]
                if not entry.implied
            ],
            "curve": [[point.at, *(round(share, 3) for share in point.shares)] for point in curve(table, self._review)],
            "over": self._over(render),
            "motion": self._motion(),
        }

    def _todo(self, render: Callable[[Text], str]) -> Json | None:
        announced, pending = announce.placement(self._table), self._table.pending
        if announced is None or pending is None:
            return None
        title, *_ = (sentence(render(text)) for text in announced.texts)
        steps = []
        for number, step in enumerate(pending.steps, 1):
            shown = board_pending(pending, self._frame.geometry, number)
            steps.append(
                {
                    "text": sentence(render(step.text)),
                    "hands": self._frame.shapes(shown.steps, shown.cells),
                    "changes": _changes(pending.before.cells(), shown),
                    "coming": contents(shown.coming),
                }
            )
        why = sentence(render(announced.why)) if announced.why else ""
        return {"title": title, "why": why, "steps": steps, "own": pending.move is not None}

    def _entry(self, render: Callable[[Text], str]) -> Json | None:
        """Return the move being entered, or None if nobody can enter anything."""
        table = self._table
        if not table.people_move or (table.pending and not table.taps):
            return None
        entry = table.move_input
        labels = {cell.name: cell.label for cell in self._frame.geometry.cells}
        dice = [labels.get(tap, "") for tap in table.taps] if table.may_throw else []
        return {
            "seat": table.state.seat if table.state.mover else 0,
            "text": sentence(render(announce.prompt(table))),
            "dice": table.may_throw,
            "thrown": dice,
            "in_hand": entry.in_hand,
            "held": self._held(),
            "laid": self._laid(render),
            "complete": entry.complete is not None,
            "turns": bool(entry.in_hand),
        }

    def _held(self) -> list[list[list[float]]]:
        """Return the squares of the piece in hand in its orientation, around the middle of the board."""
        table, (left, top, right, bottom) = self._table, self._frame.geometry.area
        entry, x0, y0 = table.move_input, (left + right) / 2, (top + bottom) / 2
        squares = table.game.held_squares(entry.in_hand, entry.tapped.turns, entry.tapped.flipped) if entry.in_hand else ()
        return [self._frame.points(rectangle(x0 + x, y0 + y, x0 + x + 1, y0 + y + 1)) for x, y in squares]

    def _laid(self, render: Callable[[Text], str]) -> Json | None:
        """Return the piece that is on the board but not yet played, or None if there is none."""
        entry = self._table.move_input
        if not (laid := entry.laid):
            return None
        why = sentence(render(laid.why_not)) if laid.why_not else ""
        return {
            "over": entry.tapped.over,
            "middle": laid.over,
            "covers": laid.cells,
            "fits": laid.move is not None,
            "why": why,
        }

    def _players(self, render: Callable[[Text], str]) -> list[Json]:
        table = self._table
        sheet, places = score_sheet(table), ranks(table)
        return [
            {
                "seat": number,
                "place": places[number - 1] if places else 0,
                "name": render(table.name(number)),
                "colours": table.game.colours_of(number, table.options),
                "sides": [
                    render(table.game.colour_name(colour, table.options))
                    for colour in table.game.colours_of(number, table.options)
                ],
                "person": bool(seat.people),
                "scores": [[render(row.title), row.scores[number - 1]] for row in sheet],
            }
            for number, seat in enumerate(table.seats, 1)
        ]

    def _motion(self) -> Json:
        """Return the number of entries shown on the board, and the steps of the last one to be animated."""
        history, pending = self._table.history, self._table.pending
        shown = history.at - 1 if pending and pending.move is not None else history.at
        steps: Sequence[Step] = ()
        if shown and not (pending and pending.move is None) and (move := history.entries[shown - 1].move) is not None:
            steps = self._table.game.steps(history.line_at(shown - 1).state, move)
        return {
            "number": shown,
            "steps": [
                {
                    "cells": list(step.cells),
                    "leaves": {cell: _content(content) if content else None for cell, content in step.leaves},
                }
                for step in steps
            ],
        }

    def _over(self, render: Callable[[Text], str]) -> Json | None:
        result = self._table.result
        if result is None:
            return None
        title = sentence(render(verdict(self._table)))
        return {
            "title": title,
            "text": sentence(render(outcome(self._table))),
            "winners": result.winners,
            "won": champions(self._table),
        }


def _changes(lying: Cells, shown: ShownBoard) -> Mapping[str, list[Any] | None]:
    """Return the cells that differ from the current board before a step is made; None is an empty cell."""
    return {change.cell: _content(change.wanted) if change.wanted else None for change in differences(lying, shown.cells)}


def contents(cells: Cells) -> dict[str, list[Any]]:
    """Return the contents of cells as colour, count and, for dice, faces."""
    return {name: _content(content) for name, content in cells.items()}


def _content(content: Content) -> list[Any]:
    return [content.colour, content.count, *([content.faces] if content.faces else [])]


def _rounded(numbers: Iterable[float]) -> list[float]:
    return [round(number, COORDINATE_DIGITS) for number in numbers]
