"""Every game keeps the same contract: random games through all of it."""

from __future__ import annotations

import random
from itertools import islice, pairwise, product
from typing import Any

import pytest

from fourth_seat.games import CHANCE, AnyGame, AnyState, find, game_names
from fourth_seat.games.contents import differences
from fourth_seat.games.errors import BadNotation, BadOption, BadPosition, IllegalMove
from fourth_seat.games.formats import format_of, formats_of
from fourth_seat.games.lessons.frames import frames
from fourth_seat.games.lessons.lesson import MAX_LESSONS, MIN_LESSONS, Shows
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Line, PlayedGame
from fourth_seat.games.steps import UNTOUCHED_ZONES, rebuild
from fourth_seat.hardware.hues import HUES
from fourth_seat.words import FourthSeatError, Text
from tests.handicaps import uneven

MOST_VARIANTS = 12  # of a game's option combinations, the default first
MOST_HANDICAPS = 3  # of a game
LONGEST = 400  # moves and throws of a random game; all games end sooner or are cut here
MOVES_TRIED = 150  # of other positions, in each of a few


def variants(game: AnyGame) -> list[Options]:
    """Return the default, then combinations of extreme choices (of all choices if there are at most three), then handicaps,
    in an otherwise usual game."""
    rules = [option for option in game.declared_options if not option.handicap]
    extremes = [
        list(option.choices)
        if len(option.choices) <= 3
        else sorted({option.default, option.choices[0], option.choices[-1]}, key=str)
        for option in rules
    ]
    names = [option.name for option in rules]
    every = [Options(game.declared_options, dict(zip(names, values, strict=True))) for values in product(*extremes)]
    spread = every[:: max(1, len(every) // MOST_VARIANTS)]
    handicaps = uneven(game)
    return list(dict.fromkeys([game.options(), *spread, *handicaps[:: max(1, len(handicaps) // MOST_HANDICAPS)]]))


CASES = [(name, options) for name in game_names() for options in variants(find(name))]


def choose(state: AnyState, dice: random.Random) -> Any:
    return dice.choice(list(state.legal()))


def random_game(game: AnyGame, options: Options, seed: int) -> list[tuple[AnyState, Any]]:
    """Return the positions of a random game, each with the move played in it."""
    dice = random.Random(seed)
    played: list[tuple[AnyState, Any]] = []
    state = game.start(options)
    while not state.over and len(played) < LONGEST:
        move = choose(state, dice)
        played.append((state, move))
        state = state.play_unchecked(move)  # whether `why_not` allows it is tested separately
    return played


Case = tuple[AnyGame, Options, list[tuple[AnyState, Any]]]


@pytest.fixture(scope="module", params=CASES, ids=[f"{name}-{options}" for name, options in CASES])
def case(request: pytest.FixtureRequest) -> Case:
    name, options = request.param
    game = find(name)
    return game, options, random_game(game, options, seed=1)


def sample(played: list[tuple[AnyState, Any]], most: int = 40) -> list[tuple[AnyState, Any]]:
    return list(islice(played, 0, None, max(1, len(played) // most)))


def test_options_read_back(case: Case) -> None:
    game, options, _ = case
    assert game.options(str(options)) == options
    with pytest.raises(BadOption):
        game.options("no-such-option=1")


def test_states_are_values(case: Case) -> None:
    _, options, played = case
    for state, move in sample(played):
        after = state.play(move)
        assert after == state.play(move) and hash(after) == hash(state.play(move))
        assert hash(state) == hash(state)
        assert state.options == options
        assert state.play_unchecked(move) == after


def test_turns(case: Case) -> None:
    game, options, played = case
    colours = range(1, len(game.sides(options)) + 1)
    for state, _ in played:
        assert state.to_move in (CHANCE, state.mover)
        assert state.mover in colours or (state.mover == 0 and state.to_move == CHANCE)
        if state.to_move != CHANCE:
            assert 1 <= state.seat <= game.seats(options)
            assert state.mover in game.colours_of(state.seat, options)
        else:
            assert sum(chance for _, chance in state.chances()) == pytest.approx(1)
            assert {outcome for outcome, _ in state.chances()} == set(state.legal())


def test_legal_moves_are_distinct_and_allowed(case: Case) -> None:
    _, _, played = case
    for state, _ in sample(played):
        moves = list(state.legal())
        assert moves and len(moves) == len(set(moves))
        assert len({str(move) for move in moves}) == len(moves)
        assert all(state.why_not(move) is None for move in moves)


def test_no_other_move_is_allowed(case: Case) -> None:
    """Moves that `why_not` allows are played: it must refuse anything that `legal` does not list, here moves from other
    positions."""
    _, _, played = case
    every = list(dict.fromkeys(move for state, _ in sample(played, 20) for move in state.legal()))
    random.Random(3).shuffle(every)
    for state, _ in sample(played, 20):
        legal = set(state.legal())
        for move in every[:MOVES_TRIED]:
            assert (state.why_not(move) is None) == (move in legal), f"{move} in {state}"


def test_the_order_of_moves_is_no_accident(case: Case) -> None:
    game, options, played = case
    for state, _ in sample(played, 10):
        assert list(state.legal()) == list(state.legal())
        assert list(game.parse_position(game.position(state), options).legal()) == list(state.legal())


def test_states_cannot_be_changed(case: Case) -> None:
    _, options, played = case
    with pytest.raises((AttributeError, TypeError)):  # TypeError: of frozen classes with slots
        played[0][0].options = options  # type: ignore[misc]


def test_what_people_read_can_be_translated(case: Case) -> None:
    game, options, played = case
    texts = [game.title, *(side.name for side in game.sides(options)), played[-1][0].standing().reason]
    texts += [step.text for state, move in sample(played, 10) for step in game.steps(state, move)]
    texts += [text for lesson in game.lessons for text in (lesson.title, lesson.text)]
    assert all(isinstance(text, Text) for text in texts), [text for text in texts if not isinstance(text, Text)]


def test_colours_are_known(case: Case) -> None:
    game, options, _ = case
    assert {side.hue for side in game.sides(options)} <= HUES.keys()


def test_end(case: Case) -> None:
    game, options, played = case
    state = played[-1][0].play(played[-1][1])
    standing = state.standing()
    assert len(standing.scores) == game.seats(options)
    assert standing.winners and set(standing.winners) <= set(range(1, game.seats(options) + 1))
    assert sum(standing.share(seat) for seat in range(1, game.seats(options) + 1)) == pytest.approx(1)
    assert str(standing.reason)
    assert (state.result is not None) == state.over
    assert state.result is None or state.result.final
    if state.over:
        assert not state.legal()
        with pytest.raises(IllegalMove):
            state.play(played[-1][1])


def test_notation_reads_back(case: Case) -> None:
    game, _, played = case
    for state, move in played:
        assert game.parse(state, str(move)) == (move,)
    for state, _ in sample(played, 5):
        for move in state.legal():
            assert game.parse(state, str(move)) == (move,)
        for nonsense in ("", "zz", "é", "99999999999999999999", "²", "-1", "1 2 3 4 5 6 7 8 9", "\x00"):
            with pytest.raises((BadNotation, IllegalMove)):
                for part in game.parse(state, nonsense):
                    state = state.play(part)


def test_positions_read_back(case: Case) -> None:
    game, options, played = case
    for state in [*(state for state, _ in sample(played)), played[-1][0].play(played[-1][1])]:
        text = game.position(state)
        assert "\n" not in text
        again = game.parse_position(text, options)
        assert again == state, text
        assert again.cells() == state.cells()
    for nonsense in ("zz/zz", "é", "1,2,3", "\x00", "/" * 50, "²"):
        with pytest.raises(BadPosition):
            game.parse_position(nonsense, options)


def test_steps_rebuild_the_next_board(case: Case) -> None:
    game, options, played = case
    board = game.geometry(options)
    for state, move in played:
        steps = game.steps(state, move)
        assert not differences(rebuild(state.cells(), steps), state.play(move).cells()), (str(move), steps)
        for step in steps:
            assert str(step.text)
            assert all(cell in board for cell in step.cells)


def test_any_board_is_put_right_by_steps(case: Case) -> None:
    game, options, played = case
    board = game.geometry(options)
    states = [state for state, _ in sample(played)]
    for found, wanted in (*pairwise(states), *pairwise(reversed(states))):
        steps = game.restoring_steps(found.cells(), wanted.cells(), wanted.mover, options)
        left = differences(rebuild(found.cells(), steps), wanted.cells())
        assert all(board[change.cell].zone in UNTOUCHED_ZONES for change in left) and not (steps and left), left
        assert all(str(step.text) and all(cell in board for cell in step.cells) for step in steps)


def test_contents_lie_on_cells_of_the_geometry(case: Case) -> None:
    game, options, played = case
    board = game.geometry(options)
    names = [cell.name for cell in board.cells]
    assert len(names) == len(set(names))
    left, top, right, bottom = board.bounds
    for cell in board.cells:
        assert all(left <= x <= right and top <= y <= bottom for x, y in cell.polygon), cell
        assert board.hit(cell.foot) is not None and cell.size > 0
    for state, _ in sample(played):
        assert all(name in board for name in state.cells())


def tap_through(game: AnyGame, state: AnyState, move: Any, dice: random.Random) -> list[str]:
    """Return taps that lead to a move, found by following only what `taps` offers."""
    taps: list[str] = []
    while True:
        partial = game.partial_move(state, taps)
        assert move in partial.moves
        if partial.complete == move:
            return taps
        for name in sorted(partial.next, key=lambda _: dice.random()):
            try:
                if move in game.partial_move(state, [*taps, name]).moves:
                    taps.append(name)
                    break
            except IllegalMove:
                pytest.fail(f"{name} was offered after {taps}")
        else:
            pytest.fail(f"no tap leads on to {move} after {taps}")


def test_every_move_can_be_tapped(case: Case) -> None:
    game, options, played = case
    board = game.geometry(options)
    places = {cell.name for cell in board.cells} | {area.name for area in board.tap_areas}
    dice = random.Random(2)
    for state, move in sample(played, 12):
        if game.is_pass(move) or move == game.implied(state):
            continue
        taps = tap_through(game, state, move, dice)
        assert set(taps) <= places
        with pytest.raises(IllegalMove):
            game.partial_move(state, [*taps, "nowhere"])


def test_corrections(case: Case) -> None:
    game, _, played = case
    for (before, _), (after, _) in zip(sample(played, 8), sample(played, 8)[1:], strict=False):
        assert game.correct(after, {}).cells() == after.cells()
        with pytest.raises(BadPosition):
            game.correct(before, {"nowhere": None})


def test_another_colour_may_be_to_move_on_a_corrected_board(case: Case) -> None:
    game, options, played = case
    for state, _ in sample(played, 8):
        corrected = game.correct(state, {})
        for colour in range(1, len(game.sides(options)) + 1):
            try:
                turned = game.with_mover(corrected, colour)
            except IllegalMove:  # the pieces show whose turn it is, or dice do
                continue
            assert turned.mover == colour or turned.over
            assert game.parse_position(game.position(turned), options).mover == turned.mover
            for cell in game.geometry(options).cells:
                if cell.zone == "board":
                    assert turned.cells().get(cell.name) == corrected.cells().get(cell.name)


def test_files_read_back(case: Case) -> None:
    game, options, played = case
    line = Line.begin(game, game.start(options))
    for _, move in played:
        line = line.play(move)
    corrected = Line.begin(game, played[len(played) // 2][0])
    for form in formats_of(game):
        if form.suffix == ".moves" or str(options) == str(game.options()):
            (found,) = form.read(form.write([PlayedGame.of(line)]))
            again = found.line
            assert again.state.cells() == line.state.cells() and again.moves == line.moves
        for nonsense in ("", "zz\nzz\n", "\x00", "(;", "9" * 50):
            with pytest.raises(FourthSeatError):
                form.read(nonsense)
    plain = format_of(game, "x.MOVES")
    (found,) = plain.read(plain.write([PlayedGame.of(corrected)]))
    assert found.line == corrected
    with pytest.raises(BadNotation):
        format_of(game, "x.unknown")


HANDICAPS = [(name, options) for name in game_names() for options in uneven(find(name))]
each_handicap = pytest.mark.parametrize(
    ("name", "options"), HANDICAPS, ids=[f"{name}-{options}" for name, options in HANDICAPS]
)


@each_handicap
def test_a_handicap_changes_the_start_and_is_written_only_if_there_is_one(name: str, options: Options) -> None:
    game = find(name)
    (option,) = game.handicaps(options)
    even = Options(game.declared_options, {**options, option.name: option.default})
    assert not game.handicaps(even) and option.name not in str(even) and game.options(str(even)) == even
    assert option.name in str(options)
    start, usual = game.start(options), game.start(even)
    assert start.cells() != usual.cells() or game.match_score(options) != game.match_score(even)
    assert start.mover == usual.mover and not start.over


@each_handicap
def test_a_handicap_goes_with_its_player(name: str, options: Options) -> None:
    """Once all have moved on by one seat as often as there are seats, everything is as before; and each time, the seat of
    whoever has the handicap has it."""
    game = find(name)

    def owners(chosen: Options) -> set[int]:
        hues = {option.handicap for option in game.handicaps(chosen)}
        sides = game.sides(chosen)
        seats = range(1, game.seats(chosen) + 1)
        return {seat for seat in seats if any(sides[n - 1].hue in hues for n in game.colours_of(seat, chosen))}

    chosen, had = options, owners(options)
    for _ in range(game.seats(options)):
        chosen = game.moved_on(chosen)
        had = {(seat - 2) % game.seats(options) + 1 for seat in had}
        assert owners(chosen) == had
        game.start(chosen)
    assert chosen == options


@each_handicap
def test_a_game_with_a_handicap_is_exported_whole_or_not_at_all(name: str, options: Options) -> None:
    game = find(name)
    line = Line.begin(game, game.start(options))
    for _, move in random_game(game, options, seed=5)[:30]:
        line = line.play(move)
    for form in formats_of(game):
        try:
            text = form.write([PlayedGame.of(line)])
        except BadNotation as error:
            assert form.suffix != ".moves" and str(error)
            continue
        (found,) = form.read(text)
        assert (found.options, found.line.moves, found.line.state) == (options, line.moves, line.state)


def test_next_game_has_options_that_can_be_played(case: Case) -> None:
    game, options, played = case
    result = played[-1][0].play(played[-1][1]).standing()
    following = game.next_game(options, result)
    assert following is None or not game.start(following).over


@pytest.mark.parametrize("name", game_names())
def test_who_is_said_to_begin_begins_and_all_keep_their_colours(name: str) -> None:
    game = find(name)
    for declared in (game.options(), *(game.options(f"players={n}") for n in (2, 3) if name == "blokus")):
        beginnings = game.beginnings(declared)
        for title, options in beginnings.items():
            start, sides = game.start(options), game.sides(options)
            assert start.to_move == CHANCE or str(sides[start.mover - 1].name) == str(title)
            assert game.beginnings(options) == beginnings, "whoever begins, the choice is the same"
            owned = {
                frozenset(sides[n - 1].hue for n in game.colours_of(seat + 1, options))
                for seat in range(game.seats(options))
            }
            usual = {
                frozenset(game.sides(declared)[n - 1].hue for n in game.colours_of(seat + 1, declared))
                for seat in range(game.seats(declared))
            }
            assert owned == usual


def test_diagram(case: Case) -> None:
    game, _, played = case
    for state, _ in sample(played, 5):
        assert len(game.diagram(state).splitlines()) > 2


@pytest.mark.parametrize("name", game_names())
def test_the_sample_position_can_be_shown(name: str) -> None:
    game = find(name)
    if game.sample_position:
        state = game.parse_position(game.sample_position, game.options())
        assert not state.over
        assert state.cells() != game.start(game.options()).cells()


@pytest.mark.parametrize("name", game_names())
def test_a_game_is_called_like_its_folder(name: str) -> None:
    game = find(name)
    assert game.name == name and find(name.upper()) is game
    assert all(find(alias) is game and alias == alias.lower() for alias in game.aliases)


@pytest.mark.parametrize("name", game_names())
def test_lessons_say_how_to_play(name: str) -> None:
    """Each is short, and the rules confirm each picture: `frames` plays its moves, or asks why they are refused."""
    game = find(name)
    assert MIN_LESSONS <= len(game.lessons) <= MAX_LESSONS, "lessons: see games/lessons/lesson.py"
    for lesson in game.lessons:
        assert len(str(lesson.title)) <= 30 and len(str(lesson.text)) <= 200, lesson.title
        assert lesson.pictures
        shown = [frame for picture in lesson.pictures for frame in frames(game, picture)]
        assert 1 <= len(shown) <= 5, lesson.title
        for picture in lesson.pictures:
            for frame in frames(game, picture):
                named = {*frame.cells, *(frame.comes or ()), *(frame.forbidden or ()), *frame.choices, *frame.marked}
                assert all(cell in frame.geometry for cell in named), (lesson.title, named)
                assert all(step.leaves for step in frame.steps), lesson.title
                assert all(cell in frame.geometry for step in frame.steps for cell in step.cells), lesson.title
                assert (frame.reason is not None) == (picture.shows is Shows.REFUSAL)
                assert frame.choices or picture.shows is not Shows.CHOICES
