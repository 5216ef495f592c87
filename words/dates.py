"""A date as the language writes it."""

from __future__ import annotations

from datetime import date

from fourth_seat.words.text import Text, say


def written_date(day: date) -> Text:
    """Return a day with its month's name and the year, such as "23 November 2026"."""
    number, year = day.day, str(day.year)
    months = (
        say("{day} January {year}", day=number, year=year),
        say("{day} February {year}", day=number, year=year),
        say("{day} March {year}", day=number, year=year),
        say("{day} April {year}", day=number, year=year),
        say("{day} May {year}", day=number, year=year),
        say("{day} June {year}", day=number, year=year),
        say("{day} July {year}", day=number, year=year),
        say("{day} August {year}", day=number, year=year),
        say("{day} September {year}", day=number, year=year),
        say("{day} October {year}", day=number, year=year),
        say("{day} November {year}", day=number, year=year),
        say("{day} December {year}", day=number, year=year),
    )
    return months[day.month - 1]
