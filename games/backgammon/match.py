"""The options of backgammon, and the rules of a match of several games, such as the score and the Crawford game.

A state represents a single game. The current match score is stored in the options (`score1`, `score2`), and `next_game`
returns the options of the next game. Points given to a side as a handicap are stored in separate options and added to the
score, so the handicap remains known in every game.
"""

from __future__ import annotations

from fourth_seat.games.errors import BadOption
from fourth_seat.games.options import Option, Options, OptionValue
from fourth_seat.games.protocol import Result
from fourth_seat.words import say

MAX_MATCH_POINTS = 25
MATCH_POINTS = tuple(range(MAX_MATCH_POINTS))  # that a side may have in a match

DECLARED_OPTIONS = (
    Option("backgammon", False, say("A backgammon counts three")),
    Option("gammon", True, say("A gammon (mars) counts two")),
    Option("cube", False, say("Doubling cube")),
    Option("match", 0, say("Match length in points (0: single games)"), tuple(range(MAX_MATCH_POINTS + 1))),
    Option("score1", 0, say("White's points in the match so far"), MATCH_POINTS),
    Option("score2", 0, say("Black's points in the match so far"), MATCH_POINTS),
    Option("crawford", True, say("No doubling in the first game in which someone needs only one more point (Crawford)")),
    Option("jacoby", False, say("In single games, a gammon counts only once the cube has been turned (Jacoby)")),
    Option(
        "first",
        "throw",
        say("Who begins"),
        ("throw", "1", "2"),
        (say("the opening roll decides"), say("white"), say("black")),
    ),
    Option("white-ahead", 0, say("Points by which white is ahead in a match"), MATCH_POINTS, handicap="white"),
    Option("white-cube", False, say("White owns the doubling cube at the start"), handicap="white"),
    Option("black-ahead", 0, say("Points by which black is ahead in a match"), MATCH_POINTS, handicap="black"),
    Option("black-cube", False, say("Black owns the doubling cube at the start"), handicap="black"),
)
AHEAD = ("white-ahead", "black-ahead")


def score(options: Options) -> tuple[int, int]:
    """Return the current match score, including handicap points."""
    white, black = (int(options[name]) for name in AHEAD)
    return white + int(options["score1"]), black + int(options["score2"])


def with_score(options: Options, points: tuple[int, int]) -> Options:
    """Return the options with a new match score. A side's handicap points are dropped if they exceed its new score."""
    values: dict[str, OptionValue] = {}
    for name, lead, now in zip(("score1", "score2"), AHEAD, points, strict=True):
        had = int(options[lead]) if options["match"] and now >= int(options[lead]) else 0
        values |= {name: now - had, lead: had}
    return Options(DECLARED_OPTIONS, {**options, **values})


def missing(options: Options, colour: int) -> int | None:
    """Return the points that a colour needs to win the match, or None outside a match."""
    length = int(options["match"])
    return length - score(options)[colour - 1] if length else None


def crawford_game(options: Options) -> bool:
    """Return whether this is the Crawford game, the first game in which exactly one side needs a single point. Doubling is
    not allowed in this game.
    """
    return bool(options["crawford"]) and (missing(options, 1) == 1) != (missing(options, 2) == 1)


def check_match(options: Options) -> None:
    """Check that the match is not over yet and that its handicap is possible.

    Raises:
        BadOption: a side already has enough points to win, points are given outside a match, or a side owns the cube in a
            game without one.
    """
    if not options["match"] and any(options[name] for name in AHEAD):
        raise BadOption(say("a side can be ahead on points only in a match: choose the length of the match first"))
    if (options["white-cube"] or options["black-cube"]) and not options["cube"]:
        raise BadOption(say("a side can only own the doubling cube if there is one: choose to play with it first"))
    if options["white-cube"] and options["black-cube"]:
        raise BadOption(say("only one side can own the doubling cube: choose white or black"))
    if options["match"] and max(score(options)) >= int(options["match"]):
        one, other = score(options)
        raise BadOption(
            say(
                "a match to {points} points is over at {one} to {other}: choose match=0 or a smaller score1 and score2",
                points=int(options["match"]), one=one, other=other,
            )
        )  # fmt: skip


def next_game(options: Options, result: Result) -> Options | None:
    """Return the options of the next game of the match, or None if the match is over. Single games keep the same options.

    Once the Crawford game has been played to the end, `crawford` is turned off, because doubling is allowed again.
    """
    if not options["match"]:
        return options
    one, other = (had + got * result.final for had, got in zip(score(options), result.scores, strict=True))
    if max(one, other) >= int(options["match"]):
        return None
    crawford = bool(options["crawford"]) and not (result.final and crawford_game(options))
    return with_score(Options(DECLARED_OPTIONS, {**options, "crawford": crawford}), (one, other))
