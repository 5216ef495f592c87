"""The rules of Blokus: positions, turn order and legal moves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fourth_seat.games.blokus import legality
from fourth_seat.games.blokus.bitboard import names
from fourth_seat.games.blokus.moves import BlokusMove, BlokusOut, BlokusPlacement, can_place, placements
from fourth_seat.games.blokus.scoring import standing
from fourth_seat.games.blokus.tableau import Tableau, taken
from fourth_seat.games.blokus.variants import BlokusSetting, setting
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Result, State
from fourth_seat.words import Text, say

CONTENTS = tuple(Content(colour) for colour in range(5))


@dataclass(frozen=True, slots=True)
class BlokusState(State[BlokusMove]):
    """A Blokus position.

    Attributes:
        tableaux: a tableau for each colour, in order of play.
        turn: the colour to move or, after the end of the game, the colour that moved last.
        ended: whether no colour can place any more pieces. Derived from the other fields by `settle`.
    """

    options: Options
    tableaux: tuple[Tableau, ...]
    turn: int = 1
    ended: bool = False

    @property
    def setting(self) -> BlokusSetting:
        return setting(self.options)

    @property
    def mover(self) -> int:
        return self.turn

    @property
    def seat(self) -> int:
        fixed = self.setting
        if self.turn == fixed.shared:  # the seats take turns: seat 1 places its first piece, seat 2 its second ...
            return 1 + len(self.tableaux[self.turn - 1].placed) % len(fixed.owners)
        return next(seat for seat, colours in enumerate(fixed.owners, 1) if self.turn in colours)

    @property
    def over(self) -> bool:
        return self.ended

    @property
    def taken(self) -> int:
        """All covered squares."""
        return taken(self.tableaux)

    def free(self, colour: int) -> int:
        """Return the squares that a colour may cover, that is, empty squares that are not adjacent to its own."""
        return self.setting.board & ~self.taken & ~self.tableaux[colour - 1].edge

    def attach(self, colour: int) -> int:
        """Return the squares of which a colour's next placement must cover at least one. Some of them may not be free."""
        tableau = self.tableaux[colour - 1]
        return tableau.corner if tableau.own else self.setting.start(colour)

    def can_place(self, colour: int) -> bool:
        """Return whether a colour has a legal placement and has not stopped placing pieces."""
        tableau = self.tableaux[colour - 1]
        return not tableau.out and can_place(self.free(colour), self.attach(colour), tableau.left)

    def standing(self) -> Result:
        return standing(self.options, self.tableaux, self.ended)

    def legal(self) -> tuple[BlokusPlacement, ...]:
        """Return the mover's legal placements. `BlokusOut` is also legal, but not included."""
        return self.legal_for(self.turn)

    def legal_for(self, colour: int) -> tuple[BlokusPlacement, ...]:
        """Return the legal placements of a colour, regardless of whose turn it is."""
        tableau = self.tableaux[colour - 1]
        if tableau.out:
            return ()
        return placements(self.free(colour), self.attach(colour), tableau.left)

    def why_not(self, move: BlokusMove) -> Text | None:
        if self.over:
            return say("the game is over: no colour can place a piece any more")
        return legality.why_not(self.setting, self.tableaux, self.turn, move)

    def play_unchecked(self, move: BlokusMove) -> BlokusState:
        return self.with_move(move).settle()

    def with_move(self, move: BlokusMove) -> BlokusState:
        """Return the position after a move, before the turn passes to the next colour."""
        old = self.tableaux[self.turn - 1]
        new = old.stopped() if isinstance(move, BlokusOut) else old.with_placed(move.squares)
        return replace(self, tableaux=(*self.tableaux[: self.turn - 1], new, *self.tableaux[self.turn :]))

    def settle(self, first: int = 1) -> BlokusState:
        """Return the position with the turn passed to the first colour that can place a piece. If there is none, the game
        is over.

        Args:
            first: 1 to start with the colour after the mover, 0 to start with the mover.
        """
        colours = len(self.tableaux)
        for ahead in range(first, first + colours):
            colour = (self.turn - 1 + ahead) % colours + 1
            if self.can_place(colour):
                return replace(self, turn=colour, ended=False)
        return replace(self, ended=True)

    def cells(self) -> Cells:
        found: dict[str, Content] = {}
        for colour, tableau in enumerate(self.tableaux, 1):
            found.update(dict.fromkeys(names(tableau.own), CONTENTS[colour]))
            found.update(dict.fromkeys(self.setting.trays(colour, tableau.left), CONTENTS[colour]))
        return found


def start(options: Options) -> BlokusState:
    """Return the initial position, without the pieces that are set aside."""
    fixed = setting(options)
    return BlokusState(options, tuple(Tableau(left=fixed.pieces(n)) for n in range(1, len(fixed.sides) + 1)))
