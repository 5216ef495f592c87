"""`companion.py arena GAME PLAYER PLAYER...`: a tournament, a line for each game and a table at the end."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from itertools import count
from random import Random
from textwrap import shorten

from boundary.streams import write_json_line
from boundary.text import printable
from commands.arguments.game import add_game, read_game
from commands.arguments.numbers import decimal, whole
from engines.arena.tournament import PlayerScore, Tournament, TournamentGame, standings
from engines.errors import BadTournament
from engines.players.from_text import AnyPlayer, player
from games import AnyGame
from games.options import Options
from words import say

SHORT = 32  # characters of a player's name in the line of a game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="1 to 9, seed, seed:NAME, random, or gtp:COMMAND")
    parser.add_argument("--games", type=whole, default=20, metavar="N", help="a multiple of the seats is fair (default 20)")
    parser.add_argument("--json", action="store_true", help="events, one a line, instead of the table")
    parser.add_argument("--seed", type=whole, default=1, metavar="N", help="of throws, openings and players (default 1)")
    parser.add_argument("--seconds", type=decimal, metavar="S", help="for a move, instead of each level's own time")
    parser.add_argument("--opening", type=whole, default=0, metavar="N", help="random moves before the players take over")


def run(args: argparse.Namespace) -> int:
    game, options = read_game(args)
    if len(args.players) < 2:
        raise BadTournament(say("a tournament needs two players or more, such as 5 seed"))
    if args.games < 1:
        raise BadTournament(say("a tournament has at least one game, not {n}", n=args.games))
    names = _names(args.players)
    makers = [_maker(spec, n, args, game, options) for n, spec in enumerate(args.players)]
    for maker in makers:
        maker().close()  # so that a wrong name is told before the first game
    arena = Tournament(game, options, makers, args.seed, args.opening)
    show = _show_json if args.json else _show
    played: list[TournamentGame] = []
    try:
        for result in arena.play(args.games):
            played.append(result)
            show(len(played), names, result)
    finally:
        arena.close()
    table = standings(names, played, args.opening > 0)
    if args.json:
        told = {"event": "result", "games": len(played), "players": [_fields(row) for row in table]}
        write_json_line(told, sys.stdout)
    else:
        _print_table(table)
    return 1 if any(row.faults for row in table) else 0


def _names(specs: list[str]) -> list[str]:
    """The players as they were written; the second of the same gets `#2`."""
    seen: Counter[str] = Counter()
    names = []
    for spec in specs:
        seen[spec] += 1
        names.append(printable(f"{spec}#{seen[spec]}" if seen[spec] > 1 else spec))
    return names


def _maker(spec: str, number: int, args: argparse.Namespace, game: AnyGame, options: Options) -> Callable[[], AnyPlayer]:
    copies = count(1)

    def make() -> AnyPlayer:
        dice = Random(f"{args.seed} player {number} {next(copies)}")
        return player(spec, game, options, seconds=args.seconds, rng=dice)

    return make


def _show(number: int, names: list[str], game: TournamentGame) -> None:
    seats = "  ".join(
        f"{shorten(names[who], SHORT, placeholder=' ...')} {points}"
        for who, points in zip(game.seating.players, game.points, strict=True)
    )
    print(f"game {number}: {seats}  ({len(game.moves)} moves)", flush=True)
    for who, record in zip(game.seating.players, game.records, strict=True):
        for notice in record.notices:
            print(f"game {number}: {names[who]}: {notice}", file=sys.stderr)


def _show_json(number: int, names: list[str], game: TournamentGame) -> None:
    players = [names[player] for player in game.seating.players]
    for name, record in zip(players, game.records, strict=True):
        for notice in record.notices:
            write_json_line({"event": "fault", "game": number, "player": name, "notice": str(notice)}, sys.stdout)
    fields = {"players": players, "points": game.points, "shares": game.shares, "moves": game.moves}
    write_json_line({"event": "game", "game": number, **fields}, sys.stdout)


def _fields(row: PlayerScore) -> dict[str, object]:
    return {
        "name": row.name,
        "points": round(row.points, 4),
        "share": round(row.share, 4),
        "interval": row.interval and [round(bound, 4) for bound in row.interval],
        "cpu_per_move": row.cpu_per_move and round(row.cpu_per_move, 4),
        "faults": row.faults,
    }


def _print_table(table: list[PlayerScore]) -> None:
    width = max(len("player"), *(len(row.name) for row in table))
    print(f"{'player':{width}}  share of win  95% interval   points  CPU s/move  faults")
    for row in table:
        interval = "{:.1%}-{:.1%}".format(*row.interval) if row.interval else "-"
        cpu = "-" if row.cpu_per_move is None else f"{row.cpu_per_move:.3f}"
        print(f"{row.name:{width}}  {row.share:12.1%}  {interval:>12}  {row.points:7.2f}  {cpu:>10}  {row.faults:6}")
