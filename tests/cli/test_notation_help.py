"""The notation of turns as plain lines, from a rules page."""

from __future__ import annotations

import pytest

import isthmus
from isthmus.cli.terminal import notation_help
from isthmus.cli.terminal.notation_help import notation_lines

PAGE = """# Hex

## Notation
Letters count columns,
**numbers** rows.

```board
hex(size=2,pie=0)
```

| text | turn |
|---|---|
| `b2` | one stone |
| `b2+d4` | two stones |
| `take-black` | the choice |

## Sources
Nobody.
"""


@pytest.mark.parametrize(
    ("game", "examples"),
    [
        ("hex(size=4,pie=0)", ["  b2     one stone", "  b2+d4  two stones"]),
        ("hex(size=3,pie=0)", ["  b2  one stone"]),
        ("hex(size=3,pie=1)", ["  b2          one stone", "  take-black  the choice"]),
    ],
)
def test_the_sentences_and_the_examples_that_can_occur(
    monkeypatch: pytest.MonkeyPatch, game: str, examples: list[str]
) -> None:
    monkeypatch.setattr(notation_help, "page_of", lambda _: PAGE)
    assert notation_lines(isthmus.game(game)) == ["", "Letters count columns, numbers rows.", *examples]


def test_a_page_without_notation_gives_no_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notation_help, "page_of", lambda _: "# Hex\n\nPlant stones.\n")
    assert notation_lines(isthmus.game("hex")) == []


@pytest.mark.parametrize("name", sorted(isthmus.games()))
def test_every_game_explains_its_notation(name: str) -> None:
    assert len(notation_lines(isthmus.game(name))) > 2
