"""The display of a training run in the terminal, with and without losses and Elo."""

from rich.console import Console

from isthmus.cli.terminal.training_view import draw_standing, duration, line_of
from isthmus.learn.loop import Standing


def drawn(standing: Standing) -> str:
    console = Console(width=120)
    with console.capture() as captured:
        console.print(draw_standing(standing, 1000))
    return captured.get()


def test_everything_is_shown() -> None:
    standing = Standing(
        3700.0, 28800.0, 3, 512, 3512, 80_000, 1200, 3512, {5: 0.2, 7: 0.8}, (2.5, 60.0, 240.0),
        {"policy": 0.25, "value": 0.5}, (410.0, 380.0, 440.0),
    )  # fmt: skip
    text = drawn(standing)
    for said in (
        "1 h 01 min of 8 h 00 min, 6 h 58 min left",
        "3, game 512 of 1,000 (size 5 20%, size 7 80%)",
        "3,512 (2.50 a second); learning from the last 3,512",
        "80,000 with a policy (60.0 a second)",
        "step 1,200 (240 positions a second)",
        "policy 0.250, value 0.500",
        "+410 (+380 to +440)",
    ):
        assert said in text, text


def test_nothing_is_shown_before_there_are_losses() -> None:
    text = drawn(Standing(1.0, 60.0, 0, 0, 0, 0, 0, 0, {5: 1.0}, (0.0, 0.0, 0.0), {}, None))
    assert "not yet" in text
    assert "after the first generation" in text


def test_a_line_says_the_same_in_short() -> None:
    standing = Standing(
        61.0, 600.0, 1, 5, 1405, 900, 1200, 1405, {5: 1.0}, (1.0, 1.0, 1.0), {"policy": 0.25}, (9.6, 1.0, 20.0)
    )
    assert line_of(standing) == (
        "1 min 01 s: generation 1, 1,405 games, step 1,200, losses policy 0.250, "
        "policy's Elo +10 (+1 to +20) over the first net"
    )


def test_times_are_in_words() -> None:
    assert [duration(seconds) for seconds in (0, 59.6, 61, 7260)] == [
        "0 min 00 s",
        "1 min 00 s",
        "1 min 01 s",
        "2 h 01 min",
    ]
