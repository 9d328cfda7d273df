"""The tables and keys of a study file, as pydantic models; ``study`` checks their meaning together."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

__all__ = ["Budget", "Claim", "GameTable", "Players", "Questions", "StudyFile"]

Share = Annotated[float, Field(ge=0, le=1)]
Text = Annotated[str, Field(min_length=1, max_length=1000)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class GameTable(BaseModel):
    """A game by its name, and its parameters; a list makes one variant for each value."""

    model_config = ConfigDict(extra="allow", strict=True, frozen=True)
    game: Text

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters, as written in the file."""
        return dict(self.model_extra or {})


class Players(_Table):
    """``strengths``: simulations per turn, or players by text. ``evaluator``: for players given by a number."""

    strengths: Annotated[list[Annotated[int, Field(ge=1)] | Text], Field(min_length=1)]
    evaluator: Text = "hand"


class Questions(_Table):
    """``measures`` by name. ``judge``: simulations per position for judging finished games.

    ``restrictions``: those of restricted players. ``offers``: the number of openings in an opening map.
    """

    measures: Annotated[list[Text], Field(min_length=1)]
    judge: Annotated[int, Field(ge=2)] = 100
    restrictions: list[Literal["adjacent", "no-pass", "mirror", "quarter"]] = []
    openings: Literal["balanced", "random", "none"] | None = None
    offers: Annotated[int, Field(ge=1)] = 100


class Budget(_Table):
    """``games``: per point, at most. ``stop``: ``fixed`` plays them all, ``settled`` ends points that are clear.

    ``first``: games per point before the first look. ``core_hours``: for all workers together; after that the run
    pauses.
    """

    games: Annotated[int, Field(ge=2, multiple_of=2)]
    stop: Literal["fixed", "settled"] = "fixed"
    first: Annotated[int, Field(ge=2, multiple_of=2)] = 20
    max_turns: Annotated[int, Field(ge=1)] = 500
    core_hours: Annotated[float, Field(gt=0)] | None = None


class Claim(_Table):
    """A sentence for the study to settle, written before its games are played.

    It is about one figure (``measure`` at the point that ``where`` picks) or, with ``against``, about the difference
    between that figure and the same figure at another point.
    """

    name: Text
    says: Text
    measure: Text
    where: dict[str, int | str] = {}
    against: dict[str, int | str] | None = None
    at_least: float | None = None
    at_most: float | None = None
    equals: float | None = None
    margin: Share = 0.0
    test: Literal["sequence", "sprt"] = "sequence"

    @model_validator(mode="after")
    def _says_one_thing(self) -> Claim:
        given = [name for name in ("at_least", "at_most", "equals") if getattr(self, name) is not None]
        if len(given) != 1:
            raise ValueError(f"expected one of at_least, at_most and equals; found {' and '.join(given) or 'none'}")
        if given == ["equals"] and not self.margin:
            raise ValueError("equals needs a margin above 0: no number of games shows that two figures are the same")
        if self.test == "sprt" and not self.margin:
            raise ValueError("test = 'sprt' needs a margin above 0: it distinguishes two shares")
        if self.test == "sprt" and (self.against is not None or given == ["equals"]):
            raise ValueError("test = 'sprt' tests at_least or at_most of one share; expected no against and no equals")
        return self

    @property
    def bound(self) -> float:
        """The number that the claim compares with."""
        return next(float(value) for value in (self.at_least, self.at_most, self.equals) if value is not None)


class StudyFile(_Table):
    """A whole study file."""

    title: Text
    question: str = ""
    seed: int = 0
    confidence: Annotated[float, Field(gt=0.5, lt=1)] = 0.95
    games: Annotated[list[GameTable], Field(min_length=1)]
    players: Players
    questions: Questions
    budget: Budget
    claims: list[Claim] = []
