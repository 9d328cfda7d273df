"""Rates: the limit of each endpoint. Every endpoint is listed here; a test checks that."""

from __future__ import annotations

from isthmus.web import health, notice, root_files
from isthmus.web.accounts import api as accounts
from isthmus.web.analysis import api as analysis
from isthmus.web.api import export, games, reference, seats
from isthmus.web.board import sandbox
from isthmus.web.game import pages as game
from isthmus.web.game import start_page
from isthmus.web.http.limits import ASKING, OPENING_SOCKETS, SENDING, Rate, Rule
from isthmus.web.learn import pages as learn
from isthmus.web.learn.lab import pages as lab
from isthmus.web.puzzles import api as puzzles
from isthmus.web.puzzles import pages as puzzle_pages
from isthmus.web.puzzles import theorem
from isthmus.web.study import files as study_files
from isthmus.web.study import pages as study
from isthmus.web.study import start as study_start

__all__ = ["LASTING", "RULES"]

_TABLE: dict[Rule, tuple[object, ...]] = {
    Rule("opening accounts", Rate(5, 1 / 300)): (accounts.open_account,),
    Rule("opening games", Rate(30, 1 / 6)): (
        game.create,
        games.create,
        accounts.challenge_all,
        accounts.challenge_one,
        accounts.accept,
        accounts.decline,
    ),
    Rule("opening studies", Rate(30, 1 / 6)): (study_start.create, study_start.create_of_game, study.copy),
    Rule("asking the engine", Rate(150, 5)): (
        analysis.lines,
        analysis.overlay_kinds,
        analysis.overlay,
        analysis.review,
        analysis.known,
        analysis.hint,
        theorem.answer,
        theorem.hint,
        learn.fill_board,
        learn.look,
    ),
    Rule("trying puzzle turns", Rate(40, 2)): (puzzles.judge,),
    Rule("opening boards", Rate(60, 3)): (game.show, game.invited, theorem.show, learn.index),
    Rule("opening studies' pages", Rate(60, 3)): (study.show, study.tree),
    Rule("editing studies", Rate(100, 5)): (study.edit,),
    Rule("drawing pictures", Rate(40, 2)): (
        export.record,
        study_files.export,
        learn.current_picture,
        start_page.preview,
    ),
    Rule("opening reports", Rate(40, 2)): (lab.report, lab.figures),
    Rule("looking up games", Rate(40, 2)): (start_page.standing,),
    Rule("checking the server", Rate(60, 2)): (health.ready,),
    OPENING_SOCKETS: (game.live,),
    Rule("opening streams", Rate(60, 2)): (game.watch, games.stream, accounts.events),
    SENDING: (
        game.join,
        game.withdraw,
        sandbox.steps,
        sandbox.play,
        sandbox.summary,
        seats.play,
        seats.resign,
        seats.withdraw,
        seats.request_takeback,
        seats.answer_takeback,
        seats.say,
        seats.claim,
        seats.join,
        study.delete,
    ),
    ASKING: (
        start_page.start,
        game.next_game,
        puzzle_pages.overview,
        puzzle_pages.of_the_day,
        puzzle_pages.show,
        study_start.start,
        study_start.of_game,
        study.place,
        learn.full_board,
        learn.current,
        learn.rules,
        lab.index,
        lab.show,
        reference.show,
        accounts.show_account,
        accounts.challenges,
        games.kinds,
        games.read,
        games.steps,
        puzzles.sets,
        puzzles.show,
        puzzles.hint,
        puzzles.solution,
        health.alive,
        root_files.robots,
        root_files.icon,
        notice.about,
    ),
}
RULES = {endpoint: rule for rule, endpoints in _TABLE.items() for endpoint in endpoints}
"""The rule of each endpoint."""
LASTING = frozenset(
    (game.watch, games.stream, accounts.events, analysis.lines, analysis.overlay, analysis.review, analysis.hint)
)
"""Endpoints with streaming answers. An address may have only a limited number of them open."""
