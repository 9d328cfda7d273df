"""The report of a training run: a self-contained page, with curves and a row for each generation."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

from isthmus.learn.report import Curve, draw, write_report
from isthmus.learn.run_folder import RunFolder
from isthmus.learn.settings import TrainSettings


def a_line(generation: int) -> dict:
    return {
        "generation": generation,
        "seconds": 60 * generation + 3600,
        "games": 1000 * (generation + 1),
        "positions": 12_345,
        "steps": 100 * generation,
        "length": 20.5,
        "black": 0.1,
        "losses": {"policy": 0.5, "value": 0.6, "owner": 0.7, "reply": 1.0, "left": 0.1, "error": 0.5},
        "quantised": {"policy": 0.01, "value": 0.02, "greatest": 0.1},
        "trial": {"game": "hex(size=4,pie=0)", "pairs": [0, 0, 1, 0, 2], "elo": [100.0, 50.0, 150.0]},
        "elo": [100.0 * generation, 100.0 * generation - 50, 100.0 * generation + 50],
    }


def test_a_report_has_every_generation_and_needs_nothing_beside_it(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path, TrainSettings("hex", (3, 4)))
    write_report(folder)
    assert not (tmp_path / "report.html").exists()
    for generation in range(3):
        folder.write_log(a_line(generation))
    write_report(folder)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Training hex(size=4,pie=0), sizes 3, 4" in page
    assert "3,000 games, 12,345 searched positions" in page
    assert page.count("<svg") == page.count("<h2>") == 7
    assert len(re.findall(r"<tr><td>\d", page)) == 3
    assert "+200" in page
    assert not re.findall(r"""(?:src|href)=["'](?!#)""", page)


def test_a_generation_may_end_before_its_process_has_learned_anything(tmp_path: Path) -> None:
    """Its learner had caught up before an interruption."""
    folder = RunFolder(tmp_path, TrainSettings("hex", (3, 4)))
    folder.write_log(a_line(0))
    folder.write_log({**a_line(1), "losses": {}})
    write_report(folder)
    assert len(re.findall(r"<tr><td>\d", (tmp_path / "report.html").read_text(encoding="utf-8"))) == 2


def test_a_plot_is_svg_in_the_colour_of_the_page() -> None:
    svg = draw("Elo & <more>", [Curve("a", [None, 1.0, 2.0]), Curve("b", [1.0, 2.0, 3.0], [(0.0, 2.0)] * 3)])
    ET.fromstring(svg.replace("xlink:", ""))
    assert "currentColor" in svg
    assert "#123456" not in svg
    assert svg == draw("Elo & <more>", [Curve("a", [None, 1.0, 2.0]), Curve("b", [1.0, 2.0, 3.0], [(0.0, 2.0)] * 3)])
