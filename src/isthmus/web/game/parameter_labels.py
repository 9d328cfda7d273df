"""The parameters of games in words, for forms and headings."""

from __future__ import annotations

from dataclasses import dataclass

from isthmus.rules.game import Game
from isthmus.rules.parameters import Parameter, Value

__all__ = ["Setting", "game_name", "kind_words", "parameter_words", "settings_of", "usual_choices"]


_ROWS_AND_COLUMNS = ("square-points", "square-cells", "hex-cells")


@dataclass(frozen=True)
class Setting:
    """A parameter in a form. ``choices``: the value to send, its label, and whether it is selected. ``advice``: what a
    player should know before choosing, usually empty."""

    name: str
    title: str
    meaning: str
    choices: tuple[tuple[str, str, bool], ...]
    advice: str = ""


_PIE = "when the second player chooses a colour"
"""The meaning of the pie rule beside its values, which are not numbers here."""


def settings_of(game: Game) -> list[Setting]:
    """The parameters of a game, with its values selected. A default that depends on others is shown as ``as usual (3)``
    and sent empty."""
    usual_words = usual_choices(game)
    settings = []
    for parameter in game.parameters:
        chosen = game.values[parameter.name]
        follows = callable(parameter.default) and chosen == parameter.default_for(game.values)
        usual = (("", usual_words[parameter.name], True),) if follows else ()
        values = ((str(one), _value(parameter, one), one == chosen and not follows) for one in parameter.values)
        meaning = _PIE if parameter.name == "pie" else parameter.meaning
        settings.append(Setting(parameter.name, _title(parameter), meaning, (*usual, *values), parameter.advice))
    return settings


def usual_choices(game: Game) -> dict[str, str]:
    """The labels of the defaults that depend on other parameters, with the value for this game, by parameter."""
    return {
        parameter.name: f"as usual ({_value(parameter, parameter.default_for(game.values))})"
        for parameter in game.parameters
        if callable(parameter.default)
    }


def parameter_words(game: Game) -> str:
    """The parameters that differ from the usual ones, such as ``size 7, no pie rule``."""
    return ", ".join(_mentioned_parameters(game).values())


def game_name(game: Game) -> str:
    """The game with its board size, such as ``Hex 7×7`` or ``Trinidad, size 5``."""
    size = _board(game)
    return f"{game.title} {size}" if "×" in size else f"{game.title}, {size}" if size else game.title


def kind_words(game: Game, *, pie: bool = True) -> str:
    """Board and rules, for use beside the game's title, such as ``7×7, with the pie rule``.

    Without ``pie`` the pie rule is left out: it no longer matters once the colours are chosen.
    """
    said = _mentioned_parameters(game)
    if not pie:
        said.pop("pie", None)
    if "size" in said:
        said["size"] = _board(game)
    if pie and game.values.get("pie") == 1:
        said["pie"] = "with the pie rule"
    return ", ".join(said.values())


def _board(game: Game) -> str:
    """The board size, in rows and columns if the board has them."""
    size = game.values.get("size")
    if size is None:
        return ""
    return f"{size}×{size}" if game.topology.lattice in _ROWS_AND_COLUMNS else f"size {size}"


def _mentioned_parameters(game: Game) -> dict[str, str]:
    """The parameters worth mentioning, by name."""
    said: dict[str, str] = {}
    fixed: dict[str, Value] = {}
    for parameter in game.parameters:
        value = fixed[parameter.name] = game.values[parameter.name]
        if parameter.name == "pie":
            said["pie"] = "no pie rule" if value == 0 else f"pie rule {_value(parameter, value)}"
        elif parameter.shown or value != parameter.default_for(fixed):
            said[parameter.name] = f"{_title(parameter).lower()} {_value(parameter, value)}"
    return said


def _title(parameter: Parameter) -> str:
    return "Pie rule" if parameter.name == "pie" else parameter.name.replace("_", " ").capitalize()


def _value(parameter: Parameter, value: Value) -> str:
    if parameter.name != "pie":
        return str(value)
    return "none" if value == 0 else "after the first turn" if value == 1 else f"after {value} turns"
