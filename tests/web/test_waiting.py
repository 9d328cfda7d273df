"""How tests wait for a page."""

from __future__ import annotations

from board_table import Table
from windows import stop_the_clock, wait


def test_a_wait_ends_although_the_clock_of_the_page_is_stopped(table: Table) -> None:
    table.open("hex(size=3,pie=0)")
    stop_the_clock(table.page)
    table.page.evaluate("""{
      const ask = async (times) => {
        while (times--) await fetch("/table.js");
        window.answered = true;
      };
      void ask(50);
    }""")
    wait(table.page, "window.answered")
