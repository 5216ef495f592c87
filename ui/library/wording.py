"""Descriptions of saved games: title, players, score, date and searchable words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from datetime import datetime

from fourth_seat.table.record.events import tell_points
from fourth_seat.table.record.saved import Saved
from fourth_seat.words import Text, all_of, say, say_many
from fourth_seat.words.text import written_date

WEEKDAYS = (
    say("Monday"),
    say("Tuesday"),
    say("Wednesday"),
    say("Thursday"),
    say("Friday"),
    say("Saturday"),
    say("Sunday"),
)
MINUS = "\N{MINUS SIGN}"
DAYS_IN_WEEK = 7  # days, the first of which has its own name: today
BREAKS = re.compile(r"[\s,.;:·–/()+-]+")


def title(saved: Saved) -> Text:
    """Return the name of the game, with any handicap."""
    return say("{game} · with a handicap", game=saved.game.title) if saved.handicap else saved.game.title


def players(saved: Saved) -> Text:
    """Return the names of the players in seat order, without duplicates."""
    names = dict.fromkeys(saved.name(seat) for seat in range(1, len(saved.seats) + 1))
    return say("{names}", names=tuple(names))


def standing(saved: Saved) -> Text:
    """Describe the current score of a game, or its result."""
    end = saved.end
    if end is None and any(saved.match):
        return say("Unfinished, match score {scores}", scores=_figures(saved.match))
    if end is None:
        return say("Not started") if saved.blank else say_many("Unfinished, one move", "Unfinished, {n} moves", saved.moves)
    seats = [seat for seat in end.winners if 1 <= seat <= len(saved.seats)]
    if not seats or len(seats) == len(saved.seats):
        headline = say("A draw")
    else:
        count = sum(saved.seats[seat - 1].players for seat in seats)
        headline = say_many("{names} has won", "{names} have won", count, names=all_of([*map(saved.name, seats)]))
    if not tell_points(saved.match or end.scores):
        return headline
    return say("{who}, {scores}", who=headline, scores=_figures(saved.match or end.scores))


def _figures(scores: Sequence[int]) -> str:
    return " : ".join(map(str, scores)).replace("-", MINUS)


def when_it_was(then: datetime, now: datetime) -> Text:
    """Describe a point in time in everyday words."""
    clock = f"{then:%H:%M}"
    days = (now.date() - then.date()).days
    if days <= 0:
        return say("today, {time}", time=clock)
    if days == 1:
        return say("yesterday, {time}", time=clock)
    if days < DAYS_IN_WEEK:
        return say("{date}, {time}", date=WEEKDAYS[then.weekday()], time=clock)
    return say("{date}, {time}", date=written_date(then.date()), time=clock)


def month(then: datetime) -> Text:
    """Return the month and year of a date."""
    year = str(then.year)
    months = (
        say("January {year}", year=year),
        say("February {year}", year=year),
        say("March {year}", year=year),
        say("April {year}", year=year),
        say("May {year}", year=year),
        say("June {year}", year=year),
        say("July {year}", year=year),
        say("August {year}", year=year),
        say("September {year}", year=year),
        say("October {year}", year=year),
        say("November {year}", year=year),
        say("December {year}", year=year),
    )
    return months[then.month - 1]


def recent_days() -> dict[Text, range]:
    """Return the days covered by periods such as "today", counted back from today and keyed by the period's name."""
    return {say("today"): range(1), say("yesterday"): range(1, 2), say("this week"): range(DAYS_IN_WEEK)}


def findable(saved: Saved, now: datetime, render: Callable[[Text], str]) -> str:
    """Return the searchable text for a game: its name, players and score, and its date in several forms, all case-folded
    without accents.
    """
    then = saved.when
    texts = [
        render(title(saved)),
        saved.game.name,
        render(players(saved)),
        render(standing(saved)),
        render(when_it_was(then, now)),
        render(WEEKDAYS[then.weekday()]),
        render(written_date(then.date())),
        render(month(then)),
        f"{then:%Y-%m-%d} {then.day}.{then.month}.{then.year} {then:%d.%m.%Y}",
    ]
    days = (now.date() - then.date()).days
    texts += [render(word) for word in recent_days() if days in recent_days()[word]]
    whole = folded(" ".join(texts))
    return f" {whole} {BREAKS.sub(' ', whole)}"


def folded(text: str) -> str:
    """Case-fold a string, and remove its accents and directional marks."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign) and unicodedata.category(sign) != "Cf")


def is_found(words: str, haystack: str) -> bool:
    """Return whether each search word is a prefix of a word in `haystack`, a string returned by `findable`."""
    return all(f" {word}" in haystack for word in folded(words).split())
