"""Output of `arena`: each game, the table of players, and the result of the test that ends a match."""

from __future__ import annotations

import sys
from collections import Counter
from textwrap import shorten

from fourth_seat.boundary.streams import write_json_line
from fourth_seat.engines.arena.sequential import SequentialTest
from fourth_seat.engines.arena.tournament import PlayerScore, TournamentGame

MAX_NAME_LENGTH = 32  # characters of a player's name in the line of a game


def decision(test: SequentialTest) -> dict[str, object]:
    """Return the result of a match's sequential test as JSON."""
    claim = test.claim
    return {
        "claim": {"bar": claim.bar, "margin": claim.margin, "risk": claim.risk},
        "holds": test.holds,
        "rounds": test.rounds,
        "ratio": round(test.ratio, 3),
    }


def verdict(test: SequentialTest, name: str) -> str:
    """Describe the result of a match's sequential test."""
    claim, ratio = test.claim, f"log likelihood ratio {test.ratio:+.2f} of +-{test.claim.bound:.2f}"
    if test.holds is None:
        return f"undecided after {test.rounds} rounds: {ratio}; more games would decide it"
    side = "above" if test.holds else "below"
    return (
        f"decided after {test.rounds} rounds: the share of {name} is {side} {claim.bar:.3g} ({ratio}; wrong in at most "
        f"{claim.risk:.1%} of such matches if it is off by {claim.margin:.3g} or more)"
    )


def show_line(number: int, names: list[str], game: TournamentGame) -> None:
    """Print a game on one line, and its faults on standard error."""
    seats = "  ".join(
        f"{shorten(names[player], MAX_NAME_LENGTH, placeholder=' ...')} {points}"
        for player, points in zip(game.seating.players, game.points, strict=True)
    )
    print(f"game {number}: {seats}  ({len(game.moves)} moves)", flush=True)
    for player, record in zip(game.seating.players, game.usage, strict=True):
        for notice, times in Counter(record.notices).items():  # an engine that fails may do so at each move
            often = f" ({times} times)" if times > 1 else ""
            print(f"game {number}: {names[player]}: {notice}{often}", file=sys.stderr)


def show_json(number: int, names: list[str], game: TournamentGame) -> None:
    """Print a game as JSON, preceded by its faults."""
    players = [names[player] for player in game.seating.players]
    for name, record in zip(players, game.usage, strict=True):
        for notice in record.notices:
            write_json_line({"event": "fault", "game": number, "player": name, "notice": notice}, sys.stdout)
    fields = {"players": players, "points": game.points, "shares": game.shares, "moves": game.moves}
    write_json_line({"event": "game", "game": number, **fields}, sys.stdout)


def fields(row: PlayerScore) -> dict[str, object]:
    """Return a player's results as JSON."""
    return {
        "name": row.name,
        "points": round(row.points, 4),
        "share": round(row.share, 4),
        "interval": row.interval and [round(bound, 4) for bound in row.interval],
        "cpu_per_move": row.cpu_per_move and round(row.cpu_per_move, 4),
        "faults": row.faults,
    }


def print_table(table: list[PlayerScore]) -> None:
    """Print the table of players, best first."""
    width = max(len("player"), *(len(row.name) for row in table))
    print(f"{'player':{width}}  share of win  95% interval   points  CPU s/move  faults")
    for row in table:
        interval = "{:.1%}-{:.1%}".format(*row.interval) if row.interval else "-"
        cpu = "-" if row.cpu_per_move is None else f"{row.cpu_per_move:.3f}"
        print(f"{row.name:{width}}  {row.share:12.1%}  {interval:>12}  {row.points:7.2f}  {cpu:>10}  {row.faults:6}")
