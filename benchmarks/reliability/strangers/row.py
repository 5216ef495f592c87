"""The results for the files of one dialect."""

from __future__ import annotations

from dataclasses import dataclass, field

HEADS = ("dialect", "games", "files", "read", "equal", "asked", "same", "first that was not")


@dataclass(slots=True)
class Row:
    """The files of a dialect: the number read here and equal to their games; the number that another program was asked to
    read (0: none), and of these the number with the same result.
    """

    dialect: str
    games: int = 0
    files: int = 0
    read: int = 0
    equal: int = 0
    asked: int = 0
    same: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        """Whether all files were read and equal."""
        return self.files == self.read == self.equal and self.asked == self.same

    @property
    def cells(self) -> tuple[str, ...]:
        """The row of the table."""
        numbers = (self.games, self.files, self.read, self.equal, self.asked or "", self.same if self.asked else "")
        return (self.dialect, *map(str, numbers), self.wrong[0] if self.wrong else "")


def line(cells: tuple[str, ...]) -> str:
    """Return a line of the table."""
    first, *numbers, last = cells
    return f"{first:32}" + "".join(f"{number:>8}" for number in numbers) + f"  {last}".rstrip()
