"""`companion.py arena GAME PLAYER PLAYER...`: run a tournament, and print a line for each game and a table at the end."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict

from fourth_seat.boundary.given_path import given_path
from fourth_seat.boundary.streams import write_json_line
from fourth_seat.boundary.text import printable
from fourth_seat.commands.arena.output import decision, fields, print_table, show_json, show_line, verdict
from fourth_seat.commands.arguments import decimal, refuse_without, whole
from fourth_seat.commands.arguments.game import add_game, read_game
from fourth_seat.engines.arena.rounds import TournamentPlan, close_players, games_of
from fourth_seat.engines.arena.sequential import Claim, SequentialTest
from fourth_seat.engines.arena.tournament import MAX_OPENING, TournamentGame, games_for_all, share_of, standings
from fourth_seat.engines.errors import BadTournament
from fourth_seat.farm.checkpoint import Checkpoint
from fourth_seat.farm.progress import Progress
from fourth_seat.farm.run import open_farm
from fourth_seat.farm.run import run as run_units
from fourth_seat.farm.unit import DoneUnit
from fourth_seat.words import say

MARGIN = 0.02  # of a share, if no other is given


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "players", nargs="+", metavar="PLAYER", help="two or more: 1 to 9, seed, seed:NAME, random, gtp:COMMAND"
    )
    parser.add_argument(
        "--games", type=whole, default=20, metavar="N", help="a multiple of the number of seats is fair (default 20)"
    )
    parser.add_argument("--json", action="store_true", help="print events as JSON, one a line, instead of the table")
    parser.add_argument(
        "--seed", type=whole, default=1, metavar="N", help="seed of dice rolls, openings and players (default 1)"
    )
    parser.add_argument("--seconds", type=decimal, metavar="S", help="time for a move, instead of each level's own")
    parser.add_argument(
        "--opening", type=whole, default=0, metavar="N", help="random moves before the players take over (default 0)"
    )
    parser.add_argument(
        "--until", type=decimal, metavar="RISK",
        help="end as soon as it is decided, with this risk of an error, such as 0.01, whether the first player's share of "
        "the win is above the bar; --games is then the maximum",
    )  # fmt: skip
    parser.add_argument(
        "--bar", type=decimal, metavar="SHARE", help="share to compare with, for --until (default: an even share)"
    )
    parser.add_argument(
        "--margin",
        type=decimal,
        metavar="SHARE",
        help=f"distance from the bar that matters, for --until (default {MARGIN})",
    )
    parser.add_argument(
        "--farm",
        metavar="ADDRESS",
        help="who plays: a number of processes, tcp://HOST:8786, or ssh:HOST,HOST (docs/farm.md)",
    )
    parser.add_argument("--keep", type=given_path, metavar="FOLDER", help="keep finished rounds there, and go on from them")


def run(args: argparse.Namespace) -> int:
    game, options = read_game(args)
    if len(args.players) < 2:
        raise BadTournament(say("a tournament needs two players or more, for example: 5 seed"))
    if args.games < 1:
        raise BadTournament(say("a tournament must have at least one game, not {n}", n=args.games))
    if not 0 <= args.opening <= MAX_OPENING:
        raise BadTournament(say("an opening can have 0 to {most} random moves, not {n}", most=MAX_OPENING, n=args.opening))
    _check_all_play(len(args.players), game.seats(options), args.games)
    test = _test(args, 1 / game.seats(options))
    plan = TournamentPlan(game.name, str(options), tuple(args.players), args.seed, args.seconds, args.opening)
    plan.tournament().close()  # so that a wrong name is reported before the first game
    names = _names(args.players)
    show = show_json if args.json else show_line
    played: list[TournamentGame] = []
    machines: Counter[str] = Counter()
    for unit in _done(plan, args):
        machines[f"{unit.machine}, commit {unit.commit}"] += 1
        round_ = list(games_of(plan, unit))
        for result in round_:
            played.append(result)
            show(len(played), names, result)
        if test and len(round_) == game.seats(options) and any(0 in each.seating.players for each in round_):
            test.add(share_of(0, round_))
            if test.holds is not None:
                break
    table = standings(names, played, args.opening > 0)
    if args.json:
        summary = {
            "event": "result",
            "games": len(played),
            "players": [fields(row) for row in table],
            "machines": dict(machines),
            **(decision(test) if test else {}),
        }
        write_json_line(summary, sys.stdout)
    else:
        print_table(table)
        if test:
            print(verdict(test, names[0]))
        if args.farm:
            print("; ".join(f"{count} rounds on {where}" for where, count in machines.items()))
    undecided = test is not None and test.holds is None
    return 1 if undecided or any(row.faults for row in table) else 0


def _check_all_play(players: int, seats: int, games: int) -> None:
    """Raise `BadTournament` if a player would be left out."""
    enough = games_for_all(players, seats)
    if players > seats and games <= enough - seats:
        raise BadTournament(
            say(
                "{players} players take turns at {seats} seats, and at least one player would never play: add --games "
                "{enough} or more, or leave some players out",
                players=players, seats=seats, enough=enough,
            )
        )  # fmt: skip


def _test(args: argparse.Namespace, even: float) -> SequentialTest | None:
    """Return the test that ends the match; None if the number of games is fixed."""
    if args.until is None:
        refuse_without(args, bar="until", margin="until")
        return None
    bar = even if args.bar is None else args.bar
    margin = MARGIN if args.margin is None else args.margin
    if not 0 < args.until < 0.5:
        raise BadTournament(
            say("--until is the risk of a wrong answer, and must be above 0 and below 0.5, not {n}", n=args.until)
        )
    if margin <= 0 or not 0 < bar - margin < bar + margin < 1:
        raise BadTournament(
            say("the bar {bar}, plus or minus the margin {margin}, has to lie between 0 and 1", bar=bar, margin=margin)
        )
    return SequentialTest(Claim(bar, margin, args.until))


def _done(plan: TournamentPlan, args: argparse.Namespace) -> Iterator[DoneUnit]:
    """Yield the finished rounds in order."""
    checkpoint = Checkpoint(args.keep, asdict(plan)) if args.keep else None
    units = list(plan.units(args.games))
    progress = Progress() if args.farm else None
    try:
        with open_farm(args.farm) as farm:
            yield from run_units(farm, units, checkpoint, progress, len(units))
    finally:
        close_players()


def _names(specs: list[str]) -> list[str]:
    """Return the players as they were written; a second one with the same name gets `#2`."""
    seen: Counter[str] = Counter()
    names = []
    for spec in specs:
        seen[spec] += 1
        names.append(printable(f"{spec}#{seen[spec]}" if seen[spec] > 1 else spec))
    return names
