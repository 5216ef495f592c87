"""Contents of a checkout's command line: options and commands of every help, and the output of some lines."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.reliability.checkout import ROOT, Checkout
from benchmarks.same.on_purpose import header_free

DATA = ROOT / "tests" / "data" / "edition-1"
NESTED = {"calibrate", "farm"}  # commands that have commands
ENTRY = re.compile(r" {2,4}(\S.*?)(?: {2,}.*)?")  # explanations stand farther to the right
WORKERS = 2
WRITTEN = (".moves", ".txt", ".mat", ".blksgf", ".jsonl", ".toml")
VARYING = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?([+-]\d\d:\d\d)?"), "TIME"),
    (re.compile(r"\d{4}-\d\d-\d\d"), "DAY"),
    (re.compile(r"\b\d+([.,]\d+)? (s|seconds?|ms|MB|GB|kB)\b"), "AMOUNT"),
    (re.compile(r"(?<=\"cpu_per_move\": )\d\.\d+|(?<=  )\d\.\d{3}(?= +\d+$)", re.MULTILINE), "SECONDS"),
    (re.compile(r"commit [0-9a-f]{12}(\+[0-9a-f]{12})?"), "COMMIT"),
    (re.compile(r"^progress \d\.\d\d\n", re.MULTILINE), ""),
)
"""Patterns of texts that differ from one run to the next."""

Line = tuple[str, ...]
GAMES = ("backgammon", "blokus", "connect4", "kalah", "tridice")
TYPED: dict[Line, str] = {
    ("play", "connect4", "--terminal", "--seats", "human:Anna,human:Ben"): (
        "d\n4\nundo\nredo\nundo\nmoves\nshow\nset a1=red\nset a1=green\nset z9=red\nset\nposition x\nstand d9\n"
        "seat 2 human:Eva\nseat 3 human\nhelp\nsave\nexport {folder}/four.txt\nexport {folder}/four.moves\n"
        "export {folder}/four.pgn\nimport {folder}/four.moves\nreport\nthreats\nwhy\nnext\nresign\nquit\n"
    ),
    (
        "play",
        "connect4",
        "--terminal",
        "--json",
        "--seats",
        "human:Anna,human:Ben",
    ): "d\nc\nd\nc\nd\nc\nundo\nredo\nd\nquit\n",
    ("play", "connect4", "--terminal", "--seats", "human,random"): "quit\n",
    ("play", "kalah", "--terminal", "--seats", "human:Anna,human:Ben"): (
        "c\nf\nC\nundo\nset c=5\nposition\ndice 3\nroll\nmoves\nstop\nexport {folder}/k.moves\nshow\nquit\n"
    ),
    ("play", "kalah", "--terminal", "--json", "--options", "pits=3,seeds=2"): "quit\n",
    ("play", "backgammon", "--terminal", "--seats", "human:Anna,human:Ben", "--options", "match=3,cube=on"): (
        "dice 31\n8/5 6/5\ndouble\n52: 24/22 13/8\nundo\nredo\ndice 77\nset 8=white:3\nset 8=-\nresign\nnext\nshow\n"
        "export {folder}/match.mat\nexport {folder}/match.moves\nquit\n"
    ),
    (
        "play",
        "backgammon",
        "--terminal",
        "--json",
        "--seats",
        "human,human",
    ): "dice 3\ndice 1\ndice 63\n24/18 13/10\nquit\n",
    ("play", "blokus", "--terminal", "--seats", "human:A,human:B,human:C,human:D"): (
        "a1\na20\nshow\nturn 2\nset a20=blue\nhelp\nexport {folder}/b.blksgf\nresign\nresign\nstop\nquit\n"
    ),
    (
        "play",
        "tridice",
        "--terminal",
        "--seats",
        "human:Anna,human:Ben",
    ): "dice 1\nmoves\nroll 2\nshow\nset a1=red\nposition\nquit\n",
    ("play", "connect4", "--terminal", "--seats", "human"): "",
    ("play", "connect4", "--terminal", "--seats", "human,nobody"): "",
    ("play", "connect4", "--terminal", "--seats", "human,engine:none"): "quit\n",
    ("play", "connect4", "--terminal", "--level", "12"): "",
    ("play", "connect4", "--terminal", "--options", "x=1"): "",
    ("play", "connect4", "--terminal", "--options", "first"): "",
    ("play", "connect4", "--terminal", "--resume"): "quit\n",
    ("play", "connect4", "--terminal", "--lights", "foo://x"): "",
    ("play", "connect4", "--terminal", "--text", "foo://x"): "",
    ("play", "connect4", "--terminal", "--mqtt", "foo://x"): "",
    ("play", "connect4", "--terminal", "--photo", "none.jpg"): "quit\n",
    ("play", "chess", "--terminal"): "",
    ("play",): "",
    ("engine", "connect4", "--level", "9"): (  # which makes no mistakes at random
        "1 name\nversion\nprotocol_version\nlist_commands\nknown_command play\nplay red 4\nplay yellow zz\n"
        "genmove yellow\nundo\nshowboard\nfinal_score\nclear_board\nfoo\nquit\n"
    ),
    ("engine", "connect4", "--level", "x"): "",
    ("engine", "connect4", "--threads", "0"): "",
    ("solve", "connect4"): "4444\n12\n\nx\n",
    ("solve", "kalah"): "",
    ("solve", "blokus"): "",
    ("arena", "connect4", "1", "random", "--games", "4"): "",
    ("arena", "connect4", "1", "random", "--games", "4", "--json"): "",
    ("arena", "kalah", "seed", "random", "--games", "6", "--opening", "2", "--until", "0.2"): "",
    ("arena", "connect4", "1"): "",
    ("arena", "connect4", "1", "gtp:none"): "",
    ("arena", "connect4", "1", "2", "--games", "0"): "",
    ("arena", "connect4", "1", "2", "--farm", "ssh:"): "",
    ("arena", "connect4", "1", "2", "--bar", "2"): "",
    ("farm",): "",
    ("farm", "open", "nowhere"): "",
    ("farm", "join", "tcp://127.0.0.1:x"): "",
    ("look", "connect4", "none.jpg"): "",
    ("look", "connect4", "none.jpg", "--corners", "1,2", "3,4", "5,6"): "",
    ("calibrate", "camera", "connect4", "--source", "none.jpg"): "",
    ("calibrate", "lens", "--source", "none.jpg"): "",
    ("calibrate", "lights", "connect4", "--device", "foo://x"): "",
    ("watch", "connect4", "none.mp4"): "",
    ("lights", "connect4"): "",
    ("lights", "connect4", "--cells", "z9"): "",
    ("lights", "connect4", "--device", "foo://x", "--test"): "",
    ("lights", "connect4", "--brightness", "2"): "",
    ("tables",): "",
    ("tables", "--remove"): "",
    ("keep", "{records}/connect4-1-finished.jsonl", "--to", "{folder}/page.pdf"): "",
    ("keep", "{records}/none.jsonl", "--to", "{folder}/page.pdf"): "",
    ("keep", "{records}/connect4-1-finished.jsonl", "--to", "{folder}/page.xyz"): "",
    ("print", "tridice", "{folder}/board.pdf"): "",
    ("print", "connect4", "{folder}/other.pdf"): "",
    ("extras",): "",
    ("extras", "--add", "nothing"): "",
    ("extras", "--remove", "camera"): "",
    ("update",): "",
    ("update", "{folder}/none.whl"): "",
    ("uninstall", "--help"): "",
    ("kiosk", "--bad"): "",
    ("--version",): "",
    ("--language", "de", "tables"): "",
    ("--language", "xx", "tables"): "",
    ("help",): "",
    ("help", "play"): "",
    ("nothing",): "",
}
"""Lines of the command line, and their input."""


def offered(checkout: Checkout) -> Iterator[str]:
    """Yield all commands, sub-commands, options and arguments."""
    top = checkout.run("--help").out
    commands = [[name] for name in re.findall(r"^ {20,}([a-z]+) {2,}", top.replace("command  ", " " * 9), re.MULTILINE)]
    yield from entries(top)
    for words in commands:
        found = entries(checkout.run(*words, "--help").out)
        yield " ".join(words)
        yield from (f"{' '.join(words)} {name}" for name in found)
        if words[0] in NESTED and len(words) == 1:
            commands += [[*words, name] for name in found if name.isalpha() and name.islower()]


def entries(text: str) -> list[str]:
    """Return the entries of a help: options by each of their names, with their values, arguments and commands."""
    _, _, listed = text.partition("\n\n")
    found = (match[1] for line in listed.splitlines() if (match := ENTRY.fullmatch(line)))
    return [name for entry in found for name in (entry.split(", ") if entry.startswith("-") else [entry])]


def answers(root: Path, folder: Path) -> dict[str, str]:
    """Return each line's output and files, with its exit status, by the line; each has its own data folder."""

    def answer(numbered: tuple[int, Line]) -> str:
        number, line = numbered
        place = folder / str(number)
        place.mkdir(parents=True)
        checkout = Checkout(root, place)
        records = Path(shutil.copytree(DATA / "records", place / "old"))
        given = [word.format(folder=place, records=records) for word in line]
        outcome = checkout.run(*given, typed=TYPED[line].replace("{folder}", str(place)).encode(), seconds=120)
        written = sorted(
            path for path in place.rglob("*.*") if path.suffix in (".moves", ".txt", ".mat", ".blksgf", ".jsonl")
        )
        texts = [path.read_text("utf-8") for path in written if records not in path.parents]
        return plain("\n".join((str(outcome.status), outcome.out, outcome.err, *map(header_free, texts))), root, place)

    with ThreadPoolExecutor(WORKERS) as pool:
        return dict(zip(map(" ".join, TYPED), pool.map(answer, enumerate(TYPED)), strict=True))


def plain(text: str, root: Path, folder: Path) -> str:
    """Return a text without the parts that differ from one run to the next, or from one folder to another."""
    text = text.replace(str(folder), "FOLDER").replace(str(root), "ROOT")
    for varying, name in VARYING:
        text = varying.sub(name, text)
    return text
