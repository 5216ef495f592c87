"""The parsers of files that others wrote, and of the positions and moves in them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from benchmarks.reliability.fuzz import seeds
from benchmarks.reliability.fuzz.inputs import Parse, Prepare, as_text, clock, game_of
from benchmarks.reliability.fuzz.seeds import states

# -- records and settings --------------------------------------------------------------------------------------------------


def record(home: Path) -> Parse:
    from fourth_seat.games.formats import formats_of
    from fourth_seat.table import announce
    from fourth_seat.table.analysis.score_sheet import score_sheet
    from fourth_seat.table.analysis.session import current_session, next_game, session_scores
    from fourth_seat.table.record.saved import unfinished
    from fourth_seat.table.settings.engine_commands import EngineCommands
    from fourth_seat.table.table import Table

    folder = home / "records"
    folder.mkdir(exist_ok=True)
    path = folder / "2026-11-21-connect4-1.jsonl"
    engines = EngineCommands({"known": "true"})

    def load(data: bytes) -> None:
        for old in folder.iterdir():
            old.unlink()
        path.write_bytes(data)
        unfinished(folder, 9)
        session_scores(folder, current_session(folder, clock()))
        table = Table.resume(path, clock)
        try:
            engines.vacate(table)
            for text in (announce.turn(table), *(tally.title for tally in score_sheet(table)), *table.notices):
                str(text)
            next_game(table)
            kept, moves = table.record.path if table.record else path, [str(move) for move in table.line.moves]
            formats_of(table.game)[-1].write(table.games)
        finally:
            table.close()
        again = Table.resume(kept, clock)
        again.close()
        assert moves == [str(move) for move in again.line.moves]

    return load


def settings(_: Path) -> Parse:
    from fourth_seat.table.seats import read_seat
    from fourth_seat.table.settings import language
    from fourth_seat.ui import settings as window
    from fourth_seat.words import FourthSeatError

    def load(data: bytes) -> None:
        window.path().write_bytes(data)
        with suppress(language.BadLanguage):
            language.catalogue()
        kept = window.load()
        for last in kept.last.values():
            for seat in last.seats:
                try:
                    str(read_seat(seat))
                except FourthSeatError:
                    continue
        window.save(window.Settings(), kept)
        assert window.load() == kept

    return load


def engines(_: Path) -> Parse:
    from fourth_seat.table.settings import engine_commands

    def load(data: bytes) -> None:
        engine_commands.path().write_bytes(data)
        notices: list[object] = []
        commands = engine_commands.EngineCommands.load(notices.append)
        name = commands.add("an/engine --level 3")
        commands.save(notices.append)
        again = engine_commands.EngineCommands.load(notices.append)
        assert notices or again.add("an/engine --level 3") == name

    return load


def calibration(home: Path) -> Parse:
    from fourth_seat.calibration import camera, camera_settings, lens, orientation, store
    from fourth_seat.games import all_games
    from fourth_seat.hardware.lights import settings, usb_lookup
    from fourth_seat.words import FourthSeatError

    def load(data: bytes) -> None:
        store.path().write_bytes(data)
        (home / "devices.toml").write_bytes(data)
        for game in all_games():
            geometry = game.geometry(game.options())
            for part in (camera.load_camera, camera_settings.load_camera_settings, settings.load_lights_settings):
                with suppress(FourthSeatError):
                    part(game.name)
            with suppress(FourthSeatError):
                layout = settings.load_layout(game, geometry)
                assert layout is None or layout.under(geometry).count >= 0
        with suppress(FourthSeatError):
            lens.load_lens("2", (640, 480))
        with suppress(FourthSeatError):
            usb_lookup.load_usb_device()
        kept = orientation.load_orientation("connect4")
        for _ in range(2):
            orientation.save_orientation("connect4", kept.turned())
        assert orientation.load_orientation("connect4") == kept.turned()

    return load


# -- moves, positions, files of other programs -----------------------------------------------------------------------------


def file(suffix: str, *names: str) -> Prepare:
    """Return a target for files with a suffix, of the games with these names."""

    def prepare(_: Path) -> Parse:
        from fourth_seat.games import find
        from fourth_seat.games.formats import format_of
        from fourth_seat.table.seats import Person, Seat
        from fourth_seat.table.table import Table

        games = [find(name) for name in names]

        def read(data: bytes) -> None:
            text = as_text(data)
            game = next((game for game in games if f"game {game.name}" in text[:40]), games[0])
            form = format_of(game, f"a{suffix}")
            table = Table.begin(game, game.options(), [Seat((Person(),))] * game.seats(game.options()), None, clock)
            table.take_in(form.read(text))
            written = form.write(table.games)
            assert form.write(form.read(written)) == written

        return read

    return prepare


def any_file(_: Path) -> Parse:
    """Read a file of any game, whatever its name."""
    from fourth_seat.games import all_games
    from fourth_seat.games.formats import read_file

    def read(data: bytes) -> None:
        game, games = read_file("a", as_text(data), all_games())
        assert games and all(played.line.game is game for played in games)

    return read


def position(*names: str) -> Prepare:
    """Return a target for a position as text, of the game with this name, or of the one that the first byte selects."""

    def prepare(_: Path) -> Parse:
        from fourth_seat.games import find

        def read(data: bytes) -> None:
            game, text = (find(names[0]), as_text(data)) if names else game_of(data)
            state = game.parse_position(text, game.options())
            game.diagram(state)
            again = game.parse_position(game.position(state), state.options)
            assert game.position(again) == game.position(state)

        return read

    return prepare


def moves(_: Path) -> Parse:
    from fourth_seat.words import FourthSeatError

    def read(data: bytes) -> None:
        game, text = game_of(data)
        for state in states(game):
            with suppress(FourthSeatError):
                for move in game.parse(state, text):
                    if state.why_not(move) is None:
                        game.steps(state, move)
            with suppress(FourthSeatError):
                game.play_anyway(state, text)

    return read


def cells(_: Path) -> Parse:
    from fourth_seat.table.record.cell_text import read_cells
    from fourth_seat.words import FourthSeatError

    def read(data: bytes) -> None:
        game, text = game_of(data)
        for state in states(game):
            with suppress(FourthSeatError):
                game.position(game.correct(state, read_cells(game, state, text)))

    return read


# -- what other programs of this kind made ---------------------------------------------------------------------------------


def bundle(home: Path) -> Parse:
    """Unpack the archive of a newer version, packed here: its checksum would reject nearly all inputs."""
    import lzma
    import shutil

    from fourth_seat.processes.installation.bundle_folder import unpack

    archive, folder = home / "newer.tar.xz", home / "unpacked"

    def read(data: bytes) -> None:
        archive.write_bytes(data if data.startswith(seeds.XZ_MAGIC) else lzma.compress(summed(data), preset=0))
        try:
            with suppress(OSError):  # names that the disk does not accept
                unpack(archive, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    return read


def summed(tar: bytes) -> bytes:
    """Return a tar file whose headers have the checksums that readers require."""
    blocks = [tar[at : at + 512] for at in range(0, len(tar), 512)]
    for number, block in enumerate(blocks):
        if block[257:262] == b"ustar" and len(block) == 512:
            blocks[number] = block[:148] + b"%06o\0 " % (256 + sum(block[:148]) + sum(block[156:])) + block[156:]
    return b"".join(blocks)


def checkpoint(home: Path) -> Parse:
    """Read a folder of `arena --keep`: its list of units and, after a separating line, the games of one."""
    import json
    from hashlib import sha256

    from fourth_seat.engines.arena.rounds import TournamentPlan, games_of
    from fourth_seat.farm.checkpoint import UNITS_FILE, Checkpoint

    folder = home / "kept"
    folder.mkdir(exist_ok=True)
    plan = TournamentPlan("connect4", "", ("random", "seed"), 1)

    def read(data: bytes) -> None:
        lines, _, games = data.partition(seeds.ANSWER_END)
        digest = sha256(games).hexdigest().encode()  # otherwise no changed games would be looked at
        (folder / UNITS_FILE).write_bytes(
            json.dumps({"run": {}}).encode() + b"\n" + lines.replace(seeds.DIGEST_MARK, digest)
        )
        (folder / "round-0-of-2.unit").write_bytes(games)
        kept = Checkpoint(folder, {})
        if unit := kept.load("round-0-of-2"):
            list(games_of(plan, unit))

    return read


def translations(_: Path) -> Parse:
    """Parse somebody's translation of a language, and compile it."""
    from gettext import GNUTranslations
    from io import BytesIO

    from fourth_seat.words import po

    def read(data: bytes) -> None:
        with suppress(UnicodeDecodeError, po.BadTranslations):
            entries = po.read(data.decode())
            again = po.read(po.write(entries))
            assert [(entry.name, entry.plural, entry.forms) for entry in again] == [
                (entry.name, entry.plural, entry.forms) for entry in entries
            ]
            GNUTranslations(BytesIO(po.compiled(entry for entry in entries if entry.key)))

    return read


def pit_layout(_: Path) -> Parse:
    """Parse the places of a set's pits, in its appearance."""
    from fourth_seat.boundary.json_forms import parse_json
    from fourth_seat.vision.kalah.layout import LAYOUT_KEY, PitLayout

    def read(data: bytes) -> None:
        with suppress(ValueError):
            layout = PitLayout.of({LAYOUT_KEY: parse_json(data)}, 3)
            assert layout is None or PitLayout.of(layout.stored(), 3) is not None

    return read
