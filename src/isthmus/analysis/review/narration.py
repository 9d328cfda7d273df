"""A review in plain words: who was ahead, what is proved, and the worth of the pie. Every number is labelled.

All chances are from the first seat's point of view, whichever seat made the turn, so that they can be compared. Each
comes with the name or the colour of that seat.
"""

from __future__ import annotations

import re

from isthmus.analysis.review.conclusions import Answer, Conclusions, Offer, ReviewedTurn
from isthmus.analysis.review.judge import Fact, chance, leader, proved_for
from isthmus.engine.report import percent
from isthmus.record import Record
from isthmus.record.player_names import COMPUTER, PERSON, THEN
from isthmus.record.result import ON_TIME, RESIGNED
from isthmus.rules.turns import spoken
from isthmus.rules.types import Seat

__all__ = [
    "capital",
    "change",
    "deed",
    "findings",
    "first_chances",
    "first_seat_name",
    "person",
    "point_of_view",
    "position_in_words",
    "standing",
    "swing",
    "turn_in_words",
]

_PROVED = {0.0: "a proved loss", 0.5: "a proved draw", 1.0: "a proved win"}
_BRACKETS = re.compile(r"(.* \([^()]+)\)")
"""A name that ends with brackets, up to the last one."""
_GIVEN_UP = {RESIGNED: "resigned", ON_TIME: "lost on time"}


def person(record: Record, seat: Seat) -> str:
    """A seat by its player's name, or as the first or second player, with the colour that it holds in the end.

    >>> import isthmus
    >>> from isthmus.record import Record
    >>> record = Record(isthmus.game("hex", pie=0), players=("Ann", "computer (level 1)"))
    >>> person(record, Seat.FIRST), person(record, Seat.SECOND)
    ('Ann (black)', 'the computer (level 1, white)')
    """
    name = _with_article(record.players[seat.value]) or f"the {seat} player"
    side = record.final.side_of(seat)
    if side is None:
        return name
    bracketed = _BRACKETS.fullmatch(name)
    return f"{bracketed[1]}, {side})" if bracketed else f"{name} ({side})"


def _with_article(name: str, *, limits: bool = True) -> str:
    """A player's name in a sentence. ``isthmus play`` calls its players ``person`` and ``computer (level 1)``.

    Without ``limits`` the computer's limits are left out.
    """
    return THEN.join(_one_with_article(one, limits=limits) for one in name.split(THEN))


def _one_with_article(name: str, *, limits: bool) -> str:
    if name.startswith(f"{COMPUTER} ("):
        return f"the {name if limits else COMPUTER}"
    return f"the {name}" if name == PERSON else name


def _briefly(record: Record) -> tuple[str, str]:
    """The two players without their colours, and without the computer's limits if the names still differ."""
    first, second = (_with_article(name, limits=False) for name in record.players)
    if first == second:
        first, second = (_with_article(name) for name in record.players)
    return first or f"the {Seat.FIRST} player", second or f"the {Seat.SECOND} player"


def point_of_view(record: Record) -> str:
    """One or two sentences that say whose chances a review shows."""
    who = person(record, Seat.FIRST)
    said = f"All chances are for {who}{', who moved first' if record.players[0] else ''}."
    if record.beginning.side_of(Seat.FIRST) is None and record.final.side_of(Seat.FIRST) is not None:
        said += " Until the colours are chosen, results name the first or second player."
    return said


def position_in_words(share: float, proof: str, names: tuple[str, str]) -> str:
    """The standing of a position, always from the first seat's point of view: ``'black 38%: white is ahead'``.

    ``share`` is the first seat's chance, ``proof`` is that of an ``Evaluation``, ``names`` are the names of the first
    and the second seat.
    """
    if proof:
        return "a draw: proved" if proof == "draw" else f"{names[proof != str(Seat.FIRST)]} wins: proved"
    ahead = leader(share)
    return f"{names[0]} {percent(share)}: {'even' if ahead is None else f'{names[ahead.value]} is ahead'}"


def standing(turn: ReviewedTurn) -> tuple[str, str]:
    """The standing before and after a turn: the first seat's chance, or the proved winner."""
    first = turn.first_holds
    names = (str(first), str(first.other)) if first else tuple(map(str, Seat))
    known = {0.0: f"{names[1]} wins", 0.5: "a draw", 1.0: f"{names[0]} wins"}
    before, after = (known[share] if proved else percent(share) for share, proved in first_chances(turn))
    return before, after


def swing(turn: ReviewedTurn) -> str:
    """The change of a turn: ``'57% → 14%'``, ``'57% → white wins'``, or a single result if it stays proved."""
    before, after = standing(turn)
    return before if before == after and all(turn.judgement.proved) else f"{before} → {after}"


def first_chances(turn: ReviewedTurn) -> tuple[tuple[float, bool], tuple[float, bool]]:
    """The first seat's chance before and after a turn, each with whether it is proved."""
    judged = turn.judgement
    before, after = (share if judged.seat is Seat.FIRST else 1 - share for share in (judged.before, judged.after))
    return (before, judged.proved[0]), (after, judged.proved[1])


def first_seat_name(turn: ReviewedTurn) -> str:
    """The first seat by the colour that it held at a turn, or as the first player while that was open."""
    return str(turn.first_holds or f"the {Seat.FIRST} player")


def change(turn: ReviewedTurn) -> str:
    """The change as a sentence without its full stop: ``"black's chance fell from 57% to 14%"``.

    A chance is the first seat's. A proof names the winner: ``"black's chance was 57%, and now white has a proved
    win"``.
    """
    (before, was_proved), (after, is_proved) = first_chances(turn)
    if was_proved and is_proved and before == after:
        return _proved_standing(turn, after, "still has", "is still")
    if was_proved or is_proved:
        was = _proved_standing(turn, before, "had", "was") if was_proved else _chance(turn, "was", before)
        now = _proved_standing(turn, after, "has", "is") if is_proved else _chance(turn, "is", after)
        return f"{was}, and now {now}"
    if percent(before) == percent(after):
        return _chance(turn, "stayed at", after)
    return _chance(turn, f"{'fell' if after < before else 'rose'} from {percent(before)} to", after)


def _chance(turn: ReviewedTurn, verb: str, share: float) -> str:
    return f"{first_seat_name(turn)}'s chance {verb} {percent(share)}"


def _proved_standing(turn: ReviewedTurn, share: float, has: str, be: str) -> str:
    if share == 0.5:
        return f"the game {be} a proved draw"
    first = first_seat_name(turn)
    other = str(turn.first_holds.other) if turn.first_holds else f"the {Seat.SECOND} player"
    return f"{first if share else other} {has} a proved win"


def deed(turn: str) -> str:
    """A turn as the end of a sentence: ``with f6``, ``by taking white``."""
    return f"by {turn.replace('take-', 'taking ', 1)}" if turn.startswith("take-") else f"with {turn}"


def turn_in_words(turn: ReviewedTurn) -> str:
    """A turn and its effect: ``"turn 37, c11+c14: blunder; black's chance fell from 57% to 14%; punished"``."""
    words = [f"turn {turn.number}, {spoken(turn.turn)}: {turn.judgement.grade}".removesuffix(" "), change(turn)]
    if turn.answer is not Answer.NONE:
        words.append(str(turn.answer))
    return "; ".join(words).replace(":;", ":")


def findings(review: Conclusions) -> list[str]:
    """The findings about the game as a whole, one or two sentences each."""
    said = []
    if review.offer is not None:
        said.append(_pie(review, review.offer))
    if review.proved_from is not None:
        said.append(_proved(review, review.proved_from))
    if review.leader is not None and review.ahead_from is not None and review.ahead_from != review.proved_from:
        who = person(review.record, review.leader)
        since = f"from turn {review.ahead_from} on" if review.ahead_from else "throughout"
        said.append(f"{who} was ahead {since}, according to the estimates.")
    said += _ended(review)
    return [capital(sentence) for sentence in said]


def _ended(review: Conclusions) -> list[str]:
    """That a game is not finished, or how it ended other than by its rules: at most one sentence."""
    record, result = review.record, review.record.result
    if result is None and record.final.outcome is None:
        return ["the game is not finished."]
    if not (result and result.winner and result.reason in _GIVEN_UP):
        return []
    seat = result.winner if isinstance(result.winner, Seat) else record.final.seat_of(result.winner)
    return [f"{person(record, seat.other)} {_GIVEN_UP[result.reason]}{_held(record, seat.other)}."] if seat else []


def _held(record: Record, seat: Seat) -> str:
    """What a seat gave up at the end of a game, unless it was behind: ``' with a proved win'``."""
    evaluation = record.nodes[record.last].evaluation
    if evaluation is None or proved_for(evaluation, seat) == "loss":
        return ""
    share = chance(evaluation, seat)
    if evaluation.proof:
        return f" with {_PROVED[share]}"
    ahead = leader(chance(evaluation, Seat.FIRST))
    if ahead is None:
        return " in an even position (estimate)"
    return f" with a chance of {percent(share)} (estimate)" if ahead is seat else ""


def capital(sentence: str) -> str:
    """A sentence with a capital first letter; the rest does not change."""
    return sentence[0].upper() + sentence[1:]


def _pie(review: Conclusions, offer: Offer) -> str:
    first, second = _briefly(review.record)
    share = 1 - offer.chance
    ahead, named = leader(share), False
    if offer.proved:
        by = f" with {offer.better}" if offer.better else ""
        worth = f"{first}'s offer is {_PROVED[offer.chance]} for {second}{by}."
    else:
        left = f"leaves {first} a chance of {percent(share)} (estimate)."
        worth = f"the offer is even, and {left}" if ahead is None else f"the offer {left}"
        named = offer.better is not None and ahead is not None
        if named:
            choice = f"if {second} takes {offer.better}, the better colour"
            worth = f"{choice}, {first}'s chance is {percent(share)} (estimate)."
    if offer.taken is None:
        return f"The pie rule: {worth} No colour was chosen."
    answer = capital(f"{second} took {offer.taken}")
    fault = any(turn.judgement.grade and review.record.nodes[turn.node].parent == offer.node for turn in review.turns)
    if ahead is None and not (offer.proved or fault):
        answer += "; both were equally good"
    elif offer.better is not None and not named:
        answer += f", the {'better' if offer.taken is offer.better else 'worse'} colour"
    return f"The pie rule: {worth} {answer}."


def _proved(review: Conclusions, number: int) -> str:
    winner = review.leader
    result = f"a win for {person(review.record, winner)}" if winner else "a draw"
    if number == 0:
        return f"Proved: {result} from the beginning."
    turn = next((turn for turn in review.turns if turn.number == number), None)
    if turn is None:
        return f"Proved from turn {number} on: {result}."
    who = person(review.record, turn.judgement.seat)
    if turn.judgement.fact in (Fact.THREW_WIN, Fact.THREW_DRAW):
        threw = turn.judgement.fact.replace("throws", "threw")
        return f"Proved from turn {number} on: {result}. {capital(who)} {threw} {deed(turn.turn)}."
    return f"Proved from turn {number} ({spoken(turn.turn)}) on: {result}. Earlier results are not proved."
