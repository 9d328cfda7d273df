"""The parameters of games in words for people, on forms and in headings."""

from __future__ import annotations

from dataclasses import dataclass

from isthmus.rules.game import Game
from isthmus.rules.parameters import Parameter, Value

__all__ = ["Setting", "parameter_words", "settings_of"]


@dataclass(frozen=True)
class Setting:
    """A parameter as a form offers it; ``choices``: the value that is sent, how it is called, whether it is chosen."""

    name: str
    title: str
    meaning: str
    choices: tuple[tuple[str, str, bool], ...]


def settings_of(game: Game) -> list[Setting]:
    """The parameters of a game with its values chosen. A default that follows others is ``as usual``, sent empty."""
    settings = []
    for parameter in game.parameters:
        chosen = game.values[parameter.name]
        follows = callable(parameter.default) and chosen == parameter.default_for(game.values)
        usual = (("", "as usual", True),) if follows else ()
        values = ((str(one), _value(parameter, one), one == chosen and not follows) for one in parameter.values)
        settings.append(Setting(parameter.name, _title(parameter), parameter.meaning, (*usual, *values)))
    return settings


def parameter_words(game: Game) -> str:
    """What makes this game different from others of its kind, such as ``size 7, no pie rule``."""
    said, fixed = [], {}
    for parameter in game.parameters:
        value = fixed[parameter.name] = game.values[parameter.name]
        if parameter.name == "pie":
            said.append("no pie rule" if value == 0 else f"pie rule {_value(parameter, value)}")
        elif parameter.shown or value != parameter.default_for(fixed):
            said.append(f"{_title(parameter).lower()} {_value(parameter, value)}")
    return ", ".join(said)


def _title(parameter: Parameter) -> str:
    return "Pie rule" if parameter.name == "pie" else parameter.name.replace("_", " ").capitalize()


def _value(parameter: Parameter, value: Value) -> str:
    if parameter.name != "pie":
        return str(value)
    return "none" if value == 0 else "after the first turn" if value == 1 else f"after {value} turns"
