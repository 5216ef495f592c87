"""The options of backgammon, and several games as one match: its score, the Crawford game, the value of a win.

A state is one game. The score of the match so far is part of the options (`score1`, `score2`); `next_game` gives the
options of the game that follows.
"""

from __future__ import annotations

from fourth_seat.games.errors import BadOption
from fourth_seat.games.options import Option, Options
from fourth_seat.games.protocol import Result
from fourth_seat.words import say

MAX_MATCH_POINTS = 25

DECLARED_OPTIONS = (
    Option("backgammon", False, say("A backgammon counts three")),
    Option("gammon", True, say("A gammon (mars) counts two")),
    Option("cube", False, say("Doubling cube")),
    Option("match", 0, say("Match length in points (0: single games)"), tuple(range(MAX_MATCH_POINTS + 1))),
    Option("score1", 0, say("White's points in the match so far"), tuple(range(MAX_MATCH_POINTS))),
    Option("score2", 0, say("Black's points in the match so far"), tuple(range(MAX_MATCH_POINTS))),
    Option("crawford", True, say("No doubling in the first game in which someone needs one point (Crawford)")),
    Option("jacoby", False, say("In single games a gammon counts only once the cube has been turned (Jacoby)")),
    Option(
        "first",
        "throw",
        say("Who begins"),
        ("throw", "1", "2"),
        (say("the opening roll decides"), say("white"), say("black")),
    ),
)


def score(options: Options) -> tuple[int, int]:
    """Return the match score so far."""
    return int(options["score1"]), int(options["score2"])


def missing(options: Options, colour: int) -> int | None:
    """Return the points that a colour still needs to win the match; None outside a match."""
    length = int(options["match"])
    return length - score(options)[colour - 1] if length else None


def crawford_game(options: Options) -> bool:
    """Return whether this is the game without doubling: the first in which exactly one side needs a single point."""
    return bool(options["crawford"]) and (missing(options, 1) == 1) != (missing(options, 2) == 1)


def check_match(options: Options) -> None:
    """Raise `BadOption` for a match that is over already.

    Raises:
        BadOption: one side has the points of the match.
    """
    if options["match"] and max(score(options)) >= int(options["match"]):
        one, other = score(options)
        raise BadOption(
            say(
                "a match to {points} points is over at {one} to {other}: choose match=0 or a smaller score1 and score2",
                points=int(options["match"]), one=one, other=other,
            )
        )  # fmt: skip


def next_game(options: Options, result: Result) -> Options | None:
    """Return the options of the next game of the match; None when the match is over. Single games continue with the same
    options.

    After the Crawford game, unless that was stopped, `crawford` is off: the rule has been applied, and doubling is free
    again.
    """
    if not options["match"]:
        return options
    one, other = (had + got * result.final for had, got in zip(score(options), result.scores, strict=True))
    if max(one, other) >= int(options["match"]):
        return None
    crawford = bool(options["crawford"]) and not (result.final and crawford_game(options))
    return Options(DECLARED_OPTIONS, {**options, "score1": one, "score2": other, "crawford": crawford})
