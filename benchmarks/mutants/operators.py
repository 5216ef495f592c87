"""The kinds of wrong changes: those of cosmic-ray that people make, too, and a statement left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import parso
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator
from parso.tree import NodeOrLeaf

Span = tuple[tuple[int, int], tuple[int, int]]
"""Line and column of the beginning and the end."""

CHOSEN = (
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Eq_NotEq", "NotEq_Eq")),
    *(f"ReplaceComparisonOperator_{pair}" for pair in ("Is_IsNot", "IsNot_Is", "Lt_GtE", "Gt_LtE")),
    *(f"ReplaceBinaryOperator_{pair}" for pair in ("Add_Sub", "Sub_Add", "Mul_FloorDiv", "FloorDiv_Mul", "Mod_Add")),
    *("AddNot", "ReplaceUnaryOperator_Delete_Not", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *("ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceBreakWithContinue", "ReplaceContinueWithBreak"),
    *("NumberReplacer", "ZeroIterationForLoop"),
)


class StatementLeftOut(Operator):
    """Leave out a call, a change visible elsewhere, an early return, or a raised error."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Span]:
        """Yield the statement's place, if it can be left out without an undefined name later."""
        if node.type == "simple_stmt" and _can_be_left_out(node.children[0]):
            yield (node.children[0].start_pos, node.children[0].end_pos)

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        """Return `pass` in the statement's place."""
        return parso.parse(node.get_first_leaf().prefix + "pass\n")

    @classmethod
    def examples(cls) -> tuple[()]:
        """Return none: examples are for cosmic-ray's own tests."""
        return ()


def _can_be_left_out(statement: Any) -> bool:
    if statement.type == "expr_stmt":
        changed, sign = statement.children[:2]
        return bool(changed.type == "atom_expr" or (sign.type == "operator" and sign.value != "="))  # += and the like
    if statement.type == "atom_expr":
        return bool(getattr(statement.children[-1], "children", [None])[0] == "(")
    return bool(statement.type in ("raise_stmt", "return_stmt", "del_stmt", "await") or statement == "return")


OPERATORS: dict[str, Operator] = {
    **{name: get_operator(f"core/{name}")() for name in CHOSEN},
    "StatementLeftOut": StatementLeftOut(),
}
