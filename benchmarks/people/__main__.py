"""Measures of the levels: an even ladder, fair to model players, without gifts that nobody would give.

    python -m uv run python -m benchmarks.people ladder [GAME ...] [--games 334] [--fresh]
    python -m uv run python -m benchmarks.people match-up [GAME ...] [--games 200]
    python -m uv run python -m benchmarks.people obvious [GAME ...] [--positions 500]
    python -m uv run python -m benchmarks.people loss [GAME ...] [--positions 1000]

`ladder`: levels one and two apart play this many games per pair, level 9 a third of them, at 0.3 s per move; every level
must be above the one before in a Bradley-Terry fit, and the lower 95 % bound of levels two apart above 55 % (games with
dice: 52 %). `match-up`: what model players of tests/people win, the child against level 1 and the careful one against level
5: 35 to 65 %. `obvious`: how often levels 1 to 6 miss what is obvious; less at each level, and at most 25 % at level 1.
`loss`: how much a level gives away per decision on positions that it was not fitted to; less at each level, and within 15 %
of its target. Games are kept in `build/people`, so that a run resumes; `--fresh` plays them anew. Exits with 1 if a bar is
not met.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from itertools import islice, pairwise
from statistics import mean, quantiles

from benchmarks.people.level_player import LevelPlayer
from fourth_seat.engines import engine_of
from fourth_seat.engines.arena.intervals import share_interval
from fourth_seat.games import CHANCE, find, game_names
from tests.people import PEOPLE
from training.levels.__main__ import measure, person
from training.levels.games import KEPT_GAMES, Arena, KeptGames, Play
from training.levels.obvious import missed, obvious_positions
from training.levels.ratings import ratings

LEVELS = tuple("123456789")
CHEAP_LEVELS = LEVELS[:6]
MAX_DECISION_S = 0.020  # of processor time, for these
MATCHES = (("child", "1"), ("careful", "5"))
HIGHEST_PART = 3  # level 9 plays one out of this many games: its moves take longer than all the others
MIN_APART, MIN_APART_WITH_DICE = 0.55, 0.52
FAIR = (0.35, 0.65)
MAX_MISSED = 0.25  # by level 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("row", choices=("ladder", "match-up", "obvious", "loss"))
    parser.add_argument(
        "games_", nargs="*", metavar="GAME", default=[name for name in game_names() if engine_of(name).fitted]
    )
    parser.add_argument("--games", type=int, help="a pair (default 334, of match-up 200)")
    parser.add_argument("--positions", type=int, help="a level (default 500, of loss 1000)")
    parser.add_argument("--fresh", action="store_true", help="forget the games that are kept")
    args = parser.parse_args()
    met = []
    for name in args.games_:
        if args.row == "ladder":
            met.append(ladder(name, args.games or 334, args.fresh))
        elif args.row == "match-up":
            met.append(match_up(name, args.games or 200, args.fresh))
        elif args.row == "obvious":
            met.append(obvious(name, args.positions or 500))
        else:
            met.append(measure(name, args.positions or 1_000))
    return 0 if all(met) else 1


def ladder(name: str, games: int, fresh: bool) -> bool:
    """Print how levels one and two apart fare; return whether the bars are met."""
    arena, kept = Arena(name), _kept(name, "ladder", fresh)
    players = {spec: LevelPlayer(name, spec) for spec in LEVELS}
    results: dict[tuple[str, str], list[float]] = {}
    met = True
    for apart in (1, 2):
        for lower, higher in zip(LEVELS, LEVELS[apart:], strict=False):
            shares = kept.at_least(
                f"{higher} {lower}",
                games if higher != LEVELS[-1] else -(-games // HIGHEST_PART),
                partial(arena.play, [players[higher], players[lower]], seed=f"ladder {(higher, lower)}"),
            )
            results[higher, lower] = shares
            least, most = _interval(arena, shares)
            bar = MIN_APART_WITH_DICE if _has_dice(name) else MIN_APART
            short = apart == 2 and least <= bar
            met &= not short
            print(
                f"{name} {higher} against {lower}: {mean(shares):.0%} ({least:.0%} to {most:.0%}) in {len(shares)} games"
                + (f": not above {bar:.0%}" if short else ""),
                flush=True,
            )
    found = ratings(results)
    rising = all(found[low] < found[high] for low, high in pairwise(LEVELS))
    logits = ", ".join(f"{found[spec] - found['1']:.2f}" for spec in LEVELS)
    print(
        f"{name} levels 1 to 9, logits above level 1: {logits}: {'each above the one before' if rising else 'NOT RISING'}"
    )
    return _cheap(name, players) and met and rising


def _cheap(name: str, players: dict[str, LevelPlayer]) -> bool:
    """Print the processor time of the cheap levels; return whether it is little enough."""
    spent = [seconds for spec in CHEAP_LEVELS for seconds in players[spec].spent[1:]]  # the first one gets ready
    if len(spent) < 2:
        return True
    late = quantiles(spent, n=100)[-1]
    print(
        f"{name} levels 1 to 6, ms a decision: {1e3 * mean(spent):.1f}, 99 % {1e3 * late:.1f}, most {1e3 * max(spent):.1f}"
    )
    return late <= MAX_DECISION_S


def match_up(name: str, games: int, fresh: bool) -> bool:
    """Print what model players win against levels; return whether the bars are met."""
    arena, kept = Arena(name), _kept(name, "match-up", fresh)
    met = True
    for kind, spec in MATCHES:
        players: list[Play] = [person(name, kind), LevelPlayer(name, spec)]
        shares = kept.at_least(f"{kind} {spec}", games, partial(arena.play, players, seed="match-up"))
        least, most = _interval(arena, shares)
        met &= FAIR[0] <= mean(shares) <= FAIR[1]
        print(
            f"{name} {kind} against level {spec}: {mean(shares):.0%} ({least:.0%} to {most:.0%}) in {len(shares)} games",
            flush=True,
        )
    return met


def obvious(name: str, number: int) -> bool:
    """Print how often levels miss what is obvious; return whether the bars are met."""
    positions = list(islice(obvious_positions(Arena(name), PEOPLE[name]), number))
    shares = []
    for spec in CHEAP_LEVELS:
        shares.append(missed(positions, LevelPlayer(name, spec)))
        print(f"{name} level {spec}: misses {shares[-1]:.1%} of what is obvious in {number} positions", flush=True)
    return shares[0] <= MAX_MISSED and all(low < high for high, low in pairwise(shares))


def _kept(name: str, row: str, fresh: bool) -> KeptGames:
    kept = KeptGames(KEPT_GAMES / f"{name}-{row}.jsonl")
    if fresh:
        kept.path.unlink(missing_ok=True)
    return kept


def _interval(arena: Arena, shares: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval; games with the same throws, or with the seats exchanged, are one unit."""
    turns = len(arena.seatings)
    units = [mean(shares[n : n + turns]) for n in range(0, len(shares), turns)]
    return share_interval(units) or (0.0, 1.0)


def _has_dice(name: str) -> bool:
    """Return whether chance has a turn in a game."""
    game = find(name)
    state = game.start(game.options())
    return state.to_move == CHANCE or any(
        not after.over and after.to_move == CHANCE for after in map(state.play_unchecked, state.legal())
    )


if __name__ == "__main__":
    raise SystemExit(main())
