"""Text from people, terminals, file managers and other programs."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Mapping
from urllib.parse import quote

from benchmarks.reliability.checkout import Checkout
from benchmarks.reliability.found.case import Case

ENCODED: tuple[Callable[[str], bytes], ...] = (
    lambda text: codecs.BOM_UTF8 + text.encode(),
    lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
)
ODD_NAME = "Anna's 1st (best) game, Zoë & Ben.moves"


def mark_before_engine(checkout: Checkout) -> bool:
    """Pipe commands with a byte order mark before them into `engine`, as PowerShell does, in UTF-8 and UTF-16."""
    return all(
        checkout.run("engine", "connect4", "--level", "random", typed=encoded("name\r\nquit\r\n")).out.startswith("= ")
        for encoded in ENCODED
    )


def mark_before_solve(checkout: Checkout) -> bool:
    """Pipe positions with a byte order mark before them into `solve`."""
    position = "444444"
    plain = checkout.run("solve", "connect4", typed=position.encode()).out
    marked = [checkout.run("solve", "connect4", typed=encoded(position)).out for encoded in ENCODED]
    return bool(plain) and set(marked) == {plain}


def mark_before_play(checkout: Checkout) -> bool:
    """Pipe moves with a byte order mark before them into `play --terminal`, with the page for phones open and without."""
    return all(
        '"event": "move"' in checkout.play("--json", "--seats", "human,human", *more, typed=encoded("4\r\nquit\r\n")).out
        for encoded in ENCODED
        for more in ((), ("--phones",))
    )


def long_number(checkout: Checkout) -> bool:
    """Number a command for the engine with 20 digits: it is answered under that number."""
    outcome = checkout.run("engine", "connect4", "--level", "random", typed=b"12345678901234567890 name\nquit\n")
    return outcome.out.startswith("=12345678901234567890 ")


def quoted_game(checkout: Checkout) -> bool:
    """Choose a game of the engine with its name in quotes."""
    typed = b'set_game "Blokus Duo"\nset_game \'Blokus\'\nset_game "Blokus Two-Player"\nquit\n'
    outcome = checkout.run("engine", "connect4", "--level", "random", typed=typed)
    return outcome.sound and "?" not in outcome.out and "=" in outcome.out


def _ways(path: str) -> list[str]:
    """Return a path in the forms of a drop into a terminal, or a copy in a file manager."""
    escaped = "".join("\\" + sign if sign in " '\"()&\\,!" else sign for sign in path)
    single = "'" + path.replace("'", "'\\''") + "'"
    double = '"' + path + '"'
    return [path, escaped, single, double, f"{single} ", f"file://{quote(path)}", f"file://localhost{quote(path)}"]


def dropped_paths(checkout: Checkout) -> bool:
    """Import a file whose name is dropped into the terminal: in quotes, with backslashes, as a `file://` address."""
    folder = checkout.folder / "my games"
    folder.mkdir()
    file = folder / ODD_NAME
    file.write_text("game connect4\n4\n4\n")
    for way in _ways(str(file)):
        outcome = checkout.play("--json", "--seats", "human,human", typed=f"import {way}\nquit\n".encode())
        if not (outcome.sound and outcome.out.count('"event": "move"') == 2):
            return False
    return True


def exported_paths(checkout: Checkout) -> bool:
    """Export to a path that was dropped into the terminal: the file is where it was meant to be, and nowhere else."""
    folder = checkout.folder / "my games"
    folder.mkdir()
    file = folder / ODD_NAME
    for way in _ways(str(file))[1:]:
        outcome = checkout.play("--json", "--seats", "human,human", typed=f"4\nexport {way}\nquit\n".encode())
        if not (outcome.sound and [path.name for path in folder.iterdir()] == [file.name]):
            return False
        file.unlink()
    return True


def home_folder(checkout: Checkout) -> bool:
    """Export to a path that begins with a tilde."""
    home = checkout.folder / "person"
    home.mkdir()
    typed = b"4\nexport ~/game.moves\nexport --force '~/other.moves'\n"
    outcome = checkout.play("--json", "--seats", "human,human", typed=typed, HOME=str(home))
    return outcome.sound and sorted(path.name for path in home.glob("*.moves")) == ["game.moves", "other.moves"]


def paths_of_arguments(checkout: Checkout) -> bool:
    """Give commands a path as a `file://` address, or in quotes that no shell took off."""
    letter = checkout.folder / "my record.jsonl"
    checkout.play("--json", "--seats", "human,human", typed=b"1\n2\n1\n2\n1\n2\n1\n")
    next(checkout.home.glob("records/*.jsonl")).rename(letter)
    page = checkout.folder / "my page.pdf"
    for way in (f"file://{quote(str(letter))}", f'"{letter}"', f"'{letter}'"):
        outcome = checkout.run("keep", way, "--to", f"file://{quote(str(page))}")
        if not (outcome.sound and page.exists()):
            return False
        page.unlink()
    return True


def names_on_display(checkout: Checkout) -> bool:
    """Show names in other scripts on a text display: two players stay two, none of them in question marks."""
    names = [
        "Дмитрий",
        "Дарья",
        "Ελένη",
        "Γιώργος",
        "שרה",
        "דוד",
        "محمد",
        "فاطمة",
        "さくら",
        "花子",
        "민준",
        "ნინო",
        "Անի",
        "सीता",
    ]
    code = "import json, sys; from fourth_seat.hardware.text.ascii_text import to_ascii; "
    code += "print(json.dumps([to_ascii(name) for name in json.loads(sys.argv[1])]))"
    outcome = checkout.python(code, json.dumps(names))
    if not outcome.sound:
        return False
    shown = json.loads(outcome.out)
    return len(set(shown)) == len(names) and all(name.isascii() and name.strip() and "?" not in name for name in shown)


CASES: Mapping[str, Case] = {
    "mark-engine": Case("outside 33, L", mark_before_engine),
    "mark-solve": Case("outside 33, L", mark_before_solve),
    "mark-play": Case("outside 33, L", mark_before_play),
    "gtp-number": Case("outside 32", long_number, quick=True),
    "gtp-quotes": Case("outside 32", quoted_game, quick=True),
    "dropped-import": Case("outside list 6", dropped_paths),
    "dropped-export": Case("outside list 6", exported_paths),
    "home-folder": Case("outside list 6", home_folder),
    "path-arguments": Case("outside list 6", paths_of_arguments),
    "display-names": Case("outside 58", names_on_display, quick=True),
}
