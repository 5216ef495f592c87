"""Add-ons: found in the data folder, asked about once, used only when they are allowed, and gone without a trace."""

from __future__ import annotations

import os
import shutil
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from fourth_seat import games
from fourth_seat.boundary.additions import VARIABLE, additions
from fourth_seat.commands.installation import addons as addons_command
from fourth_seat.engines import engine_of
from fourth_seat.engines.levels import level
from fourth_seat.engines.move_selector import MoveSelector
from fourth_seat.games.errors import UnknownGame
from fourth_seat.hardware.declared import unusable
from fourth_seat.hardware.lights.drivers import LedDriver, drivers
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.hardware.text.drivers import make_panel
from fourth_seat.table.settings import addons, language
from fourth_seat.table.settings.addons import NoAddOn
from fourth_seat.words import Catalogue, FourthSeatError, say
from fourth_seat.words.catalogue import languages

PROJECT = """
[project]
name = "{name}"
version = "2.1"
[project.entry-points."fourth_seat.{kind}"]
{point}
"""
RAN = "raise SystemExit('it was run')"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(sys, "path", sys.path[:])
    _forget()
    yield tmp_path
    os.environ.pop(VARIABLE, None)
    _forget()


def _forget() -> None:
    games.forget_games()
    engine_of.cache_clear()


def put(home: Path, name: str, kind: str, point: str, code: str = RAN, inside: str = "src") -> Path:
    """Put an add-on with one module, `its_NAME`, into the data folder."""
    folder = home / "addons" / name
    (folder / inside).mkdir(parents=True)
    (folder / "pyproject.toml").write_text(PROJECT.format(name=name, kind=kind, point=point))
    (folder / inside / f"its_{name}.py").write_text(code)
    return folder


@pytest.mark.parametrize("inside", ["src", "."])
def test_it_is_asked_about_once_and_none_of_it_runs_before(home: Path, inside: str) -> None:
    folder = put(home, "hex", "games", 'hex = "its_hex:GAME"', inside=inside)
    (addon,) = addons.activate()
    assert (addon.name, addon.version, addon.place) == ("hex", "2.1", folder)
    question = str(addons.question(addon))
    assert "hex 2.1" in question and str(folder) in question and "the game hex" in question
    assert not additions("fourth_seat.games") and "hex" not in games.game_names()
    addons.answer(addon, allowed=False)
    assert addons.activate() == [] and not additions("fourth_seat.games")
    addons.answer(addon, allowed=True)
    assert addons.activate() == [] and "hex" in additions("fourth_seat.games")
    assert sys.path[-1] == str((folder / inside).resolve()) or sys.path[-1] == str(folder)


def test_one_that_lies_elsewhere_is_asked_about_again(home: Path) -> None:
    folder = put(home, "hex", "games", 'hex = "its_hex:GAME"')
    addons.answer(addons.named("hex"), allowed=True)
    folder.rename(home / "addons" / "other")
    assert [addon.name for addon in addons.activate()] == ["hex"]
    assert not additions("fourth_seat.games")


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
@pytest.mark.parametrize("changeable", [".", "src", "src/its_hex.py", "pyproject.toml", "src/data", "src/data/de.mo", ".."])
def test_one_that_others_can_change_is_not_used_and_it_is_said_why(home: Path, changeable: str) -> None:
    folder = put(home, "hex", "games", 'hex = "its_hex:GAME"')
    (folder / "src" / "data").mkdir()
    (folder / "src" / "data" / "de.mo").write_bytes(b"")
    addons.answer(addons.named("hex"), allowed=True)
    place = (folder / changeable).resolve()
    place.chmod(0o777)
    (addon,) = addons.found()
    named = folder if changeable == ".." else place
    assert str(addon.trouble) == f"other users of this computer can change {named}"
    assert addons.activate() == [] and not additions("fourth_seat.games")
    with pytest.raises(NoAddOn, match="can change"):
        addons.named("hex")


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_where_its_links_lead_counts_too(home: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = put(home, "hex", "games", 'hex = "its_hex:GAME"')
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "more.py").write_text("")
    (folder / "src" / "more").symlink_to(elsewhere)
    assert addons.found()[0].trouble is None
    (elsewhere / "more.py").chmod(0o666)
    assert str(elsewhere / "more.py") in str(addons.found()[0].trouble)


@pytest.mark.parametrize("content", ["", "[project", 'x = "' + "a" * 200_000, "[project]\nname = 1\n", "\xff"])
def test_a_folder_that_is_no_add_on_is_listed_with_the_reason(home: Path, content: str) -> None:
    (home / "addons" / "x").mkdir(parents=True)
    (home / "addons" / "x" / "pyproject.toml").write_text(content, "latin-1")
    (home / "addons" / "letter.txt").write_text("Dear Anna")
    (addon,) = addons.found()
    assert addon.name == "x" and "pyproject.toml" in str(addon.trouble) and addons.activate() == []
    (home / "addons" / "x" / "pyproject.toml").unlink()
    assert "it has no pyproject.toml" in str(addons.found()[0].trouble)


def test_a_game_that_comes_with_the_program_keeps_its_name(home: Path) -> None:
    put(home, "hex", "games", 'kalah = "its_hex:GAME"')
    assert "comes with the program" in str(addons.found()[0].trouble) and addons.activate() == []


def test_of_two_with_one_name_the_first_is_used(home: Path) -> None:
    first = put(home, "hex", "games", 'hex = "its_hex:GAME"')
    second = first.with_name("hex2")
    first.with_name("hex").rename(second)
    put(home, "hex", "games", 'hex = "its_hex:GAME"')
    used, other = addons.found()
    assert used.trouble is None and other.place == second and str(first) in str(other.trouble)


def test_no_other_code_of_the_same_name_runs_in_its_place(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = put(home, "hex", "games", 'hex = "its_hex:GAME"')
    addons.answer(addons.named("hex"), allowed=True)
    site = home / "site"
    site.mkdir()
    (site / "its_hex.py").write_text(RAN)
    monkeypatch.syspath_prepend(str(site))
    (addon,) = addons.found()
    assert str(addon.trouble) == f"Python has another its_hex in {site / 'its_hex.py'}: uninstall one of the two"
    assert addons.activate() == [] and not additions("fourth_seat.games")
    monkeypatch.setattr(sys, "path", [str(folder / "src"), *sys.path])  # installed from the folder itself
    assert addons.found()[0].trouble is None


def test_a_game_that_is_not_allowed_is_said_to_be_in_its_add_on(home: Path) -> None:
    put(home, "hexes", "games", 'hex = "its_hexes:GAME"')
    addons.activate()
    with pytest.raises(UnknownGame, match="hex is in the add-on hexes, which is not allowed") as asked:
        games.find("hex")
    assert asked.value.name == "hex"
    assert addons.named("hex").name == "hexes", "it can be allowed by what it adds"
    addons.answer(addons.named("hex"), allowed=False)
    addons.activate()
    _forget()
    with pytest.raises(UnknownGame, match="addons --allow hexes"):
        games.find("hex")


def _named_player(name: str) -> object:
    return level("swift", name)


MISSED: dict[str, Callable[[str], object]] = {
    "games": games.find,
    "engines": _named_player,
    "lights": lambda name: make_strip(f"{name}:x", 10),
    "text_displays": lambda name: make_panel(f"{name}:x"),
    "languages": language.named,
}


@pytest.mark.parametrize("kind", sorted(MISSED))
def test_what_is_missed_is_said_to_be_in_its_add_on_with_what_to_do(home: Path, kind: str) -> None:
    put(home, "hexes", kind, 'hx = "its_hexes:THING"')
    addons.activate()
    with pytest.raises(FourthSeatError, match=r"hx is in the add-on hexes, .* allow it with addons --allow hexes"):
        MISSED[kind]("hx")
    addons.answer(addons.named("hexes"), allowed=True)
    if os.name == "posix":
        (home / "addons" / "hexes" / "pyproject.toml").chmod(0o666)
        addons.activate()
        _forget()
        with pytest.raises(FourthSeatError, match="hx is in the add-on hexes, which cannot be used: run the command"):
            MISSED[kind]("hx")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("1 / 0", "ZeroDivisionError at its_"),
        ("", "AttributeError at additions.py"),
        ("THING = 5", "its_.*:THING is not a"),
        ("class THING: scheme = name = 'other'", "its_.*:THING is not a"),
    ],
)
@pytest.mark.parametrize("kind", sorted(MISSED.keys() - {"languages"}))
def test_what_does_not_work_is_named_where_it_is_missed_and_in_the_list(
    home: Path, kind: str, code: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"hx{abs(hash((kind, code)))}"
    allow(home, name, kind, f'{name} = "its_{name}:THING"', code)
    with pytest.raises(FourthSeatError, match=f"the add-on {name} does not work: {reason}"):
        MISSED[kind](name)
    addons_command.run(Namespace(allow=None, refuse=None))
    assert f"{name} 2.1  allowed, but the add-on {name} does not work: " in capsys.readouterr().out


def test_its_folder_stays_as_it_is(home: Path) -> None:
    allow(home, "plain", "games", 'plain = "its_plain:GAME"', "GAME = 1")
    with pytest.raises(UnknownGame):
        games.find("plain")
    assert not list((home / "addons").rglob("__pycache__"))


def test_bad_syntax_is_placed_where_it_stands(home: Path) -> None:
    allow(home, "syntax", "games", 'syntax = "its_syntax:GAME"', "import its_syntax_rules")
    (home / "addons" / "syntax" / "src" / "its_syntax_rules.py").write_text("x = 1\ny = = 2\n")
    with pytest.raises(UnknownGame, match=r"SyntaxError at its_syntax_rules\.py:2"):
        games.find("syntax")


def test_the_variable_of_somebody_else_says_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(home, "hex", "games", 'hex = "its_hex:GAME"')
    monkeypatch.setenv(VARIABLE, '[["fourth_seat.games", "hex", "its_hex:GAME", "hex", true]]')
    addons.activate()
    assert not additions("fourth_seat.games")


def allow(home: Path, name: str, kind: str, point: str, code: str) -> None:
    put(home, name, kind, point, code)
    addons.answer(addons.named(name), allowed=True)
    addons.activate()
    _forget()


@pytest.mark.parametrize("code", ["1 / 0", "GAME = 5", "", "raise SystemExit", "from fourth_seat.games.kalah import GAME"])
def test_a_game_that_does_not_work_is_named_and_the_others_can_be_played(home: Path, code: str) -> None:
    name = f"hex{abs(hash(code))}"
    allow(home, name, "games", f'{name} = "its_{name}:GAME"', code)
    assert len(games.all_games()) == 5
    with pytest.raises(UnknownGame, match=name) as refused:
        games.find(name)
    assert "division by zero" not in str(refused.value)


def test_a_player_that_does_not_work_leaves_the_generic_search(home: Path) -> None:
    allow(home, "player", "engines", 'nowhere = "its_player:ENGINE"', "1 / 0")
    assert list(engine_of("nowhere").players) == ["random"]
    game = type("Nowhere", (type(games.find("connect4")),), {"name": "nowhere"})()
    selector = MoveSelector(game, game.options(), level("3", "connect4"), Random(1))
    (notice,) = selector.notices()
    assert str(notice).startswith("the add-on player does not work: ZeroDivisionError") and not selector.notices()


def test_a_language_comes_from_its_compiled_file_and_nothing_is_run(home: Path) -> None:
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    folder = put(home, "french", "languages", 'fr = "french_words"')
    (folder / "src" / "french_words").mkdir()
    (folder / "src" / "french_words" / "__init__.py").write_text(RAN)
    catalog = Catalog("fr")
    catalog.add("red", "rouge")
    catalog.add("this language", "Français", context="its own name, such as Deutsch")
    with (folder / "src" / "french_words" / "fr.mo").open("wb") as file:
        write_mo(file, catalog)
    addons.answer(addons.named("french"), allowed=True)
    addons.activate()
    assert "fr" in languages() and language.name_of("fr") == "Français"
    assert Catalogue("fr").render(say("red")) == "rouge" and Catalogue("de").render(say("red")) == "Rot"
    (folder / "src" / "french_words" / "fr.mo").write_bytes(b"\xde\x12\x04\x95" + b"\xff" * 50)
    assert Catalogue("fr").render(say("red")) == "red"


def test_one_that_there_is_not_is_refused_with_those_that_there_are(home: Path) -> None:
    with pytest.raises(NoAddOn, match="addons"):
        addons.named("hex")
    put(home, "hex", "games", 'hex = "its_hex:GAME"')
    with pytest.raises(NoAddOn, match="the add-ons are: hex"):
        addons.named("chess")


@pytest.mark.parametrize(
    ("code", "lacks"),
    [
        ("examples = drives = repeat = send = close = open_at = None", ""),
        ("drives = repeat = send = close = open_at = None", "examples"),
        ("examples = repeat = send = close = open_at = None", "drives"),
        ("examples = drives = repeat = open_at = None", "close, send"),
    ],
)
def test_a_driver_that_lacks_something_is_not_used_and_it_is_said_what(home: Path, code: str, lacks: str) -> None:
    name = f"hx{abs(hash(code))}"
    source = f"from fourth_seat.hardware.lights.drivers import LedDriver\nclass THING(LedDriver):\n    scheme = {name!r}\n"
    allow(home, name, "lights", f'{name} = "its_{name}:THING"', f"{source}    {code}\n")
    trouble = unusable(LedDriver, name)
    assert (name in drivers()) is not bool(lacks)
    assert str(trouble or "").endswith(f"its_{name}:THING has no {lacks}" if lacks else "")


def test_a_language_file_without_a_known_encoding_is_left_out(home: Path) -> None:
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    folder = put(home, "french", "languages", 'fr = "french_words"')
    (folder / "src" / "french_words").mkdir()
    catalog = Catalog("fr")
    catalog.add("red", "rouge")
    compiled = folder / "src" / "french_words" / "fr.mo"
    with compiled.open("wb") as file:
        write_mo(file, catalog)
    compiled.write_bytes(compiled.read_bytes().replace(b"charset=utf-8", b"charset=CHARS"))  # as xgettext leaves it
    addons.answer(addons.named("french"), allowed=True)
    addons.activate()
    assert Catalogue("fr").render(say("red")) == "red"


def test_what_an_editable_installation_leaves_in_its_sources_is_not_listed_again(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = put(home, "hex", "games", 'hex = "its_hex:GAME"')
    left = folder / "src" / "hex.egg-info"
    left.mkdir()
    (left / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: hex\nVersion: 2.1\n")
    (left / "entry_points.txt").write_text("[fourth_seat.games]\nhex = its_hex:GAME\n")
    monkeypatch.syspath_prepend(str(folder / "src"))
    assert [addon.place for addon in addons.found()] == [folder]
    installed = home / "site"
    shutil.copytree(left, installed / "hex-2.1.dist-info")
    (installed / "hex-2.1.dist-info" / "PKG-INFO").rename(installed / "hex-2.1.dist-info" / "METADATA")
    folder.rename(home / "hex")
    monkeypatch.setattr(sys, "path", [str(installed), str(home / "hex" / "src"), *sys.path])
    assert [addon.place for addon in addons.found()] == [installed]
