"""Other people's data is read by one rule: numbers by `boundary.numbers`, files by `boundary.files`, JSON by `json_forms`.

A new place is either changed to do so or, if nobody else can have written the data it reads, added here.
"""

from __future__ import annotations

import ast
from pathlib import Path

from tests.house import structure

TOOLKIT = """
    ui: int(event.state)
    ui: int(self.cget('width'))
    ui: int(self.cget('height'))
    ui: int(event.state)
    ui: int(event.char)
    ui: int(self.cget('width'))
    ui: int(self.cget('height'))
    ui: int(options.get('-columnspan', 1))
    ui: str(index).isdigit()
    ui: float(options.get('-x', 0))
    ui: float(options.get('-relx', 0))
    ui: int(index)
    ui: int(options.get('-column', 0))
    ui: int(float(options['-wraplength']))
    ui: float(self._tk.call('font', 'measure', font, text))
    ui: float(drawn[drawn.index('-width') + 1])
    ui: int(character)
    ui: int(event.state)
"""
"""Tk's reports about its own widgets and events, and digits that were compared with ASCII ones."""

OWN = """
    games: int(name[1:])
    games: int(name[0])
    games: int(name[1])
    games: int(CELLS[cell])
    games: int(CELLS[cell][1])
    hardware: int(colour[1:3], 16)
    hardware: int(colour[3:5], 16)
    hardware: int(colour[5:7], 16)
    hardware: int(cell.name.split(':')[1])
    hardware: int(f'{n:0{bits}b}'[::-1], 2)
    look: float(token)
    ui: int(cell.label)
    words: rendered.isdigit()
    vision: int(handle)
    processes: int(vars(process)['_handle'])
    processes: int(name)
    processes: int(number)
    processes: name.isdigit()
    vision: float(settings.get('rate', 10.0))
    vision: int(settings.get('still', 1))
"""
"""The program's own names of cells and colours, strokes of icons, messages among its own processes, and the system of
processes."""

NUMBERS = """
    calibration: float(x)
    calibration: float(y)
    calibration: float(matrix[0, 0])
    calibration: float(number)
    calibration: float(k)
    hardware: map(float, value)
    hardware: float(brightness)
    calibration: float(tries[np.argmin(off)])
    calibration: float(x)
    calibration: float(y)
    calibration: float(height)
    commands: float(np.linalg.norm(lens.straightened(corner) - corner))
    commands: float(x)
    commands: float(y)
    games: int(crawford_game(options))
    games: int(answering)
    games: int(flag)
    games: float(ROWS)
    hardware: float(self._metrics.stringWidth(letters, self._face(bold), size))
    hardware: float(_font(self.script.face(bold), round(size * self._scale)).getlength(letters))
    hardware: int(bool(edge))
    hardware: int(bool(fill))
    ui: int(score.wins)
    ui: int(used)
    ui: float(unit)
    vision: float(entry['t'])
    setup: float(change.max())
    setup: int(change.argmax())
    setup: float(np.median(change))
    setup: float(x)
    setup: float(y)
    vision: float(x)
    vision: float(y)
"""
"""Numbers already, or values of TOML and JSON, whose errors are caught where they are read."""

FILES = """
    engines: path.read_bytes()
    processes: (ROOT / 'pyproject.toml').read_text('utf-8')
    engines: Path(folder, f'{name}.so').read_bytes()
    engines: path.read_text('utf-8')
    engines: path.read_bytes()
    page: path.read_bytes()
    vision: name.read_text()
    vision: (process / 'comm').read_text()
    vision: json.loads(line or '')
    words: path.open('rb')
    words: path.open('rb')
    words: path.read_text('utf-8')
"""
"""The program's own files, the system's lists of devices, and the settings that it gives its own processes."""

OPENERS = (".read_text", ".read_bytes", "json.loads", "json.load", "cv2.imread")
NUMERIC = {"engines", "inference", "vision"}
"""Packages that compute with arrays; of them only the folders of `TEXTUAL` take numbers from text."""
TEXTUAL = {"gtp", "camera", "worker"}


def _package(path: Path) -> str:
    return structure.relative(path).partition("/")[0]


def _takes_text(path: Path) -> bool:
    """Return whether a file may be given text that others wrote."""
    package, *below = Path(structure.relative(path)).parts
    return package != "boundary" and (package not in NUMERIC or below[0] in TEXTUAL)


def numbers_read_outside_the_boundary() -> list[str]:
    """Return places that may turn the text of others into numbers by means other than `boundary.numbers`.

    These are `int` and `float` of anything but arithmetic and the game's options, `isdigit` and its kind, which know the
    digits of all scripts, and patterns whose `\\d` does.
    """
    found = []
    for path in filter(_takes_text, structure.files()):
        for node in structure.nodes(path):
            if not isinstance(node, ast.Call):
                continue
            name = ast.unparse(node.func)
            read = name in ("int", "float") and node.args and not _is_number(node.args[0])
            digits = name.endswith((".isdigit", ".isdecimal", ".isnumeric"))
            pattern = name.startswith("re.") and "\\d" in ast.unparse(node.args[0]) and "re.ASCII" not in ast.unparse(node)
            mapped = name == "map" and ast.unparse(node.args[0]) in ("int", "float")
            if read or digits or pattern or mapped:
                found.append(f"{_package(path)}: {ast.unparse(node)}")
    return found


def _is_number(node: ast.expr) -> bool:
    """Return whether an expression is clearly not text: arithmetic, a comparison, a constant, an option of a game."""
    if isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("options"):
        return True
    return isinstance(node, ast.BinOp | ast.UnaryOp | ast.Compare | ast.BoolOp | ast.Constant)


def files_read_outside_the_boundary() -> list[str]:
    """Return places that open a file by means other than `boundary.files`, or parse JSON by means other than `boundary`."""
    found = []
    for path in structure.files():
        if structure.relative(path).startswith("boundary/"):
            continue
        for node in structure.nodes(path):
            if not isinstance(node, ast.Call):
                continue
            name = ast.unparse(node.func)
            opened = name.endswith(".open") and node.args and ast.unparse(node.args[0]) in ("'rb'", "'r'", "'ab'", "'r+b'")
            if opened or name == "open" or name.endswith(OPENERS):
                found.append(f"{_package(path)}: {ast.unparse(node)}")
    return found


def unknown(found: list[str], *known: str) -> list[str]:
    """Return the offenders that are not among the known ones, and the known ones that are gone."""
    expected = {line.strip() for lines in known for line in lines.splitlines() if line.strip()}
    return sorted(set(found) ^ expected)


def test_numbers_are_read_at_the_boundary() -> None:
    assert unknown(numbers_read_outside_the_boundary(), TOOLKIT, OWN, NUMBERS) == []


def test_files_are_read_at_the_boundary() -> None:
    assert unknown(files_read_outside_the_boundary(), FILES) == []
