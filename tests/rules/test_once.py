"""``once``: an attribute is computed on first use, and kept."""

from __future__ import annotations

from isthmus.rules.once import once


class Frozen:
    def __init__(self) -> None:
        object.__setattr__(self, "asked", [])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(name)

    @once
    def answer(self) -> int:
        """The answer."""
        self.asked.append(1)
        return 42


def test_the_work_is_done_once_also_where_attributes_cannot_be_set() -> None:
    one, other = Frozen(), Frozen()
    assert (one.answer, one.answer, len(one.asked), len(other.asked)) == (42, 42, 1, 0)


def test_the_class_shows_what_the_attribute_is() -> None:
    assert isinstance(Frozen.answer, once)
    assert Frozen.answer.__doc__ == "The answer."
