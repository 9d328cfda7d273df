"""An exhibit as HTML: a board that learn.js makes live, its caption, what is said of it, and turns to try."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from isthmus.record import format_position
from isthmus.record.exhibit import Exhibit, Trial
from isthmus.rules.position import Position
from isthmus.web.board_view import board_html

__all__ = ["exhibit_html"]

_FIGURE = Markup(
    '<figure class="exhibit" aria-labelledby="caption-{number}" data-position="{position}" data-side="{side}"{task}>\n'
    '<div class="exhibit-board">{board}<p class="standing">{standing}</p></div>\n'
    '<figcaption id="caption-{number}">{caption}</figcaption>\n'
    '<div class="exhibit-words">\n{words}\n</div>\n</figure>\n'
)
_TRIAL = Markup(
    '<li data-turn="{turn}"><span><code>{turn}</code> '
    '<span class="verdict verdict--{verdict}">{result}.</span>{words}</span></li>'
)


def exhibit_html(exhibit: Exhibit, number: int) -> Markup:
    """The figure of an exhibit, the ``number``-th of its page. It can be read and printed without scripts."""
    position = exhibit.position
    return _FIGURE.format(
        number=number,
        position=format_position(position),
        side=str(position.snapshot.side),
        task=Markup(' data-task="{}"').format(exhibit.task.verdict) if exhibit.task else "",
        board=board_html(position, name=f"board-{number}"),
        caption=exhibit.caption,
        standing=_standing(position),
        words=Markup("\n").join(_words(exhibit)),
    )


def _words(exhibit: Exhibit) -> Iterator[Markup]:
    if exhibit.task:
        yield Markup('<p class="task"><strong>Task.</strong> {}</p>').format(exhibit.task.words)
    facts = [*(f"{fact[:1].upper()}{fact[1:]}." for fact in exhibit.status), *map(str, exhibit.bonds)]
    if facts:
        yield Markup('<ul class="facts">{}</ul>').format(Markup("").join(map(Markup("<li>{}</li>").format, facts)))
    if exhibit.trials:
        yield Markup('<ul class="trials">{}</ul>').format(Markup("").join(map(_trial, exhibit.trials)))


def _trial(trial: Trial) -> Markup:
    words = f" {trial.words}" if trial.words else ""
    return _TRIAL.format(turn=trial.turn, verdict=trial.verdict, result=trial.result, words=words)


def _standing(position: Position) -> str:
    if position.outcome:
        return f"The game is over: {position.outcome}."
    if position.choosing:
        return f"The {position.seat} player chooses a colour."
    return f"{str(position.to_move).capitalize()} to move."
