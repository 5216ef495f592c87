"""Game options. They are declared by the game, parsed from `k=v,...`, shown on the seats page, and saved in records."""

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
    """A game option. The type of `default` is the option's type, and `choices` lists all possible values, even for ranges.

    For a handicap, which changes the initial position of one side, `handicap` is that side's hue, and the default means an
    even game.
    """

    name: str
    default: OptionValue
    title: Text
    choices: tuple[OptionValue, ...] = (True, False)
    choice_titles: tuple[Text, ...] = ()
    handicap: str = ""

    def read(self, text: str) -> OptionValue:
        """Parse a value of this option.

        Raises:
            BadOption: the value is not one of the choices.
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
        """Return the option's title with a value, for a list of rules."""
        if isinstance(value, bool):
            return self.title if value else say("not: {rule}", rule=self.title)
        titles = dict(zip(self.choices, self.choice_titles, strict=False))
        return say("{rule}: {value}", rule=self.title, value=titles.get(value, written(value)))

    def _shown(self) -> str:
        return ", ".join(written(choice) for choice in self.choices)


def written(value: OptionValue) -> str:
    """Return a value as written in `k=v` strings. Booleans are written as `on` and `off`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


class Options(Mapping[str, OptionValue]):
    """The values of all options of a game, immutable and hashable. `str()` returns `k=v,...` in the declared order and
    omits handicaps with default values, so they do not appear for even games.
    """

    __slots__ = ("_even", "_hash", "_values")

    def __init__(self, declared: tuple[Option, ...], given: Mapping[str, OptionValue] | None = None) -> None:
        """Set all declared options to the given values or to their defaults.

        Raises:
            BadOption: a name is not declared, or a value is not one of the choices.
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
        """Parse a string such as `k=v,k=v`. Options that are not given have their default values.

        Raises:
            BadOption: a part has no `=`, a name is unknown or given twice, or a value is not one of the choices.
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
