"""Kalah: sow the seeds of a pit counter-clockwise; a last seed in the own store gives another sowing. A move is the whole
chain of a turn (`c`, `c f a`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from games.contents import Content
from games.errors import BadPosition, IllegalMove
from games.geometry import Geometry
from games.input import PartialMove
from games.kalah.geometry import board_geometry
from games.kalah.notation import position, read_move, read_position
from games.kalah.rules import DECLARED_OPTIONS, KalahMove, KalahState, place_names, sides
from games.kalah.steps import steps
from games.options import Option, Options
from games.protocol import BoardFacts, Game, Side
from games.steps import Step
from words import Text, say, say_many


class KalahGame(Game[KalahState, KalahMove]):
    name = "kalah"
    title = say("Kalah")
    summary = say("Sow seeds around the board; most seeds in the own store win.")
    order = 3
    min_slip = 3
    sample_position = "0,3,5,9,1,8,3/6,0,0,7,0,1,5/n"
    board = BoardFacts(aspect_sigma=0.2)  # pits lie closer one way than the other
    declared_options: ClassVar[tuple[Option, ...]] = DECLARED_OPTIONS

    def start(self, options: Options) -> KalahState:
        return KalahState.start(options)

    def position(self, state: KalahState) -> str:
        return position(state)

    def parse_position(self, text: str, options: Options) -> KalahState:
        return read_position(text, options)

    def diagram(self, state: KalahState) -> str:
        seeds = {name: str(count) for name, count in zip(state.names, state.ring, strict=True)}
        *south, store = place_names(state.pits, north=False)[: state.pits + 1]
        other, *north = reversed(place_names(state.pits, north=True)[: state.pits + 1])
        rows = (
            ["", *north],
            ["", *(seeds[pit] for pit in north)],
            [seeds[other], *[""] * state.pits, seeds[store]],
            ["", *(seeds[pit] for pit in south)],
            ["", *south],
        )
        return "\n".join("".join(text.rjust(4) for text in row) for row in rows)

    def sides(self, options: Options) -> tuple[Side, ...]:
        return sides(options)

    def parse(self, state: KalahState, text: str) -> tuple[KalahMove, ...]:
        return (read_move(state, text),)

    def play_anyway(self, state: KalahState, text: str) -> KalahState:
        """Any pits with seeds may be sown, whether or not the last seed gave another turn; then it is the other's turn."""
        chain = read_move(state, text)
        after = state
        for pit in chain.pits:
            if reason := after.why_not_sow(pit):
                raise IllegalMove(reason)
            after = after.sow(pit)
            if after.turn != state.turn and not after.over:
                after = after.turned()
        return after if after.turn != state.turn else after.turned()

    def geometry(self, options: Options) -> Geometry:
        return board_geometry(int(options["pits"]))

    def steps(self, state: KalahState, move: KalahMove) -> tuple[Step, ...]:
        return steps(state, move)

    def partial_move(self, state: KalahState, taps: Sequence[str]) -> PartialMove[KalahMove]:
        own = state.names[: state.pits]
        strange = next((tap for tap in taps if tap not in own), None)
        if strange is not None:
            raise IllegalMove(self._why_no_tap(state, strange))
        pits = tuple(own.index(tap) for tap in taps)
        after, reason = state.follow(pits)
        if reason or state.over:
            raise IllegalMove(reason or say("the game is over"))
        if after.turn != state.turn:
            chain = KalahMove(pits, state.north)
            return PartialMove(frozenset(), (chain,), chain, after.cells())
        return PartialMove(
            frozenset(name for name, seeds in zip(own, after.ring, strict=False) if seeds),
            tuple(KalahMove((*pits, *rest), state.north) for rest in after.chains()),
            cells=after.cells() if pits else None,
        )

    def _why_no_tap(self, state: KalahState, tap: str) -> Text:
        if tap in state.names[state.pits + 1 : -1]:
            whose = self.colour_name(state.mover, state.options)
            return say("{pit} lies on the other side: it is {colour}'s turn", pit=tap, colour=whose)
        first, last = state.names[0], state.names[state.pits - 1]
        return say("tap one of the pits {first} to {last}", first=first, last=last)

    def correct(self, state: KalahState, cells: Mapping[str, Content | None]) -> KalahState:
        seeds = dict(zip(state.names, state.ring, strict=True))
        for name, content in cells.items():
            if name not in seeds:
                raise BadPosition(say("there is no pit {name} on this board", name=name))
            if content and (content.colour or content.faces or content.count < 0):
                raise BadPosition(say("{name} can hold seeds, nothing else", name=name))
            seeds[name] = content.count if content else 0
        there, told = sum(state.ring), sum(seeds.values())
        # Where every pit and store was counted anew, a box with more or fewer seeds is what lies there.
        if told != there and len(cells) < len(seeds):
            raise BadPosition(
                say_many(
                    "that makes one seed; there are {there}", "that makes {n} seeds; there are {there}", told, there=there
                )
            )
        return KalahState(state.options, tuple(seeds[name] for name in state.names), state.turn)


GAME = KalahGame()
