"""Check that sentences read as a native speaker would write them.

    uv run python -m benchmarks.sentences                        those that match a pattern below, and how many
    uv run python -m benchmarks.sentences --draw 300 --seed 1    as many, drawn from all texts, to read afresh
    uv run python -m benchmarks.sentences --draw 300 --seed 1 --beside PYTEST GPIOZERO [--sources]

The last one draws half of the sentences from our docstrings, and half from those of other projects, whose folders are
given, shuffled and without their places, to be read blind; `--sources` prints where each one is from instead.

The patterns match sentences that were thought in German, or in code. The command searches the program's texts
(in English and German), in README, CHANGELOG and documentation, and in public docstrings. The exit status is 0 if none
matches.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fourth_seat.words.extract import EXTRACTED_PACKAGES, found_sentences, language_file

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE, GERMAN_FILE = "words/fourth_seat.pot", "words/locale/de.po"
PAGES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs")
SECTIONS = r"^\s*(?:(?:Attributes|Args|Returns|Raises?|Yields):|:(?:param|returns?|rtype|raises|type)\b|>>> )"
DOCUMENTED = (*EXTRACTED_PACKAGES, "boundary", "look")

ENGLISH = {
    "stands, for is": (
        r"\b(?:[Ww]hat|something|settings|names?|password|mark|title|heading|[Nn]otation|own|you|version|sentence|now)"
        r" stands?\b(?! for\b)"
    ),
    "names, for uses": r"\bgames? names? (?:it|\{)|\bnames (?:no|none)\b",
    "of it, for its": r"\b(?:moves?|packages?|pictures?|copy|versions?|name|end|users?) of it\b(?! and)",
    "is no, for is not a": (
        r"(?<!here )\b(?:is|are|was|were) no "
        r"(?!longer\b|more\b|other\b|less\b|such\b|(?:fast|slow|bett|high|larg|small|few)er\b|part\b|evidence\b|help\b|use\b|fault\b)\w+"
    ),
    "is none of, for is not one of": r"\bis none of the\b",
    "is taken to be": r"\b(?:is|are|was|were) taken (?:to be|as)\b",
    "is not to be found": r"\b(?:is|are|was|were) (?:not )?to be (?:found|seen|heard|had)\b",
    "people in the passive": r"\b(?:is|are) there to be \w+ed\b",
    "then at the end": r"\b(?:on|again|come|win|goes|moves) then[.:;]?$",
    "object before the verb's own": r"\b(?:do|show|say|put) (?:on|at|under|in) (?:the|your|its)(?: own)? \w+ what\b",
    "where they stand, you": r"^Where [^,.]{5,50} stands?, ",
    "by, for according to": r"^[Bb]y the (?:moves|options|score)\b",
    "lies as, for like": r"\b(?:does|do) not lie (?:as|like)\b|^Does the \w+ lie\b",
    "allows to do": r"\b(?:allow|enable|permit)(?:s|ed)? to (?!be\b|stand\b)\w+",
    "how it looks like": r"\bhow (?:it|this|that|\w+) looks? like\b",
    "since, for for": r"\b(?:is|are) \w+ing since\b",
    "plural of what has none": r"\b(?:informations|feedbacks|softwares|hardwares|advices|trainings)\b",
    "they are, for the things are": r"^there is no [^:]+: they are \w",
}
"""Patterns of faults in English sentences, by name."""

GERMAN = {
    "Rechner, für Computer": r"\w*[Rr]echner\b|\bRechners\b|RECHNER",
    "Telefon, für Handy": r"\bTelefon",
    "euer, für dein": r"\b[Ee](?:uch|uer|ure[mnrs]?)\b",
    "Sie, für du": r"\w(?:en|ern|eln) Sie\b|\bIhnen\b|\bIhre[mnrs]?\b",
    "Spiel, für Partie": (
        r"\bSpiele?s? (?:ist|sind|war) (?:vorbei|zu Ende|aus|offen|weiter)|\b[Nn]ächste[ns]? Spiel\b|\b[Nn]eue[ns]? Spiel\b"
        r"|\bnach dem Spiel\b|\bwährend des Spiels\b|\bpro Spiel\b|\bSpiel (?:zu )?beginnen\b|\b[Zz]um Spiel zurück\b"
        r"|\b[Zz]urück zum Spiel\b|\bohne ein Spiel\b|\bDatei dieses Spiels\b|\bein Spiel ausgespielt\b"
    ),
    "berichtigen, für korrigieren": r"\b[Bb]erichtig",
    "auswürfeln, für abtragen": r"\b[Aa]us(?:zu|ge)?würfel(?:n|t)\b|\bwürfelt \w+ Steine? aus\b",
    "Engine, für Programm": r"\bEngines?\b",
    "Textdisplay, für Textanzeige": r"\bTextdisplay",
    "Platte, für Festplatte": r"\bder Platte\b|\bdie Platte ist\b",
    "niemand, der gefragt wird": r"\bniemand ist da\b|\bhat niemanden, der\b",
    "an diesem ... angeschlossen": r"\ban diesem \w+ angeschlossen",
    "Passiv ohne Subjekt": r"\bkann nicht (?:gefolgt|beigetreten) werden\b",
    "von daheim": r"\bdaheim\b",
    "auf den ersten Blick spielen": r"\bspielt auf den ersten Blick\b",
    "so stark es geht": r"\bso \w+ es geht\b",
}
"""Patterns of faults in German sentences, by name."""


@dataclass(frozen=True)
class Sentence:
    """One sentence that people read.

    Attributes:
        place: the file with the sentence.
        text: its words, without marks of Markdown.
        german: whether it is German; otherwise it is English.
    """

    place: str
    text: str
    german: bool = False


def catalogue() -> Iterator[Sentence]:
    """Yield the program's texts, every form of them, in English and in German."""
    for key, _, file in found_sentences():
        yield from (Sentence(file, text) for text in ((key,) if isinstance(key, str) else key))
    for message in language_file(ROOT / GERMAN_FILE):
        if message.id:
            forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            yield from (Sentence(GERMAN_FILE, text, german=True) for text in forms)


def pages() -> Iterator[Sentence]:
    """Yield the sentences of README, CHANGELOG and documentation, without code; a table's cell is read like a paragraph."""
    for name in PAGES:
        path = ROOT / name
        for file in sorted(path.rglob("*.md")) if path.is_dir() else [path]:
            for text in _paragraphs(file.read_text("utf-8")):
                yield from (Sentence(file.relative_to(ROOT).as_posix(), each) for each in _split(text))


def docstrings() -> Iterator[Sentence]:
    """Yield the sentences of public docstrings, without their sections."""
    for path in sorted(file for package in DOCUMENTED for file in (ROOT / package).rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        yield from (Sentence(place, each) for each in _documented(path.read_text("utf-8")))


def docstrings_elsewhere(folder: Path) -> Iterator[Sentence]:
    """Yield the sentences of another project's public docstrings, all with the folder's name as their place."""
    for path in sorted(folder.rglob("*.py")):
        if not path.name.startswith(("test_", "conftest")):
            yield from (Sentence(folder.name, each) for each in _documented(path.read_text("utf-8", "replace")))


def _documented(source: str) -> Iterator[str]:
    """Yield the sentences of the public docstrings in a source, without sections, examples and markup of links."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and not getattr(node, "name", "").startswith("_"):
            text = re.split(SECTIONS, ast.get_docstring(node) or "", flags=re.M)[0]
            for paragraph in text.split("\n\n"):
                if not paragraph.startswith((" ", "\n", ">>>", ".. ")):
                    yield from _split(
                        re.sub(r"(?::\w+)+:`~?([^`]*)`", r"`\1`", " ".join(paragraph.split())).replace("``", "`")
                    )


def everything() -> list[Sentence]:
    """Return all sentences, each once in a file."""
    return list(dict.fromkeys([*catalogue(), *pages(), *docstrings()]))


def _paragraphs(text: str) -> Iterator[str]:
    text = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    text = re.sub(r"<[^>]+>|!\[[^]]*\]\([^)]*\)", "", text)
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.) ?)", text):
        cells = block.strip(" |").split("|") if block.lstrip().startswith("|") else [block]
        for cell in cells:
            if re.search(r"[A-Za-z]{2}", plain := " ".join(re.sub(r"^\s*(?:[-*#>]+|\d+\.) +|[*`]", "", cell).split())):
                yield plain


def _split(text: str) -> list[str]:
    return [each for each in re.split(r"(?<=[.!?])\s+(?=[A-Z“\"])", text) if each]


def betrayed(sentences: list[Sentence]) -> list[str]:
    """Return each sentence that matches a pattern: its file, the pattern, and the text."""
    tables = [{name: re.compile(pattern) for name, pattern in table.items()} for table in (ENGLISH, GERMAN)]
    return [
        f"{each.place}: [{name}] {each.text}"
        for each in sentences
        for name, pattern in tables[each.german].items()
        if pattern.search(each.text)
    ]


def drawn(sentences: list[Sentence], count: int, seed: int) -> list[Sentence]:
    """Return this many of the sentences, the same for the same seed and sentences."""
    return random.Random(seed).sample(sentences, min(count, len(sentences)))


def drawn_beside(folders: list[Path], count: int, seed: int) -> list[Sentence]:
    """Return so many sentences of docstrings, half of them ours and half from other projects, equally many of each,
    shuffled; the same for the same seed.
    """
    ours = list(dict.fromkeys(docstrings()))
    each = count // (2 * len(folders))
    theirs = [
        sentence for folder in folders for sentence in drawn(list(dict.fromkeys(docstrings_elsewhere(folder))), each, seed)
    ]
    return drawn([*theirs, *drawn(ours, len(theirs), seed)], 2 * len(theirs), seed)


def main() -> int:
    """Print the requested list; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sentences", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--draw", type=int, metavar="N", help="print N sentences instead, drawn by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--beside", type=Path, nargs="+", default=[], help="folders of other projects, to be read blind")
    parser.add_argument("--sources", action="store_true", help="print where these sentences are from")
    args = parser.parse_args()
    if args.beside:
        for number, each in enumerate(drawn_beside(args.beside, args.draw or 300, args.seed), 1):
            print(f"{number:3} {each.place if args.sources else each.text}")
        return 0
    sentences = everything()
    if args.draw:
        for number, each in enumerate(drawn(sentences, args.draw, args.seed), 1):
            print(f"{number:3} {each.place}: {each.text}")
        return 0
    found = betrayed(sentences)
    print(*found, sep="\n")
    counts = {name: sum(f"[{name}]" in line for line in found) for name in (*ENGLISH, *GERMAN)}
    print(*(f"{count:5}  {name}" for name, count in counts.items() if count), sep="\n")
    print(f"{len(found)} of {len(sentences)} sentences match a pattern")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
