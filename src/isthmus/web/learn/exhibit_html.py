"""An exhibit as HTML: a board with a caption, a text, and turns to try. learn/rules.js makes the board live."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from isthmus.record import format_position
from isthmus.record.exhibit import Exhibit, Trial
from isthmus.web.board.view import board_html

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
    """The figure of an exhibit, number ``number`` of its page. It can be read and printed without scripts."""
    return _FIGURE.format(
        number=number,
        position=format_position(exhibit.position),
        side=str(exhibit.position.snapshot.side),
        task=Markup(' data-task="{}"').format(exhibit.task.verdict) if exhibit.task else "",
        board=board_html(exhibit.position, name=f"board-{number}"),
        caption=exhibit.caption,
        standing=exhibit.standing,
        words=Markup("\n").join(_words(exhibit)),
    )


def _words(exhibit: Exhibit) -> Iterator[Markup]:
    if exhibit.task:
        yield Markup('<p class="task"><strong>Task.</strong> {}</p>').format(exhibit.task.words)
    if exhibit.facts:
        facts = map(Markup("<li>{}</li>").format, exhibit.facts)
        yield Markup('<ul class="facts">{}</ul>').format(Markup("").join(facts))
    if exhibit.trials:
        yield Markup('<ul class="trials">{}</ul>').format(Markup("").join(map(_trial, exhibit.trials)))


def _trial(trial: Trial) -> Markup:
    words = f" {trial.words}" if trial.words else ""
    return _TRIAL.format(turn=trial.turn, verdict=trial.verdict, result=trial.result, words=words)
