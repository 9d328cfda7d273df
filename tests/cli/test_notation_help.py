"""The notation of turns as plain lines, from a rules page."""

from __future__ import annotations

from isthmus.cli.terminal.notation_help import notation_lines

PAGE = """# Hedges

## Notation
Letters count columns,
**numbers** rows.

```board
hex(size=2,pie=0)
```

| text | turn |
|---|---|
| `b2` | one stone |
| `b2+b3` | two stones |

## Sources
Nobody.
"""


def test_the_sentences_and_the_examples_are_plain_lines() -> None:
    assert notation_lines(PAGE) == [
        "",
        "Letters count columns, numbers rows.",
        "  b2     one stone",
        "  b2+b3  two stones",
    ]


def test_a_page_without_notation_gives_no_lines() -> None:
    assert notation_lines("# Hedges\n\nPlant stones.\n") == []
