"""Matches and positions of sheshbesh as other programs write them."""

from __future__ import annotations

import json
from collections.abc import Mapping

from benchmarks.reliability.checkout import Checkout
from benchmarks.reliability.found.case import Case

XG_HEAD = """; [Site "eXtreme Gammon"]
; [Match ID "-7"]
; [Player 1 "Ben"]
; [Player 2 "Anna"]
; [Variation "Backgammon"]
; [Jacoby "Off"]
; [Beaver "On"]
; [CubeLimit "1024"]

"""
OPEN_GAME = """ 5 point match

 Game 1
 Anna : 0                       Ben : 0
  1)                             53: 13/10 8/3
  2) 55: 13/3 13/8 13/8          33: 24/21 24/21 8/5 6/3
  3) 61: 8/2 3/2                 53: 21/18 8/3
  4) 64: 13/7* 8/4*              41: 25/21* 25/24
"""
LEGAL_ENDS = "      Wins 1 point\n"


def _import(checkout: Checkout, text: str, name: str = "match.mat") -> tuple[str, list[dict[str, object]]]:
    """Import a file in the terminal; return what is printed, and the record's events."""
    path = checkout.folder / name
    path.write_text(text, "utf-8")
    arguments = ("play", "backgammon", "--terminal", "--seats", "human,human")
    outcome = checkout.run(*arguments, typed=f"import {path}\nquit\n".encode())
    if not outcome.sound:
        return "", []
    return outcome.out + outcome.err, [json.loads(line) for line in checkout.records().splitlines()]


def _won(checkout: Checkout, text: str, scores: list[int], name: str = "match.mat") -> bool:
    """Return whether a file is imported, its last game with this result."""
    _, events = _import(checkout, text, name)
    return bool(events) and events[-1].get("event") == "result" and events[-1].get("scores") == scores


def _refused(checkout: Checkout, text: str, *words: str) -> bool:
    """Return whether a file is refused in a short sentence that has these words, and nothing of it was played."""
    printed, events = _import(checkout, text)
    said = next((line for line in printed.splitlines() if words[0] in line), "")
    return all(word in said for word in words) and len(said) < 200 and len(events) == 1


def roll_without_play(checkout: Checkout) -> bool:
    """Import a game that was given up after a roll, as GNU Backgammon writes it: a roll, then who wins."""
    return _won(checkout, OPEN_GAME + "  5) 33:                         61:\n" + LEGAL_ENDS, [1, 0])


def hidden_play(checkout: Checkout) -> bool:
    """Import a roll with `???` for its play, as eXtreme Gammon and Backgammon Studio write it."""
    return _won(checkout, OPEN_GAME + "  5) 62: ????                    Wins 2 point\n", [0, 2])


def resigned_game(checkout: Checkout) -> bool:
    """Import a cell `Resigned Game` in the winner's column, as OpenGammon writes it."""
    return _won(checkout, OPEN_GAME + "  5) Resigned Game\n    Wins 1 points\n", [1, 0])


def too_many_points(checkout: Checkout) -> bool:
    """Import `Wins 4 point` with the cube at 1: three points, and a remark about it."""
    printed, events = _import(checkout, OPEN_GAME + "                                 Wins 4 point\n")
    return bool(events) and events[-1].get("scores") == [0, 3] and "4" in printed and "3" in printed


def double_arrow(checkout: Checkout) -> bool:
    """Import `Doubles ==> 2`, as choue.net writes it."""
    text = OPEN_GAME + "  5)  Doubles ==> 2               Drops\n" + LEGAL_ENDS
    return _won(checkout, text, [1, 0])


def beavers(checkout: Checkout) -> bool:
    """Import a game with beavers: a sentence says so, with game and row."""
    text = XG_HEAD + OPEN_GAME.replace("5 point", "0 point") + "  5)  Doubles => 2                Beavers => 4\n"
    return _refused(checkout, text, "beavers", "game 1", "row 5")


def illegal_play(checkout: Checkout) -> bool:
    """Import an illegal play that was not taken back, with the position after it: a short sentence, with game and row."""
    dump = "(5;0;1;0;0;Anna;Ben;0;0;0;1;0;0;0;0;2;2;2;2;0;2;0;1;0;-2;0;0;-3;0;-4;0;-3;2;-1;0;2;-2;0;1;6;)"
    return _refused(checkout, XG_HEAD + OPEN_GAME + f"  5) 11: Illegal play {dump}\n", "illegal", "game 1", "row 5")


def set_position(checkout: Checkout) -> bool:
    """Import a game that begins from a set position: a sentence says so."""
    head, _, rows = OPEN_GAME.partition("  1)")
    board = "; Set Pos=-b----E-C---dE---c-e----B-/0\n"
    return _refused(checkout, XG_HEAD + head + board + "  1)" + rows, "position", "game 1")


def losses(checkout: Checkout) -> bool:
    """Import `Losses 1 point` in the loser's column."""
    return _won(checkout, OPEN_GAME + "                                 Losses 1 point\n", [1, 0])


def match_spacing(checkout: Checkout) -> bool:
    """Import `and the      Match` in any spacing."""
    return _won(checkout, OPEN_GAME.replace("5 p", "1 p") + "      Wins 1 point and the      Match\n", [1, 0])


def known_by_content(checkout: Checkout) -> bool:
    """Import a match whose file is called `.txt`, `.mat.txt`, or nothing in particular."""
    text = XG_HEAD + OPEN_GAME + LEGAL_ENDS
    return all(_won(checkout, text, [1, 0], name) for name in ("match.txt", "match.mat.txt", "match"))


def other_programs(checkout: Checkout) -> bool:
    """Import a file of GNU Backgammon's own form (SGF): the sentence says what to export."""
    path = checkout.folder / "match.sgf"
    path.write_text("(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.08]MI[length:5];W[31hefe])")
    outcome = checkout.run("play", "backgammon", "--terminal", typed=f"import {path}\nquit\n".encode())
    return outcome.sound and "export" in outcome.out + outcome.err and "GNU Backgammon" in outcome.out + outcome.err


def printed_ids(checkout: Checkout) -> bool:
    """Enter position IDs as GNU Backgammon and forums print them, in any capitals."""
    shapes = (
        "GNUBGID 4HPwATDgc/ABMA:cAkAAAAAAAAA",
        "Position ID: 4HPwATDgc/ABMA Match ID: cAkAAAAAAAAA",
        "xgid=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
        "XGID = -b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    )
    typed = "".join(f"position {shape}\n" for shape in shapes).encode() + b"quit\n"
    arguments = ("play", "backgammon", "--terminal", "--seats", "human,human", "--options", "cube=on")
    outcome = checkout.run(*arguments, typed=typed)
    return outcome.sound and checkout.records().count('"correction"') == len(shapes)


def beaver_dice(checkout: Checkout) -> bool:
    """Enter an XGID in which a beaver is offered: the sentence says that there are none here."""
    typed = b"position XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:0:0:10\nquit\n"
    arguments = ("play", "backgammon", "--terminal", "--seats", "human,human", "--options", "cube=on")
    return "beaver" in checkout.run(*arguments, typed=typed).out.lower()


CASES: Mapping[str, Case] = {
    "roll-then-resign": Case("outside 1", roll_without_play),
    "hidden-play": Case("outside 2", hidden_play),
    "resigned-game": Case("outside 4", resigned_game),
    "too-many-points": Case("outside 9", too_many_points),
    "double-arrow": Case("outside 10", double_arrow),
    "beavers": Case("outside 11", beavers),
    "illegal-play": Case("outside 12", illegal_play),
    "set-position": Case("outside 13", set_position),
    "losses": Case("outside 14", losses),
    "match-spacing": Case("outside 14", match_spacing),
    "match-txt": Case("outside D", known_by_content),
    "match-sgf": Case("outside D", other_programs),
    "printed-ids": Case("outside 23", printed_ids),
    "beaver-dice": Case("outside 24", beaver_dice),
}
