"""Files of Blokus, Connect 4 and Kalah as programs, people and accidents leave them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from benchmarks.reliability.checkout import Checkout
from benchmarks.reliability.found.case import Case

BLOKUS_HEAD = "(;GM[Blokus]CA[UTF-8]"
BLOKUS_NODES = (";1[a20,b20,b19]", ";2[t20,t19]", ";3[t1,s1]")
BLOKUS_GAME = BLOKUS_HEAD + "".join(BLOKUS_NODES) + ")"
BLOKUS_MOVES = ["b19,a20,b20", "t19,t20", "s1,t1"]
DUO_MOVES = ["f9,e10,f10", "j5,j6"]


def _imported(checkout: Checkout, game: str, content: str, suffix: str, *, says: str = "") -> list[str] | None:
    """Return the moves of a record into which a file was read; None if it was not, or if nobody was told what it lacks."""
    file = checkout.folder / f"game{suffix}"
    file.write_bytes(content.encode())
    before = {path: path.stat().st_size for path in checkout.home.glob("records/*.jsonl")}
    outcome = checkout.run("play", game, "--terminal", "--json", typed=f"import {file}\nquit\n".encode())
    events = [json.loads(line) for line in outcome.out.splitlines()]
    if not outcome.sound or any(event["event"] == "refused" for event in events):
        return None
    notices = " ".join(event["text"] for event in events if event["event"] == "notice")
    if says not in notices or (says and not notices):
        return None
    assert len(list(checkout.home.glob("records/*.jsonl"))) > len(before)
    return [event["move"] for event in events if event["event"] == "move" and event["by"] == "human"]


def _read_all(checkout: Checkout, game: str, contents: Sequence[str], moves: Sequence[str], says: str = "") -> bool:
    """Return whether every one of these files is read with these moves."""
    return all(_imported(checkout, game, content, ".blksgf", says=says) == moves for content in contents)


def text_after_tree(checkout: Checkout) -> bool:
    """Import Blokus games followed by the rest of an older, longer file, which has to be reported."""
    rests = (" s18,s17])\n;3[t1", "\n;3[t1,s1])", "\n(;4[a1])", "\nSent from my telephone")
    return _read_all(checkout, "blokus", [BLOKUS_GAME + rest for rest in rests], BLOKUS_MOVES, says="left out")


def signs_after_tree(checkout: Checkout) -> bool:
    """Import Blokus games with NULs, the old end-of-file character, or a bracket too many."""
    rests = ("\0" * 500, "\x1a", "\x1a" * 100, ")", "\n)\n)\n")
    contents = [BLOKUS_GAME + rest for rest in rests] + ["\0".join(BLOKUS_GAME), "(" + BLOKUS_GAME]
    return _read_all(checkout, "blokus", contents, BLOKUS_MOVES)


def cut_file(checkout: Checkout) -> bool:
    """Import Blokus games that are cut off, without the last bracket or within a move, which has to be reported."""
    contents = [BLOKUS_GAME[:-1], BLOKUS_GAME[:-1] + "\n", BLOKUS_GAME[:-1] + ";4[a1,", BLOKUS_GAME[:-1] + ";4"]
    return _read_all(checkout, "blokus", contents, BLOKUS_MOVES, says="file ends")


def later_set_up(checkout: Checkout) -> bool:
    """Import a Blokus game whose board was set up after moves: a correction, after which the game goes on."""
    file = checkout.folder / "game.blksgf"
    file.write_text(f"{BLOKUS_HEAD};1[a20,b20,b19];A2[t20,t19]A3[t1,s1]PL[4];4[a1,a2])")
    typed = f"import {file}\n".encode()
    outcome = checkout.run("play", "blokus", "--terminal", "--json", typed=typed)
    kinds = [json.loads(line)["event"] for line in outcome.out.splitlines()]
    return outcome.sound and [kind for kind in kinds if kind in ("move", "correction")] == ["move", "correction", "move"]


def other_colour_names(checkout: Checkout) -> bool:
    """Import Blokus games whose colours are named as in games for another number of players, or as they were long ago."""
    duo = [f"(;GM[Blokus Duo];{one}[e10,f10,f9];{two}[j5,j6])" for one, two in (("1", "2"), ("BLUE", "GREEN"), ("B", "W"))]
    two_players = ["(;GM[Blokus Two-Player];B[a20,b20,b19];W[t20,t19];B[t1,s1])"]
    return _read_all(checkout, "blokus", duo, DUO_MOVES) and _read_all(checkout, "blokus", two_players, BLOKUS_MOVES)


def unknown_colour_names(checkout: Checkout) -> bool:
    """Import Blokus games in which no move can be read: this never counts as a success."""
    contents = [
        "(;GM[Blokus];B[a20,b20];W[t20,t19])",
        "(;GM[Blokus];AZUL[a20,b20];AMARILLO[t20,t19])",
        "(;GM[Blokus Duo];RED[e10,f10])",
        "(;GM[Blokus];1[a20,b20",
    ]
    return all(_imported(checkout, "blokus", content, ".blksgf") is None for content in contents)


def number_of_move(checkout: Checkout) -> bool:
    """Import a Connect 4 game of one line whose seventh move is impossible: the sentence names the move, not line 7."""
    file = checkout.folder / "game.txt"
    file.write_text("44444444\n")
    outcome = checkout.play("--json", typed=f"import {file}\nquit\n".encode())
    return outcome.sound and "move 7" in outcome.out and "line 7" not in outcome.out


CASES: Mapping[str, Case] = {
    "blokus-after-tree": Case("outside 25", text_after_tree),
    "blokus-signs": Case("outside 25", signs_after_tree),
    "blokus-cut": Case("outside 25", cut_file),
    "blokus-set-up": Case("outside 26", later_set_up),
    "blokus-colours": Case("outside 27, F", other_colour_names),
    "blokus-unread": Case("outside 27, F", unknown_colour_names),
    "connect4-move": Case("outside 36", number_of_move, quick=True),
}
