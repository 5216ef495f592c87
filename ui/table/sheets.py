"""The table page's sheets for changing players, for resigning, and for the evening's scores."""

from __future__ import annotations

from collections.abc import Sequence

from fourth_seat.engines.levels import descriptions
from fourth_seat.table.seats import COMMAND, HUMAN, Person, Seat, read_seat
from fourth_seat.table.settings.engine_commands import Vacancy
from fourth_seat.table.table import Table
from fourth_seat.ui.after.evening import EveningScores
from fourth_seat.ui.table.stage import Stage
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from fourth_seat.words import Text, say


def ask_who_plays(stage: Stage) -> None:
    """Open a sheet for replacing the player of a seat, for example a child with a computer at bedtime, or vice versa."""
    page, table, text, theme = stage.page, stage.table, stage.window.text, stage.window.theme
    sheet = Sheet(page, theme, text, say("Who takes over?"))
    sheet.paragraph(say("A person can hand a seat to the computer, and take it back, at any time."), "Raised.Muted.TLabel")
    names = {seat: text(_seat_name(table, seat)) for seat in range(1, len(table.seats) + 1)}
    seats = ChoiceBox(sheet.body, names, table.state.seat if table.state.mover else 1)
    seats.pack(fill="x", pady=(0, theme.space(1)))
    players = {key: text(name) for key, name in _players(page, table).items()}
    who = ChoiceBox(sheet.body, players, "computer:5")
    who.pack(fill="x")
    sheet.button(say("Take over"), lambda: stage.do(lambda: stage.reseat(seats.value, read_seat(who.value))), main=True)
    sheet.button(say("Cancel"), lambda: None)
    page.open_sheet(sheet)


def _seat_name(table: Table, seat: int) -> Text:
    colours = tuple(table.game.colour_name(colour, table.options) for colour in table.game.colours_of(seat, table.options))
    return say("{colours}: {name}", colours=colours, name=table.name(seat))


def _players(page: Page, table: Table) -> dict[str, Text]:
    """Return the original players, other people with saved names, and the computer's levels, keyed by seat text."""
    people = [str(seat) for seat in map(read_seat, table.begun.seats) if seat.people]
    people += [str(seat) for seat in table.seats if seat.people]
    people += [str(Seat((Person(name),))) for name in page.window.settings.names]
    found = {text: read_seat(text).name or say("a person") for text in (*people, HUMAN)}
    levels = descriptions(table.game.name)
    found.update((f"computer:{level}", say("Computer: {level}", level=name)) for level, name in levels.items())
    return found


def ask_about_programs(stage: Stage, vacancies: Sequence[Vacancy]) -> None:
    """Ask whether each program in a record may be started, one after another."""
    page = stage.page
    if not vacancies or not page.winfo_exists():
        return
    vacancy, *others = vacancies
    engines = page.window.engines
    sheet = Sheet(page, page.window.theme, page.window.text, say("Start a program?"))
    sheet.paragraph(vacancy.text)
    sheet.paragraph(
        say("Let it play only if you know the program and trust whoever gave you the record."), "Raised.Muted.TLabel"
    )

    def start() -> None:
        engine = engines.named(Seat(computer=COMMAND + vacancy.command))
        stage.do(lambda: stage.reseat(vacancy.seat, engine))
        engines.save(page.window.notice)
        ask_about_programs(stage, others)

    sheet.button(say("A person plays"), lambda: ask_about_programs(stage, others), main=True)
    sheet.button(say("Start the program"), start)
    page.open_sheet(sheet)


def ask_to_resign(stage: Stage) -> None:
    """Open a sheet for resigning, with a choice of the value to concede if wins differ in value."""
    page, table = stage.page, stage.table
    sheet = Sheet(page, page.window.theme, page.window.text, say("Who gives up?"))
    sheet.paragraph(say("Then the others win. You can undo this."), "Raised.Muted.TLabel")
    people = [number for number, seat in enumerate(table.seats, 1) if seat.people]
    names = {seat: page.window.text(_seat_name(table, seat)) for seat in people}
    who = ChoiceBox(sheet.body, names, table.state.seat if table.state.mover else people[0])
    who.pack(fill="x")
    titles = dict(enumerate(map(page.window.text, table.game.resignations(table.options).values()), 1))
    worth = ChoiceBox(sheet.body, titles, 1) if len(titles) > 1 else None
    if worth:
        worth.pack(fill="x", pady=(page.window.theme.space(1), 0))
    sheet.button(
        say("Give up"),
        lambda: stage.do(lambda: table.resign(who.value, worth.value if worth else 1)),
        main=True,
    )
    sheet.button(say("Cancel"), lambda: None)
    page.open_sheet(sheet)


def show_evening(page: Page) -> Sheet:
    """Open a sheet with the scores of the evening's games so far, and return it."""
    sheet = Sheet(page, page.window.theme, page.window.text, say("This evening"))
    scores = EveningScores(sheet.body, page, raised=True)
    if scores.scores:
        scores.pack(fill="both", expand=True)
    else:
        scores.destroy()
        sheet.paragraph(say("No game has ended yet this evening."))
    sheet.button(say("Close"), lambda: None, main=True)
    sheet.button(say("Tell us about it ..."), lambda: _tell(page))
    return sheet


def _tell(page: Page) -> None:
    from fourth_seat.ui.after.tell import tell_about_evening

    tell_about_evening(page)
