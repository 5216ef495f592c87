"""The page's own sentences, by the keys under which its scripts find them; all others come with the scenes."""

from __future__ import annotations

from collections.abc import Mapping

from words import Text, say

WORDS: Mapping[str, Text] = {
    "done": say("Done"),
    "undo": say("Undo"),
    "redo": say("Redo"),
    "hint": say("Hint"),
    "place": say("Place"),
    "turn_piece": say("Turn"),
    "flip_piece": say("Flip"),
    "clear": say("Clear"),
    "roll": say("Roll for me"),
    "out": say("No more pieces"),
    "next": say("Next game"),
    "stop": say("Stop here and count"),
    "resign": say("Give up ..."),
    "step_by_step": say("step by step"),
    "anyway": say("Allow it anyway"),
}
