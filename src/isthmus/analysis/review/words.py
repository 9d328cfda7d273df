"""A review in plain words: who was ahead, what is proved, what the pie was worth. It says of each number what it is."""

from __future__ import annotations

from isthmus.analysis.review.judge import EVEN, Fact
from isthmus.analysis.review.report import Answer, Offer, Review, ReviewedTurn
from isthmus.record import Record
from isthmus.rules.turns import spoken
from isthmus.rules.types import Seat

__all__ = ["chance_in_words", "change", "findings", "happened", "person", "standing", "swing"]

_STANDINGS = {0.0: "lost", 0.5: "drawn", 1.0: "won"}
_PROVED = {0.0: "a proved loss", 0.5: "a proved draw", 1.0: "a proved win"}


def person(record: Record, seat: Seat, *, colour: bool = True) -> str:
    """A seat by its player's name, or as the first or second player, with the colour that it holds in the end."""
    name = record.players[seat.value] or f"the {seat} player"
    holds = record.final.snapshot.opening.first_holds
    if holds is None or not colour:
        return name
    return f"{name} ({holds if seat is Seat.FIRST else holds.other})"


def standing(share: float, *, proved: bool) -> str:
    """A winning chance as people read it: ``'57%'``, or ``'won'``, ``'drawn'``, ``'lost'`` where that is proved."""
    if proved:
        return _STANDINGS[share]
    return f"{min(99, max(1, round(100 * share)))}%"


def swing(turn: ReviewedTurn) -> str:
    """The chance before and after a turn, of who made it: ``'57% → 14%'``."""
    return " → ".join(standing(share, proved=proved) for share, proved in _shares(turn))


def _shares(turn: ReviewedTurn) -> tuple[tuple[float, bool], tuple[float, bool]]:
    """The chance before and after a turn, of who made it, each with whether it is proved."""
    judged = turn.judgement
    return (judged.before, judged.proved[0]), (judged.after, judged.proved[1])


def chance_in_words(share: float, *, proved: bool) -> str:
    """A winning chance within a sentence: ``'57%'``, or ``'a proved win'``, draw or loss."""
    return _PROVED[share] if proved else standing(share, proved=False)


def change(turn: ReviewedTurn) -> str:
    """The same within a sentence, with whose chance it is: ``'for black 57% before and 14% after it'``."""
    whose = turn.side or f"the {turn.judgement.seat} player"
    before, after = (chance_in_words(share, proved=proved) for share, proved in _shares(turn))
    return f"for {whose} {before} before and {after} after it"


def happened(turn: ReviewedTurn) -> str:
    """A turn and what it did: ``'turn 37, c11+c14: blunder, for black 57% before and 14% after it, punished'``."""
    words = [f"turn {turn.number}, {spoken(turn.turn)}: {turn.judgement.grade}".removesuffix(" "), change(turn)]
    if turn.answer is not Answer.NONE:
        words.append(str(turn.answer))
    return ", ".join(words).replace(":,", ":")


def findings(review: Review) -> list[str]:
    """What is to be said of the game as a whole, a sentence or two each."""
    said = []
    if review.offer is not None:
        said.append(_pie(review, review.offer))
    if review.proved_from is not None:
        said.append(_proved(review, review.proved_from))
    if review.leader is not None and review.ahead_from is not None and review.ahead_from != review.proved_from:
        who = person(review.record, review.leader)
        since = f"from turn {review.ahead_from} on" if review.ahead_from else "all the time"
        said.append(f"{who} was ahead {since}, by the estimates.")
    return [_capital(sentence) for sentence in said]


def _capital(sentence: str) -> str:
    return sentence[0].upper() + sentence[1:]


def _pie(review: Review, offer: Offer) -> str:
    first, second = (person(review.record, seat, colour=False) for seat in Seat)
    by = f" with {offer.better}" if offer.better else ""
    if offer.proved:
        result = _STANDINGS[offer.chance]
        worth = f"what {first} offered is proved {result} for {second}{by}."
    elif abs(offer.chance - 0.5) <= EVEN:
        worth = f"{first} offered an even choice: {standing(offer.chance, proved=False)} for {second}{by} (estimate)."
    else:
        points = round(100 * abs(offer.chance - 0.5))
        whom = second if offer.chance > 0.5 else first
        worth = (
            f"{first} offered {standing(offer.chance, proved=False)} to {second}{by}, "
            f"{points} points off even, in favour of {whom} (estimate)."
        )
    if offer.taken is None:
        return f"The pie: {worth} Nobody has chosen."
    answer = _capital(f"{second} took {offer.taken}")
    if not offer.proved and abs(offer.chance - 0.5) <= EVEN:
        answer += "; either was as good"
    elif offer.better is not None:
        answer += f", the {'better' if offer.taken is offer.better else 'worse'} colour"
    return f"The pie: {worth} {answer}."


def _proved(review: Review, number: int) -> str:
    winner = review.leader
    result = f"a win for {person(review.record, winner)}" if winner else "a draw"
    if number == 0:
        return f"Proved: {result} from the beginning."
    turn = next((turn for turn in review.turns if turn.number == number), None)
    if turn is None:
        return f"Proved from turn {number} on: {result}."
    who = person(review.record, turn.judgement.seat)
    if turn.judgement.fact in (Fact.THREW_WIN, Fact.THREW_DRAW):
        return f"Proved: {who} {turn.judgement.fact.replace('throws', 'threw')} at turn {number}, {spoken(turn.turn)}."
    return f"Proved from turn {number} ({spoken(turn.turn)}) on: {result}. Whether it was so before is not proved."
