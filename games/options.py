"""The options of a game: declared once, read from `k=v,...`, shown on the seats page, and kept in every record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.games.errors import BadOption
from fourth_seat.words import Text, say

OptionValue = str | int | bool
MAX_OPTION_NUMBER = 1_000_000
_YES_NO = {"on": True, "off": False, "yes": True, "no": False, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game. The type of `default` is the option's type; `choices` lists all possible values, even those of a
    range.

    A handicap changes what one side begins with: `handicap` is that side's hue, and the default stands for an even game.
    """

    name: str
    default: OptionValue
    title: Text
    choices: tuple[OptionValue, ...] = (True, False)
    choice_titles: tuple[Text, ...] = ()
    handicap: str = ""

    def read(self, text: str) -> OptionValue:
        """Parse a text and return its value.

        Raises:
            BadOption: it is not one of the choices.
        """
        value: OptionValue | None
        if isinstance(self.default, bool):
            value = _YES_NO.get(text.lower())
        elif isinstance(self.default, int):
            value = parse_integer(text, 0, MAX_OPTION_NUMBER)
        else:
            value = text.lower()
        if value is None or value not in self.choices:
            raise BadOption(
                say("{name} cannot be {value}: choose one of {choices}", name=self.name, value=text, choices=self._shown())
            )
        return value

    def described(self, value: OptionValue) -> Text:
        """Return a value together with the title of the option, for a list of rules."""
        if isinstance(value, bool):
            return self.title if value else say("not: {rule}", rule=self.title)
        titles = dict(zip(self.choices, self.choice_titles, strict=False))
        return say("{rule}: {value}", rule=self.title, value=titles.get(value, written(value)))

    def _shown(self) -> str:
        return ", ".join(written(choice) for choice in self.choices)


def written(value: OptionValue) -> str:
    """Return a value as it is written in `k=v` texts: booleans are `on` and `off`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


class Options(Mapping[str, OptionValue]):
    """The values of all of a game's options: immutable and hashable. `str` gives `k=v,...` in the declared order, without
    the handicaps that nobody has, so an even game is written as if there were no handicaps.
    """

    __slots__ = ("_even", "_hash", "_values")

    def __init__(self, declared: tuple[Option, ...], given: Mapping[str, OptionValue] | None = None) -> None:
        """All declared options, with the given values or the defaults.

        Raises:
            BadOption: a name that is not declared, or a value that is not among its choices.
        """
        given = dict(given or {})
        self._values = {option.name: option.read(written(given.pop(option.name, option.default))) for option in declared}
        if given:
            names = ", ".join(option.name for option in declared) or "-"
            raise BadOption(say("there is no option {name}; this game has: {names}", name=next(iter(given)), names=names))
        self._even = {each.name for each in declared if each.handicap and self._values[each.name] == each.default}
        self._hash = hash(tuple(self._values.items()))

    @classmethod
    def parse(cls, declared: tuple[Option, ...], text: str) -> Options:
        """Parse `k=v,k=v`; an empty text gives the defaults.

        Raises:
            BadOption: a part without `=`, an unknown name or a value out of range.
        """
        given: dict[str, OptionValue] = {}
        for part in filter(None, (part.strip() for part in text.split(","))):
            name, equals, value = (word.strip() for word in part.partition("="))
            name = name.lower()
            if not equals:
                raise BadOption(say("an option is written name=value, not {part}", part=part))
            if name in given:
                raise BadOption(say("the option {name} is given twice", name=name))
            given[name] = value
        return cls(declared, given)

    def __getitem__(self, name: str) -> OptionValue:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values

    def __str__(self) -> str:
        return ",".join(f"{name}={written(value)}" for name, value in self._values.items() if name not in self._even)

    def __repr__(self) -> str:
        return f"Options({self})"
