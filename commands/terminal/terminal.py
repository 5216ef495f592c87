"""The table without the window: reads one command per line, and prints the board and instructions for the real one."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import TextIO, TypeVar

from fourth_seat.boundary.given_path import given_path
from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.boundary.streams import write_json_line
from fourth_seat.calibration.orientation import Orientation, load_orientation
from fourth_seat.commands.arguments.output import read_output
from fourth_seat.commands.terminal.admission import Admission
from fourth_seat.commands.terminal.analysis import Analysis
from fourth_seat.commands.terminal.help import QUIT_WORDS, help_text
from fourth_seat.commands.terminal.typed import TypedLines
from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.results import MoveValue
from fourth_seat.games.errors import BadNotation
from fourth_seat.games.formats import format_of, read_file
from fourth_seat.games.protocol import Line
from fourth_seat.table import announce
from fourth_seat.table.analysis.review import MAX_MOVES, Review
from fourth_seat.table.analysis.score_sheet import score_sheet
from fourth_seat.table.errors import BadConfig, BadSeat, NotSaved, OutOfTurn
from fourth_seat.table.handicap import handicap
from fourth_seat.table.library.files import read_text, write_games
from fourth_seat.table.protocols import Announcement, AnnouncementKind
from fourth_seat.table.record.cell_text import read_cells
from fourth_seat.table.record.events import Event
from fourth_seat.table.seats import Seat, read_seat
from fourth_seat.table.table import Table
from fourth_seat.table.turn_runner import TurnRunner
from fourth_seat.words import ENGLISH, Catalogue, FourthSeatError, Text, say, say_many, sentence

T = TypeVar("T")
MAX_SEAT = 99  # more than any game has
POLL_INTERVAL_S = 0.01  # between checks on an adviser that is thinking
AT_ONCE = frozenset({*QUIT_WORDS, "undo", "seat", "phones", "help", "?"})  # obeyed while a computer thinks

# Lines that need more than their first word; `position` does not: an empty text may be a position.
FORMS = {
    "stand": "stand MOVE",
    "seat": "seat N PLAYER",
    "card": "card [--force] FILE",
    "export": "export [--force] FILE",
    "import": "import FILE",
}


class Terminal:
    """Executes typed lines at a table and prints its events, as sentences or, with `as_json`, in the record's format.

    Attributes:
        following: the next game, once it has been requested; `run` then returns.
    """

    def __init__(
        self,
        table: Table,
        runner: TurnRunner,
        adviser: Seat,
        out: TextIO,
        *,
        admission: Admission,
        as_json: bool,
        catalogue: Catalogue = ENGLISH,
        beside: Callable[[], None] = lambda: None,
        invite: Callable[[str], None] | None = None,
        another: Callable[[], Table] | None = None,
        dice: Random | None = None,
    ) -> None:
        """Open a terminal for a table.

        Args:
            beside: called repeatedly while a computer thinks or the terminal waits for a line, and before each prompt.
            invite: prints a code for phones, if the phone page is open.
            another: begins another game with the same players; None if that is impossible.
            dice: the random number generator for `roll`.
        """
        self.table = table
        self.runner = runner
        self.adviser = adviser
        self.review = Review(table)
        self.as_json = as_json
        self._out = out
        self._seating, self._another = admission, another
        self._catalogue, self._beside = catalogue, beside
        self._dice = dice or Random()
        self.following: Table | None = None
        self._typed = False  # whether somebody has typed a line
        self._unsaved_at = -1  # how many events there were when the computer's move could not be saved
        self._analysis = Analysis(table, runner.player, adviser, self.review, self._print_text, self._waited, catalogue)
        self._commands: dict[str, Callable[[str], None]] = {
            "dice": table.throw,
            "roll": lambda _: self._roll(),
            "undo": lambda _: self._undo(),
            "redo": lambda _: table.redo(),
            "hint": lambda _: self._hint(),
            "why": lambda _: self._why(),
            "moves": lambda text: self._analysis.moves(text),
            "rollout": lambda text: self._analysis.rollout(text),
            "threats": lambda _: self._analysis.threats(),
            "report": lambda name: self._analysis.report(name),
            "show": lambda _: self._show(),
            "stand": table.play_anyway,
            "set": lambda text: table.correct(read_cells(table.game, table.state, text)),
            "position": table.set_position,
            "turn": lambda text: table.correct({}, mover=_number(text)),
            "card": self._card,
            "export": self._export,
            "import": self._import,
            "resign": self._resign,
            "next": lambda _: self.next_game(),
            "stop": lambda _: table.stop(),
            "seat": self._seat,
            "save": lambda _: self._save(),
            "help": lambda _: self._help(),
            "?": lambda _: self._help(),
            **({"phones": invite} if invite else {}),
        }

    def run(self, typed: TypedLines) -> None:
        """Play until `quit`, the next game, or the end of the input. After the end of the input, the computer still
        finishes its move; if only computers play, they finish their game or match.
        """
        self._begin()
        events_when_asked = -1
        while self.following is None:
            if self._play_on() or self.following:
                continue
            thinking = self.runner.thinking is not None
            if not thinking and events_when_asked != len(self.table.events):
                events_when_asked = len(self.table.events)
                self._ask()
            line = typed.take(_needs_no_turn if thinking else lambda _: True)
            if line is None:
                if typed.over and not thinking:
                    return
                continue
            events_when_asked, line = -1, line.strip()
            self._typed, self._unsaved_at = True, -1
            if line.lower() in QUIT_WORDS:
                return
            if line:
                self.obey(line)
            elif self.runner.waits and self.table.pending:
                self.table.set_down()

    def _begin(self) -> None:
        if self.as_json:
            for event in self.table.events:
                self._print_event(event)
            self.table.watchers.append(self._print_event)
        self.table.displays.append(self)
        for notice in self.table.notices:
            self._print_text(notice)
        if (uneven := handicap(self.table.game, self.table.options)) and not self.as_json:
            self._print_text(uneven)
        self._show()

    def _play_on(self) -> bool:
        """Let computers and others at the table act if they can; return whether a computer has acted.

        An event that could not be saved is retried once a line is typed or another event is saved.
        """
        changed = False
        try:
            if self._unsaved_at != len(self.table.events):
                changed = self.runner.step() or self._goes_on_alone()
        except NotSaved as error:
            if not (self.table.people_play or self._typed):  # nobody is here who could free disk space
                raise
            self._unsaved_at = len(self.table.events)
            self._refuse(error.text)
        self._beside()
        return changed

    def _goes_on_alone(self) -> bool:
        """Return whether a match of computers alone has continued with its next game."""
        table = self.table
        if table.people_play or not table.match_goes_on:
            return False
        table.next_game()
        return True

    def _ask(self) -> None:
        table = self.table
        if table.computers_turn and self._unsaved_at == len(table.events):
            self._print_text(say("Press Enter to let the computer try again."))
        elif table.computers_turn and table.pending:
            self._print_text(say("Do that on the board, then press Enter to let the computer go on."))
        elif table.elsewhere and table.pending and self.runner.waits:
            self._print_text(say("Do that on the board, then press Enter to see the other table's next move."))
        if not self.as_json and sys.stdin.isatty():
            print("> ", end="", file=self._out, flush=True)

    def obey(self, line: str) -> None:
        """Execute a line that was typed or assigned to a button; if that is impossible, print the reason."""
        word, _, rest = line.partition(" ")
        command = self._commands.get(word.lower())
        try:
            if word.lower() in FORMS and not rest.strip():
                raise BadNotation(say("{word} is incomplete: type {form}", word=word, form=FORMS[word.lower()]))
            if command:
                command(rest.strip())
            else:
                self.table.play(line)
        except FourthSeatError as error:
            self._refuse(error.text)

    # -- lines that are not moves
    # -------------------------------------------------------------------------------------------

    def _help(self) -> None:
        title, *lines = help_text()
        self._print_text(title)
        for line in lines:
            self._print(self._catalogue.render(line))

    def _roll(self) -> None:
        """Have the program roll, or play the move `roll` if the game has one."""
        table = self.table
        if not table.needs_throw and "roll" in map(str, table.state.legal()):
            table.play("roll")
            if not self.as_json:
                self._print_text(announce.turn(table))
        else:
            table.roll(self._dice)

    def _undo(self) -> None:
        """Take back a move. Unless the runner waits for it, the computer's move is assumed not to be on the board yet."""
        shown = self.table.pending
        self.table.undo()
        if shown and shown.seat and not self.runner.waits:
            self._print_text(
                say(
                    "This assumes that the last move shown has not been made on the board yet: if it has, take "
                    "it back there first."
                )
            )

    def _hint(self) -> None:
        table = self.table
        if table.result or table.needs_throw:
            raise OutOfTurn(announce.turn(table))
        answers = self._values(table.line) if self.review.finds_faults else ()
        if answers:
            table.hinted(answers[0].move)
            self._print_text(announce.hint(table, answers[0]))
            return
        answer = self._waited(self.runner.player(self.adviser).choose(table.line))
        table.hinted(answer.move)
        self._print_text(announce.suggestion(table, answer.move))

    def _why(self) -> None:
        """Print whether the last move of a person was a mistake, and the best reply to it."""
        review, history = self.review, self.table.history
        number = review.check_asked(review.last_choice(history.at))
        if not review.known(number):
            self._analysis.judge(number) if review.judges else self._values(history.line_at(number))
        self._print_text(review.judged(number))
        if review.fault(number):
            self._print_text(review.answer(number))

    def _values(self, line: Line) -> Sequence[MoveValue]:
        answers = self._waited(self.runner.player(self.adviser).values(line, MAX_MOVES))
        self.review.learn(line, answers)
        return answers

    def _waited(self, task: Task[T], look: Callable[[], None] = lambda: None, /) -> T:
        """Wait for a task while others at the table continue, and return its result; raise `OutOfTurn` if they play on
        meanwhile. `look` is called repeatedly.
        """
        line = self.table.line
        while (answer := task.poll()) is None:
            look()
            self._beside()
            if self.table.line is not line:
                task.cancel()
                raise OutOfTurn(say("the game has moved on: look again"))
            time.sleep(POLL_INTERVAL_S)
        return answer

    def _resign(self, text: str) -> None:
        """Carry out `resign [SEAT] [WORTH]`; the worth is a word such as gammon, if wins differ in worth."""
        table = self.table
        words, text = list(table.game.resignations(table.options)), text.lower()
        *number, worth = text.split() if text.split()[-1:] and text.split()[-1] in words else [*text.split(), ""]
        seat = _number(" ".join(number)) if number else table.state.seat
        table.resign(seat, words.index(worth) + 1 if worth else 1)

    def _seat(self, text: str) -> None:
        table, (number, _, player) = self.table, text.partition(" ")
        table.seat(_number(number))  # one that does not exist is refused before an engine is tried
        seat = self._seating.admit(read_seat(player), table.game, table.options, self._waited)
        table.reseat(_number(number), seat)
        self._seating.links.follow(table, lambda: self.runner.waits)

    def _card(self, name: str) -> None:
        from fourth_seat.hardware.paper.placement_card import write_card  # loads the PDF library only on request

        table = self.table
        placed = announce.placement(table)
        if placed is None:
            raise OutOfTurn(say("there is nothing to set down, so there is no card"))
        orientation = Orientation()
        with suppress(BadConfig):  # an unreadable calibration file is reported where it is edited
            orientation = load_orientation(table.game.name)
        path = read_output(name)
        write_card(path, placed, table.game, table.options, orientation, self._catalogue)
        self._print_text(say("The card has been saved to {file}.", file=str(path)))

    def _export(self, name: str) -> None:
        path = read_output(name)
        form = format_of(self.table.game, path.name)
        games = self.table.games
        write_games(path, form, games)
        self._print_text(
            say_many(
                "The game has been saved to {file}.", "{n} games have been saved to {file}.", len(games), file=str(path)
            )
        )

    def _import(self, name: str) -> None:
        path = given_path(name)
        _, games = read_file(path.name, read_text(path), (self.table.game,))
        self.table.take_in(games)
        for notice in (notice for game in games for notice in game.notices):
            self._print_text(notice)
        if not self.table.result:  # otherwise it was shown when it ended
            self._show()

    def next_game(self) -> None:
        """Begin the next game of the match; if there is none, begin another game, which makes `run` return.

        Raises:
            FourthSeatError: this game is not over, or the record of another one cannot be written.
        """
        if self._another and self.table.result and not self.table.match_goes_on:
            self.following = self._another()
            return
        self.table.next_game()
        self._show()

    def _save(self) -> None:
        record = self.table.record
        self._print_text(say("Every move is saved in {path} as it is played", path=str(record.path) if record else ""))

    # -- what is printed ---------------------------------------------------------------------------------------------------

    def show(self, announcement: Announcement) -> None:
        """Print an announcement; all displays of a table provide this method."""
        if self.as_json:  # the events say everything, except for things that are not events, such as a failed engine
            if announcement.kind is AnnouncementKind.NOTICE and not announcement.move and announcement.cells is None:
                self._print_text(announcement.texts[0])
            return
        first, *more = announcement.texts
        self._print_text(first)
        if announcement.why:
            self._print_text(announcement.why)
        for number, text in enumerate(more, 1):
            if announcement.kind is AnnouncementKind.PLACE:
                print(f"  {number}. {self._catalogue.render(text)}", file=self._out)
            else:
                self._print_text(text)
        if announcement.kind in (AnnouncementKind.PLACE, AnnouncementKind.OVER):
            self._show()
        if announcement.kind is AnnouncementKind.OVER and self.table.people_play and self.table.match_goes_on:
            self._print_text(say("The match goes on: type next to begin its next game."))

    def _show(self) -> None:
        if self.as_json:
            return
        table = self.table
        print(table.game.diagram(table.state), file=self._out)
        for tally in score_sheet(table):
            render = self._catalogue.render
            figures = ", ".join(f"{render(table.name(seat))} {score}" for seat, score in enumerate(tally.scores, 1))
            print(f"{render(tally.title)}: {figures}", file=self._out)
        self._print_text(announce.turn(table))

    def _print_text(self, text: Text) -> None:
        rendered = self._catalogue.render(text)
        self._print(rendered if self.as_json else sentence(rendered))

    def _print(self, line: str) -> None:
        if self.as_json:
            self._print_json({"event": "notice", "text": line})
        else:
            print(line, file=self._out, flush=True)

    def _print_event(self, event: Event) -> None:
        self._print_json(event.to_json())

    def _print_json(self, line: dict[str, object]) -> None:
        write_json_line(line, self._out)

    def _refuse(self, reason: Text) -> None:
        if self.as_json:
            self._print_json({"event": "refused", "reason": self._catalogue.render(reason)})
        else:
            print(self._catalogue.render(reason), file=self._out, flush=True)


def _needs_no_turn(line: str) -> bool:
    """Return whether a line takes effect while a computer is thinking; other lines wait for its move."""
    return line.strip().partition(" ")[0].lower() in AT_ONCE


def _number(text: str) -> int:
    """Return a seat's number; raise `BadSeat`."""
    number = parse_integer(text, 0, MAX_SEAT)
    if number is None:
        raise BadSeat(say("{text} is not the number of a seat or colour: enter 1 for the first one", text=text or "''"))
    return number
