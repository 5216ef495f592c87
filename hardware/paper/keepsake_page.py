"""A keepsake page about a game: the final board, the winner, the course of the game, the players' names and the date."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from fourth_seat.games.drawing.labels import printed_names
from fourth_seat.games.geometry import Rectangle
from fourth_seat.hardware.hues import hue_colour, luminance, mix
from fourth_seat.hardware.paper.board_drawing import INK, MUTED
from fourth_seat.hardware.paper.colour_board import ColourBoard, rounded, star
from fourth_seat.hardware.paper.script import Script, script_of
from fourth_seat.hardware.paper.sheet import A4, PaperSheet, SheetPoint, save, sheet_for
from fourth_seat.table.analysis.keepsake import Keepsake, KeptPlayer
from fourth_seat.words import ENGLISH, Catalogue, Text
from fourth_seat.words.direction import ISOLATE_END_SIGN, ISOLATE_SIGN, shortened

PAPERS = {"a4": A4, "letter": (612.0, 792.0)}  # width and height in points
FRAME_DISTANCE, MARGIN = 21.0, 46.0  # from the paper's edge to the line around the page, and to its contents
GOLD, DARK_GOLD, CREAM = "#e8b21e", "#8a6100", "#faf5e9"
FLAGS = ("red", "yellow", "blue", "green", "orange", "purple")
SWAG_COUNT, FLAGS_IN_SWAG = 3, 7
FLAG_HEIGHT = 21.0
BUNTING_TOP, SWAG_SAG = FRAME_DISTANCE + 11, 15.0
TITLE_TOP = BUNTING_TOP + SWAG_SAG + FLAG_HEIGHT + 14
HEADLINE_SIZE, MIN_HEADLINE_SIZE = 38.0, 22.0
REASON_SIZE, NAME_SIZE, SCORE_SIZE, MOMENT_SIZE, DATE_SIZE, SMALL_SIZE = 12.5, 18.0, 13.0, 11.5, 15.0, 10.5
MIN_NAME_SIZE = 10.0  # a longer name is broken into two lines
FITTING = 0.98  # of the size at which a text just fits, since sizes of letters are rounded
LEADING = 1.36  # from line to line, as part of the size
PART_GAP = 16.0  # between parts
CHIP_RADIUS = 9.5  # radius
CROWN_HEIGHT = 16.0  # room above the chips
CURVE_HEIGHTS = 72.0, 170.0  # least and most
NUMBER_RADIUS = 8.0  # radius of the spot around a moment's number


def write_keepsake(path: Path, kept: Keepsake, catalogue: Catalogue = ENGLISH, paper: str = "a4") -> None:
    """Write the page to a PDF, PNG or SVG file, depending on the suffix; `paper` is one of `PAPERS`.

    Raises:
        BadSheetFile: the suffix is not supported.
        NotSaved: the file cannot be written.
    """
    sheet = sheet_for(path, PAPERS[paper], keepsake_script(kept, catalogue), kept.headline)
    draw_keepsake(sheet, kept)
    save(sheet, path)


def keepsake_script(kept: Keepsake, catalogue: Catalogue) -> Script:
    """Return a script that covers both the language and the players' names."""
    return script_of(catalogue, "".join(catalogue.render(player.name) for player in kept.players))


def draw_keepsake(sheet: PaperSheet, kept: Keepsake) -> None:
    """Draw the whole page."""
    _Page(sheet, kept).draw()


class _Page:
    """Lays out the parts: those above and below the board first, which gets the room between them."""

    def __init__(self, sheet: PaperSheet, kept: Keepsake) -> None:
        self._sheet, self._kept = sheet, kept
        self._sides = kept.game.sides(kept.state.options)
        self._left, self._right = MARGIN, sheet.width - MARGIN
        self._middle = sheet.width / 2

    def draw(self) -> None:
        kept, sheet = self._kept, self._sheet
        self._frame()
        self._bunting()
        top = self._players(self._heading(TITLE_TOP)) + PART_GAP
        date_y = sheet.height - FRAME_DISTANCE - 30
        moments = self._moment_lines()
        below = sum(len(lines) for lines in moments) * MOMENT_SIZE * LEADING + 5 * len(moments)
        least, most = CURVE_HEIGHTS if len(kept.curve) > 2 else (0.0, 0.0)
        bottom = date_y - 24 - below - (PART_GAP if least else 0)
        geometry = kept.game.geometry(kept.state.options)
        names = printed_names(kept.game, geometry, 0, kept.state.options, sheet.script.catalogue.render)
        board = ColourBoard(geometry, self._sides, kept.state.cells(), kept.highlighted, names)
        wanted = (self._right - self._left) / board.aspect
        curve_height = min(most, max(least, bottom - top - PART_GAP - wanted))
        height = min(wanted, bottom - top - PART_GAP - curve_height)
        spare = max(0.0, (bottom - top - PART_GAP - curve_height - height) / 2)
        board.draw(sheet, (self._left, top + spare, self._right, top + spare + height))
        if least:
            self._curve((self._left, bottom - curve_height, self._right, bottom))
        self._moments(bottom + (PART_GAP if least else 0), moments)
        self._footer(date_y)

    # -- around it ---------------------------------------------------------------------------------------------------------

    def _frame(self) -> None:
        width, height = self._sheet.width, self._sheet.height
        for inset, line in ((FRAME_DISTANCE, 2.2), (FRAME_DISTANCE + 4.5, 0.7)):
            box = rounded(((inset, inset), (width - inset, height - inset)), 14 - (inset - FRAME_DISTANCE))
            self._sheet.polygon(box, "", GOLD, line)

    def _bunting(self) -> None:
        """Draw flags on a cord in swags from edge to edge."""
        left, right = FRAME_DISTANCE + 12, self._sheet.width - FRAME_DISTANCE - 12
        wide = (right - left) / SWAG_COUNT

        def cord(along: float) -> SheetPoint:
            part = along % 1
            return left + along * wide, BUNTING_TOP + 4 * SWAG_SAG * part * (1 - part)

        number = 0
        for swag in range(SWAG_COUNT):
            for flag in range(FLAGS_IN_SWAG):
                middle = swag + (flag + 0.5) / FLAGS_IN_SWAG
                one, other = cord(middle - 0.42 / FLAGS_IN_SWAG), cord(middle + 0.42 / FLAGS_IN_SWAG)
                x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
                lean = (one[1] - other[1]) * 0.6  # flags hang at right angles to the cord, nearly
                colour = hue_colour(FLAGS[number % len(FLAGS)])
                self._sheet.polygon([one, other, (x + lean, y + FLAG_HEIGHT)], colour)
                fold = [one, ((one[0] + x) / 2, (one[1] + y) / 2), (x + lean, y + FLAG_HEIGHT)]
                self._sheet.polygon(fold, mix(colour, "#ffffff", 0.18))
                number += 1
        steps = 24
        for swag in range(SWAG_COUNT):
            places = [cord(swag + n / steps) for n in range(steps)]
            places.append((left + (swag + 1) * wide, BUNTING_TOP))
            for start, end in pairwise(places):
                self._sheet.line(start, end, mix(DARK_GOLD, "#ffffff", 0.15), 1.3)

    # -- above the board ---------------------------------------------------------------------------------------------------

    def _heading(self, y: float) -> float:
        """Draw the game, the festive sentence, the reason and the handicap; return the y coordinate at which the page
        continues.
        """
        room = self._right - self._left
        self._sheet.centred((self._middle, y + SMALL_SIZE / 2), self._said(self._kept.game.title), SMALL_SIZE, MUTED)
        y += SMALL_SIZE * 1.5
        headline = self._said(self._kept.headline)
        size = max(MIN_HEADLINE_SIZE, self._fitted(headline, HEADLINE_SIZE, room))
        for line in self._sheet.break_lines(headline, size, room, bold=True):
            self._sheet.centred((self._middle, y + 0.6 * size), line, size, INK, bold=True)
            y += 1.18 * size
        y += 3
        for text in filter(None, (self._kept.reason, self._kept.handicap)):
            for line in self._sheet.break_lines(self._said(text), REASON_SIZE, room):
                self._sheet.centred((self._middle, y + 0.6 * REASON_SIZE), line, REASON_SIZE, MUTED)
                y += REASON_SIZE * LEADING
        return y + 6

    def _players(self, y: float) -> float:
        players = list(self._kept.players)
        if self._sheet.script.right_to_left:
            players.reverse()
        room = (self._right - self._left) / len(players)
        names = [self._name(player, room - 10 - self._chips_width(player)) for player in players]
        y += MIN_NAME_SIZE * LEADING / 2 if any(len(lines) > 1 for lines, _ in names) else 0
        for place, (player, (lines, size)) in enumerate(zip(players, names, strict=True)):
            self._player(player, self._left + (place + 0.5) * room, y, lines, size)
        scored = any(player.score is not None for player in players)
        return y + CROWN_HEIGHT + 2 * CHIP_RADIUS + (SCORE_SIZE * 1.7 if scored else 4)

    def _name(self, player: KeptPlayer, room: float) -> tuple[list[str], float]:
        """Return a player's name in one or two lines that fit, shortened if need be, and the size of its letters."""
        name = self._said(player.name)
        size = self._fitted(name, NAME_SIZE, room)
        if size >= MIN_NAME_SIZE:
            return [name], size
        first, *others = self._sheet.break_lines(name, MIN_NAME_SIZE, room, bold=True)
        lines = [first, " ".join(others)] if others else [first]

        def width(text: str) -> float:
            return self._sheet.width_of(text, MIN_NAME_SIZE, True)

        return [shortened(line, room, width) for line in lines], MIN_NAME_SIZE

    def _fitted(self, text: str, most: float, room: float) -> float:
        """Return the largest size of bold letters, up to a limit, in which a text fits into one line."""
        return min(most, FITTING * most * room / self._sheet.width_of(text, most, True))

    def _chips_width(self, player: KeptPlayer) -> float:
        return len(player.colours) * 2.3 * CHIP_RADIUS + 4

    def _player(self, player: KeptPlayer, x: float, y: float, lines: list[str], size: float) -> None:
        """Draw the colours and the name beside each other, in the language's direction, and the score below."""
        sheet, colours = self._sheet, player.colours
        chips = self._chips_width(player)
        wide = max(sheet.width_of(line, size, True) for line in lines)
        way = -1 if sheet.script.right_to_left else 1
        begin, y = x - way * (chips + wide) / 2, y + CROWN_HEIGHT + CHIP_RADIUS
        for n, colour in enumerate(colours):
            self._chip((begin + way * (n * 2.3 + 1) * CHIP_RADIUS, y), colour)
        for n, line in enumerate(lines):
            lower = (n - (len(lines) - 1) / 2) * size * LEADING
            middle = begin + way * (chips + sheet.width_of(line, size, True) / 2)
            sheet.centred((middle, y + lower), line, size, INK, bold=True)
        if player.won:
            self._crown((begin + way * CHIP_RADIUS * (1 + 1.15 * (len(colours) - 1)), y - CHIP_RADIUS - 2))
        if player.score is not None:
            score = f"{ISOLATE_SIGN}{player.score}{ISOLATE_END_SIGN}".replace("-", "\N{MINUS SIGN}")
            sheet.centred((x, y + CHIP_RADIUS + SCORE_SIZE), score, SCORE_SIZE, MUTED, bold=player.won)

    def _chip(self, middle: SheetPoint, colour: int) -> None:
        fill = hue_colour(self._sides[colour - 1].hue)
        self._sheet.circle(middle, CHIP_RADIUS, mix(fill, "#000000", 0.34))
        self._sheet.circle(middle, 0.92 * CHIP_RADIUS, fill)
        self._sheet.circle(middle, 0.62 * CHIP_RADIUS, mix(fill, "#000000", 0.12))
        self._sheet.circle((middle[0], middle[1] + 0.3), 0.58 * CHIP_RADIUS, fill)

    def _crown(self, foot: SheetPoint) -> None:
        """Draw a crown with the middle of its lower edge here."""
        x, y = foot
        points = [(-10, 0), (-12, -11), (-5.5, -6), (0, -14), (5.5, -6), (12, -11), (10, 0)]
        self._sheet.polygon([(x + dx, y + dy) for dx, dy in points], GOLD, DARK_GOLD, 0.8)
        for dx, dy in points[1:6:2]:
            self._sheet.circle((x + dx, y + dy - 0.5), 1.9, GOLD, DARK_GOLD, 0.7)

    # -- below the board ---------------------------------------------------------------------------------------------------

    def _curve(self, box: Rectangle) -> None:
        sheet, kept = self._sheet, self._kept
        left, top, right, bottom = box
        sheet.polygon(rounded(((left, top), (right, bottom)), 9), CREAM, mix(GOLD, "#ffffff", 0.45), 0.8)
        sheet.line((left + 10, (top + bottom) / 2), (right - 10, (top + bottom) / 2), mix(MUTED, "#ffffff", 0.65), 0.6)

        def place(at: float, share: float) -> SheetPoint:
            x = left + 16 + at * (right - left - 32) / max(1, kept.length)
            return x, top + 13 + (1 - share) * (bottom - top - 26)

        for seat in range(len(kept.players), 0, -1):
            colour = hue_colour(self._sides[kept.players[seat - 1].colours[0] - 1].hue)
            rim = mix(colour, "#000000", 0.35 if luminance(colour) > 0.3 else 0.2)
            points = [place(point.at, point.shares[seat - 1]) for point in kept.curve]
            for ink, width in ((rim, 3.6), (colour, 2.2)):
                for start, end in pairwise(points):
                    sheet.line(start, end, ink, width)
            sheet.circle(points[-1], 4.2, colour, rim, 0.9)
        for number, moment in enumerate(kept.moments, 1):
            shares = self._shares_at(moment.at)
            height = shares[moment.leader - 1] if moment.leader else 0.5
            self._number(place(moment.at, height), number)

    def _shares_at(self, at: int) -> tuple[float, ...]:
        """Return the shares at a place, interpolated between known places if unknown."""
        points = self._kept.curve
        before = max((point for point in points if point.at <= at), default=points[0])
        after = min((point for point in points if point.at >= at), default=points[-1])
        part = (at - before.at) / (after.at - before.at) if after.at > before.at else 0.0
        return tuple(a + part * (b - a) for a, b in zip(before.shares, after.shares, strict=True))

    def _number(self, middle: SheetPoint, number: int) -> None:
        self._sheet.circle(middle, NUMBER_RADIUS, GOLD, DARK_GOLD, 1.1)
        self._sheet.centred(middle, str(number), 1.25 * NUMBER_RADIUS, INK, bold=True)

    def _moment_lines(self) -> list[list[str]]:
        texts = [moment.text for moment in self._kept.moments] or ([self._kept.course] if self._kept.course else [])
        room = self._right - self._left - 3 * NUMBER_RADIUS
        return [self._sheet.break_lines(self._said(text), MOMENT_SIZE, room) for text in texts]

    def _moments(self, y: float, moments: list[list[str]]) -> None:
        sheet, indent = self._sheet, 3 * NUMBER_RADIUS
        if not self._kept.moments:
            for line in moments[0] if moments else ():
                sheet.centred((self._middle, y + MOMENT_SIZE / 2), line, MOMENT_SIZE, INK)
            return
        for number, lines in enumerate(moments, 1):
            x = self._right - NUMBER_RADIUS if sheet.script.right_to_left else self._left + NUMBER_RADIUS
            self._number((x, y + 0.62 * MOMENT_SIZE), number)
            for line in lines:
                sheet.begin((self._left + indent, self._right - indent), y + MOMENT_SIZE, line, MOMENT_SIZE, INK)
                y += MOMENT_SIZE * LEADING
            y += 5

    def _footer(self, y: float) -> None:
        if self._kept.day:
            self._sheet.centred((self._middle, y), self._said(self._kept.day), DATE_SIZE, INK, bold=True)
            half = self._sheet.width_of(self._said(self._kept.day), DATE_SIZE, True) / 2 + 14
            for way in (-1, 1):
                star(self._sheet, (self._middle + way * (half + 4), y), 6.5, GOLD, DARK_GOLD)
                line = mix(GOLD, "#ffffff", 0.2)
                self._sheet.line((self._middle + way * (half + 16), y), (self._middle + way * (half + 66), y), line, 1.0)

    def _said(self, text: Text) -> str:
        """Return a text in the form for the beginning of a line."""
        rendered = self._sheet.script.catalogue.render(text)
        marks = len(rendered) - len(rendered.lstrip(ISOLATE_SIGN))
        return rendered[:marks] + rendered[marks : marks + 1].upper() + rendered[marks + 1 :]
