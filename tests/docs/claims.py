"""Claims in the documentation that can be looked up, each with a rule that checks it: commands, paths, names, links.

Run as `python -m tests.docs.claims`, it prints how many there are of each kind, and how many of them are right.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from babel.messages.pofile import read_po

from fourth_seat.commands import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / ".github").rglob("*.yml")])
LINK = re.compile(r"(?<=\]\()[^)\s]+(?=\))|(?<=<)https?://[^>\s]+(?=>)")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
LABEL = re.compile(r"\*\*([^*]+)\*\*|(?<!\*)\*([^*\s][^*]*)\*(?!\*)")
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
FILE = re.compile(r"[\w.-]+\.(?:py|md|toml|c|yml|pot|svg|npz|book)")
PATH = re.compile(r"[\w.*-]+(?:/[\w.*-]*)+")
PROGRAMS = ("companion.py", "fourth-seat")
SYSTEM = (
    *(
        "export",
        "apt",
        "apt-get",
        "adduser",
        "usermod",
        "reboot",
        "raspi-config",
        "make",
        "git",
        "cd",
        "echo",
        "ssh",
        "chmod",
        "brew",
        "grep",
    ),
    *("pip", "pipx", "uv", "xgettext", "msgfmt", "mosquitto_sub", "appstreamcli", "zig", "pre-commit", "pygettext3", "."),
)
"""Programs that are not ours: anything of ours in their arguments (a file, a folder) is a path, and is checked as one."""
OTHERS_MENUS = ("Code", "Services", "Config", "Security", "Display", "Display & Brightness")
"""Menus of phones, systems, sites and WLED."""
NOT_CHECKED_IN = re.compile(r"^(?:build|dist|_versions|records|extras|weights|trust|problems|addons|src|FOLDER|units)\b")
"""Places of files that the program or its developers make, which are not in the repository."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that a page says: its kind (a key of `FAULTS`) and its text."""

    page: Path
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}: {self.kind} {self.text}"


def claims(page: Path) -> Iterator[Claim]:
    """Yield what a page says, from its first line to its last."""
    text = page.read_text("utf-8")
    for language, block in BLOCK.findall(text):
        if language == "sh" or (not language and re.search(r"companion\.py|^\$ ", block, re.MULTILINE)):
            for line in block.replace("\\\n", " ").splitlines():
                if language == "sh" or line.startswith(("$ ", *PROGRAMS, "python")):
                    for each in commands(line.removeprefix("$ ")):
                        yield Claim(page, "other program" if kind_of(each) == "other program" else "command", each)
    prose = BLOCK.sub("", text)
    yield from (Claim(page, "link", link) for link in LINK.findall(prose))
    yield from (Claim(page, "label", label) for label in labels(prose))
    for code in (" ".join(code.split()) for code in CODE.findall(prose)):
        if kind := kind_of(code):
            parts = commands(code) if kind in ("command", "other program") else [code]
            yield from (Claim(page, kind, part) for part in parts)


def labels(prose: str) -> Iterator[str]:
    """Yield the paths to something in the window: those that lead through menus (`More → Camera ...`), or end with dots."""
    for strong, weak in LABEL.findall(CODE.sub("", prose)):
        text = " ".join((strong or weak).split())
        if ("→" in text or text.endswith(" ...")) and text.split(" → ")[0] not in OTHERS_MENUS:
            yield text


def kind_of(code: str) -> str:
    """Return what kind of claim a piece of code in a sentence is; an empty text if it is not one, such as a move."""
    first, _, rest = re.sub(r"^(?:[A-Z_]+=\S+ |sudo )+", "", code).partition(" ")
    if first in PROGRAMS and (rest or first != "companion.py"):
        return "command"
    if first in COMMANDS and (re.match(r"GAME\b|RECORD\b", rest) or "--" in rest or rest in COMMANDS["calibrate"].module):
        return "command"
    if rest and first in ("python", "python3", "py", "pytest"):
        return "command"
    if rest and first in SYSTEM:
        return "other program"
    if re.match(r"(?:benchmarks|training)\.[a-z]", first) and not first.endswith(".py"):
        return "command"
    if OPTION.match(code):
        return "option"
    if not rest and (FILE.fullmatch(code) or (PATH.fullmatch(code) and code.split("/")[0] in top())):
        return "path"
    owner = code.removeprefix("fourth_seat.").split(".")[0]
    ours = (ROOT / owner).is_dir() or (owner[:1].isupper() and re.search(rf"^class {owner}\b", source(), re.MULTILINE))
    return "name" if NAME.fullmatch(code) and not FILE.fullmatch(code) and ours else ""


def commands(line: str) -> list[str]:
    """Return the commands of a line of a shell, without comments, preparations, and their input."""
    line = re.sub(r"\s#\s.*", "", line)
    return [part for each in re.split(r"&&|\|", line) if (part := re.sub(r"\s<\s.*", "", each).strip())]


@cache
def tracked() -> tuple[str, ...]:
    """Return every file of the repository."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return tuple(name for name in listed.stdout.splitlines() if (ROOT / name).exists())


@cache
def top() -> frozenset[str]:
    """Return the names at the top of the repository."""
    return frozenset(name.split("/")[0] for name in tracked())


@cache
def source(under: str = "") -> str:
    """Return all Python code of a file or folder, or of the repository except these tests."""
    names = [
        name
        for name in tracked()
        if name.endswith(".py") and name.startswith(under and f"{under}/") and not name.startswith("tests/docs/")
    ]
    names = [under] if under in tracked() else names
    return "\n".join((ROOT / name).read_text("utf-8") for name in names)


def defines(text: str, name: str) -> bool:
    """Return whether Python code defines a name: a function, a class, a variable or an attribute."""
    return bool(re.search(rf"(?:def|class|import) {name}\b|^\s*(?:self\.)?{name}(?:: | = |,)", text, re.MULTILINE))


def fault(claim: Claim) -> str:
    """Return what is wrong with a claim; an empty text if nothing is."""
    return FAULTS[claim.kind](claim)


def _link(claim: Claim) -> str:
    if claim.text.startswith(("http://", "https://")):
        return "" if re.fullmatch(r"(?:[a-z0-9-]+\.)+[a-z]{2,}", urlsplit(claim.text).hostname or "") else "no host"
    name, _, heading = claim.text.partition("#")
    page = claim.page.parent / name if name else claim.page
    if not page.exists():
        return "not there"
    if heading:
        headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
        return (
            ""
            if heading in [re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings]
            else "no such heading"
        )
    return ""


@cache
def sentences() -> frozenset[str]:
    """Return every sentence of the catalogue, without dots and full stops at its end."""
    with (ROOT / "words" / "fourth_seat.pot").open("rb") as file:
        ids = [message.id for message in read_po(file)]
    return frozenset(text.rstrip(". ") for each in ids for text in ([each] if isinstance(each, str) else each))


def _label(claim: Claim) -> str:
    missing = [part for part in claim.text.split(" → ") if part.rstrip(". ") not in sentences()]
    return f"nothing is called {missing[0]}" if missing else ""


def _path(claim: Claim) -> str:
    name = claim.text.rstrip("/").removeprefix("./").removeprefix("../")
    if "/" not in name and name not in top():
        named = any(Path(each).name == name for each in tracked()) or f'"{name}"' in source() or f"/{name}" in source()
        return "" if named or re.match(r"[a-z]{2}\.[mp]o", name) else "no file of this name, and nothing makes one"
    pattern = re.sub(r"\bGAME\b", "*", name)
    found = any(fnmatch(each, pattern) or fnmatch(each, f"{pattern}/*") for each in tracked())
    return "" if found or NOT_CHECKED_IN.match(name) else "not in the repository"


def _name(claim: Claim) -> str:
    first, *others = claim.text.removeprefix("fourth_seat.").split(".")
    if first in top() and (ROOT / first).is_dir():
        for count in range(len(others), -1, -1):
            path = "/".join([first, *others[:count]])
            if file := next((each for each in (f"{path}.py", path) if (ROOT / each).exists()), ""):
                missing = [each for each in others[count:] if not defines(source(file), each)]
                return f"{missing[0]} is not in {file}" if missing else ""
    files = [
        file for file in tracked() if file.endswith(".py") and re.search(rf"^class {first}\b", source(file), re.MULTILINE)
    ]
    known = any(defines(source(file), each) for file in files for each in others[:1])
    return "" if known else "nothing of this name"


def _option(claim: Claim) -> str:
    # `--with PACKAGE` is an option of `uv run`.
    missing = [option for option in OPTION.findall(claim.text) if option != "--with" and f'"{option}"' not in source()]
    return f"nothing takes {missing[0]}" if missing else ""


def _command(claim: Claim) -> str:
    words = shlex.split(re.sub(r"\$ |\$\((?:[^)]*)\)", "", claim.text))
    while words and (re.match(r"[A-Z_]+=", words[0]) or words[0] in ("sudo", "nice", "-n", "19")):
        del words[0]
    if words[:3] in (["python", "-m", "uv"], ["py", "-m", "uv"]) or words[:2] == ["uv", "run"]:
        words = words[1 if words[0] == "uv" else 3 :]
        if words[0] != "run":
            return ""  # uv's own
        del words[0]
        while words and words[0].startswith("--"):
            fault = _uv_option(words)
            if fault:
                return fault
    if not words:
        return ""
    if words[0] in ("python", "python3", "py") and words[1:2] == ["-m"]:
        return _module(words[2], words[3:]) if len(words) > 2 else ""
    if words[0] in ("python", "python3") and len(words) > 1 and words[1].endswith(".py"):
        del words[0]
    if words[0] in PROGRAMS:
        return _ours(words[1:])
    if words[0] in COMMANDS:
        return _ours(words)
    if words[0] == "pytest" or words[0].startswith(("benchmarks.", "training.")):
        return _module(words[0], words[1:])
    if words[0].startswith(".ci/") or words[0].endswith(".py"):
        return "" if (ROOT / words[0]).is_file() else "not there"
    return _other_program(Claim(claim.page, claim.kind, " ".join(words)))


def _other_program(claim: Claim) -> str:
    words = re.sub(r"^sudo ", "", claim.text).split()
    return _paths(words[1:]) if words[0] in SYSTEM else "nothing is known about this program"


def _uv_option(words: list[str]) -> str:
    """Take an option of `uv run` from the words; return what is wrong with its group or extra."""
    option = words.pop(0)
    if option in ("--all-extras",):
        return ""
    value = words.pop(0)
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    known = option == "--with" or re.search(rf"^{re.escape(value)} = \[", project, re.MULTILINE)
    return "" if known else f"there is no {option} {value}"


def _ours(words: list[str]) -> str:
    """Return what our own parser says about a command line."""
    if not words or words[0] in ("--help", "--version"):
        return ""
    if words[0] == "--language":
        words = words[2:]
    if not words:
        return ""
    if words[0] not in COMMANDS:
        return "no such command"
    parser = _Parser(words[0], allow_abbrev=False)
    COMMANDS[words[0]].load().add_arguments(parser)
    try:
        parser.parse_args([_meant(word, words[0]) for word in words[1:] if word not in ("...", "--help")])
    except ValueError as error:  # a sentence may name a command, or one of its options, without all that belongs to it
        options = [word for word in words if word.startswith("--")]
        part = "required" in str(error) or "expected one" in str(error)
        return "" if part and all(option in parser.format_help() for option in options) else str(error)
    return ""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise ValueError(message)


def _meant(word: str, command: str) -> str:
    """Return what a reader may put in place of a word."""
    meant = {
        "GAME": "connect4",
        "PLAYER": "5",
        "yours": "seed",
        "othello": "connect4",
        "N": "2",
        "S": "2",
        "LEVEL": "5",
        "RISK": "0.01",
    }
    meant["GAME"] = "tridice" if command == "print" else meant["GAME"]
    return {**meant, "ADDRESS": "screen:", "URL": "screen:", "K=V,...": ""}.get(word.strip("[]"), word.strip("[]"))


def _module(name: str, words: list[str]) -> str:
    """Return what is wrong with a module that is run: the module itself, an option that it does not take, or a missing
    file."""
    if name in ("pip", "venv", "uv", "COMMAND", "MODULE", "...", "build", "twine"):
        return _paths(words) if name != "pip" else ""
    if name == "pytest":
        return _paths([each for word in words for each in _braces(word)])
    path = name.removeprefix("fourth_seat.").replace(".", "/")
    file = f"{path}.py"
    if not (ROOT / file).exists():
        file = path if (ROOT / path / "__main__.py").exists() else ""
    if not file:
        return "no module that can be run"
    text = source(file) + source(str(Path(file).parent))
    imported = re.findall(r"^from (?:fourth_seat\.)?([\w.]+) import", text, re.MULTILINE)
    text += "".join(source(f"{each.replace('.', '/')}.py") for each in sorted(set(imported)))
    missing = [option for option in OPTION.findall(" ".join(words)) if f'"{option}"' not in text]
    return f"{file} takes no {missing[0]}" if missing else _paths(words)


def _braces(word: str) -> list[str]:
    """Return the words that a word with braces represents."""
    before, brace, rest = word.partition("{")
    inner, _, after = rest.partition("}")
    return [f"{before}{each}{after}" for each in inner.split(",")] if brace else [word]


def _paths(words: list[str]) -> str:
    """Return what is wrong with the paths of the repository among words."""
    ours = [word for word in words if word.split("/")[0] in top() and "/" in word and not word.startswith(".git")]
    missing = [word for word in ours if not (ROOT / word).exists() and "*" not in word]
    return f"{missing[0]} is not there" if missing else ""


FAULTS = {
    "link": _link,
    "label": _label,
    "command": _command,
    "other program": _other_program,
    "option": _option,
    "path": _path,
    "name": _name,
}


def main() -> None:
    """Print how many claims of each kind there are, and those that are wrong."""
    found = [claim for page in PAGES for claim in claims(page)]
    wrong = [(claim, reason) for claim in found if (reason := fault(claim))]
    faults = Counter(claim.kind for claim, _ in wrong)
    for claim, reason in wrong:
        print(f"{claim}: {reason}")
    for kind, count in sorted(Counter(claim.kind for claim in found).items()):
        print(f"{kind + 's':15}{count:6}, right {count - faults[kind]}")


if __name__ == "__main__":
    main()
