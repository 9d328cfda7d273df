"""Study files: their meaning, and mistakes are reported with line and key."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from lab_studies import SMALL

from isthmus.games.trellis import Trellis
from isthmus.lab import Study, StudyError, claimed
from isthmus.lab.measures.catalogue import full_plan
from isthmus.lab.study.lines import line_of
from isthmus.lab.study.plan import Role
from isthmus.lab.study.toml_text import toml_of

ROOT = Path(__file__).parents[2]


def test_lists_of_parameters_make_a_sweep(small: Study) -> None:
    assert small.games == ("trellis(size=5,pie=0,separation=2)", "trellis(size=5,pie=0)")
    assert dict(zip(small.games, small.captions.values(), strict=True)) == {
        "trellis(size=5,pie=0,separation=2)": "trellis(size=5,pie=0,separation=2)",
        "trellis(size=5,pie=0)": "trellis(size=5,pie=0,separation=3)",
    }
    assert [strength.player for strength in small.strengths] == [
        "full(simulations=2,eval=hand)",
        "full(simulations=8,eval=hand)",
    ]


def test_a_plan_has_a_point_for_each_game_player_and_question(small: Study) -> None:
    plan = full_plan(small)
    roles = [point.role for point in plan.points]
    assert (roles.count(Role.SELF_PLAY), roles.count(Role.LADDER), roles.count(Role.RESTRICTED)) == (4, 2, 4)


def test_numbers_of_games_are_unique_and_found_again(small: Study) -> None:
    plan = full_plan(small)
    numbers = [point.number_of(pair, half) for point in plan.points for pair in range(3) for half in (0, 1)]
    assert numbers == list(range(1, len(numbers) + 1))
    for point in plan.points:
        assert plan.found(point.number_of(2, 1)) == (point, 2, 1)
    assert plan.found(len(numbers) + 1) is None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seed = 3", "seed = 'x'", r"line 3: seed: expected a whole number; found 'x'"),
        ("seed = 3", "sead = 3", r"line 3: sead: there is no such key; did you mean seed\?"),
        ("[budget]", "[buget]", r"line 20: buget: there is no such key; did you mean budget\?"),
        (
            "games = 6",
            "games = 6\nrounds = 3",
            r"line 22: budget\.rounds: there is no such key; expected games, stop, ",
        ),
        ("games = 6", "games = 6\nint = 3", r"line 22: budget\.int: there is no such key; expected games, stop, "),
        (
            "strengths = [2, 8]",
            "strengths = []",
            r"line 12: players\.strengths: expected one or more values; found \[\]",
        ),
        ("[2, 8]", "[2, 0]", r"line 12: players\.strengths\[2\]: expected 1 or more or a text; found 0"),
        ("[2, 8]", "[2, 1.5]", r"line 12: players\.strengths\[2\]: expected a whole number or a text; found 1\.5"),
        ('"random"', '"rnd"', r"line 17: questions\.openings: expected 'balanced', 'random' or 'none'; found 'rnd'"),
        ("at_least = 0.5", "at_least = nan", r"line 28: claims\[1\]\.at_least: expected a finite number; found nan"),
        ("at_least = 0.5", "at_least = 7.0", r"line 28: claims\[1\]\.at_least: .*expected a share from 0 to 1"),
        ("at_least = 0.5", "at_most = -0.1", r"line 28: claims\[1\]\.at_most: .*expected a share from 0 to 1"),
        (
            "at_least = 0.5",
            "at_least = -2.0\nagainst = { separation = 3, strength = 8 }",
            r"line 28: claims\[1\]\.at_least: .*expected a difference of shares from -1 to 1",
        ),
        (
            "at_least = 0.5",
            "at_least = 0.5\nmargin = 0.1\ntest = 'sprt'\nagainst = { separation = 3, strength = 8 }",
            r"claims\[1\]: test = 'sprt' tests at_least or at_most of one share",
        ),
        (
            "at_least = 0.5",
            "at_least = 0.5\nmargin = 0.5\ntest = 'sprt'",
            r"line 28: claims\[1\]\.at_least: expected a bound whose distance from 0 and from 1 is greater",
        ),
        (
            'measure = "restricted"\nwhere = { separation = 2, strength = 8 }\nat_least = 0.5',
            'measure = "drama"\nwhere = { separation = 2, strength = 8 }\nat_least = 0.5\nmargin = 0.1\ntest = "sprt"',
            r"line 30: claims\[1\]\.test: the sequential test is for shares of points; found drama, expected black, ",
        ),
        ('title = "A small study"', "", r"^study: the key title is missing$"),
        ("[players]\nstrengths = [2, 8]", "", r"^study: the table \[players\] is missing$"),
        ("strengths = [2, 8]", "", r"line 11: players: the key strengths is missing$"),
        ('game = "trellis"\n', "", r"line 5: games\[1\]: the key game is missing$"),
        ("separation = [2, 3]", "separatoin = [2, 3]", r"line 9: games\[1\]\.separatoin: trellis has no parameter"),
        ("separation = [2, 3]", "separation = [2, 9]", r"line 9: games\[1\]\.separation: .*is 9; expected"),
        ('game = "trellis"', 'game = "trelis"', r"line 6: games\[1\]\.game: no game is called 'trelis'"),
        ("strengths = [2, 8]", "strengths = [2, 'levle3']", r"line 12: players\.strengths\[2\]: no player is called"),
        ("strengths = [2, 8]", "strengths = [2, 'random']", r"line 12: .*random cannot be restricted"),
        ("strengths = [2, 8]", "strengths = [2, 8, 2]", r"line 12: players\.strengths\[3\]: 2 occurs twice"),
        ("strengths = [2, 8]", "strengths = [2]", r"line 12: .*depth needs two strengths"),
        (
            '"drama"',
            '"dramma"',
            r"line 15: questions\.measures\[6\]: no measure is called 'dramma'; the measures are: first-seat",
        ),
        ('measure = "restricted"', 'measure = "forced"', r"line 26: claims\[1\]\.measure: a claim about forced, which"),
        (
            'measure = "restricted"',
            'measure = "length"',
            r"line 26: .*length is not a share, so no claim can be about it",
        ),
        (
            "separation = 2, strength",
            "separation = 4, strength",
            r"line 27: claims\[1\]\.where: no point of the study has separation = 4; expected one of 2, 3",
        ),
        (
            "separation = 2, strength",
            "strength",
            r"line 27: .*2 points of the study have these facts; expected facts that select one: add separation",
        ),
        ("separation = 2, strength", "sep = 2, strength", r"line 27: .*unknown key 'sep'"),
        (
            "at_least = 0.5",
            "at_least = 0.5\nat_most = 0.6",
            r"claims\[1\]: expected one of at_least, at_most and equals",
        ),
        ("at_least = 0.5", "equals = 0.5", r"equals needs a margin"),
        ("games = 6", "games = 5", r"line 21: budget\.games: .*multiple of 2"),
        ("games = 6", "games = 6 6", r"line 21"),
    ],
)
def test_a_mistake_is_named_with_line_and_key(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(StudyError) as error:
        full_plan(Study.of(SMALL.replace(old, new, 1)))
    assert re.search(message, str(error.value)), error.value
    assert "\n" not in str(error.value)
    assert not re.search("pydantic|constrained|validation|[Ii]nput", str(error.value))


def test_a_study_without_games_is_told_so() -> None:
    with pytest.raises(StudyError, match=r"^study: the table \[\[games\]\] is missing$"):
        Study.of('title = "x"\nplayers.strengths = [2]\n')


def test_the_guide_prints_the_study_that_its_commands_play() -> None:
    page = (ROOT / "docs/lab.md").read_text(encoding="utf-8")
    assert f"```toml\n{(ROOT / 'docs/example/separation.toml').read_text(encoding='utf-8')}```" in page


def test_a_claim_about_openings_is_refused() -> None:
    """They are not judged in a random order, as confidence sequences need."""
    text = SMALL.replace('"restricted", "drama"', '"openings"').replace(
        'measure = "restricted"', 'measure = "openings"'
    )
    with pytest.raises(StudyError, match="openings is not a share, so no claim can be about it; expected first-seat, "):
        full_plan(Study.of(text))


def test_a_study_is_printed_as_a_file_that_the_lab_reads(small: Study) -> None:
    for study in (small, *claimed.studies().values()):
        again = Study.of(toml_of(study))
        assert again.identity == study.identity
        assert toml_of(again) == toml_of(study)


def test_texts_with_any_characters_are_printed() -> None:
    title = "\x7f\x01 \" \\ \n\t é 😀 '"
    study = Study.from_data({**tomllib.loads(SMALL), "title": title})
    assert Study.of(toml_of(study)).data.title == title


def test_core_hours_do_not_change_the_identity_of_a_study(small: Study) -> None:
    limited = Study.of(SMALL.replace("games = 6", "games = 6\ncore_hours = 0.5"))
    assert limited.key == small.key
    assert Study.of(SMALL.replace("seed = 3", "seed = 4")).key != small.key


def test_lines_of_nested_tables_are_found() -> None:
    text = "a = 1\n[b]\nc.d = 2\n[[e]]\nf = 3\n[[e]]\nf = 4\n"
    assert [line_of(text, path) for path in (["a"], ["b", "c", "d"], ["e", 1, "f"], ["e", 0, "g"])] == [1, 3, 7, 4]


def test_the_order_of_keys_in_a_file_does_not_matter() -> None:
    """A ledger keeps its study with sorted keys, and its points are numbered by what that study says."""
    texts = ["size = [5, 7]\nseparation = [2, 3]", "separation = [2, 3]\nsize = [5, 7]"]
    studies = [
        Study.of(SMALL.partition("[[claims]]")[0].replace("size = 5\n", "").replace("separation = [2, 3]", text))
        for text in texts
    ]
    assert studies[0].identity == studies[1].identity
    assert studies[0].games == studies[1].games
    assert full_plan(studies[0]).points == full_plan(studies[1]).points


def test_mirror_is_only_for_games_with_a_symmetry(monkeypatch: pytest.MonkeyPatch) -> None:
    mirror = SMALL.replace('["adjacent"]', '["mirror"]')
    assert full_plan(Study.of(mirror))
    monkeypatch.setattr(Trellis, "symmetries", lambda _: ())
    with pytest.raises(
        StudyError, match=r"mirror needs a symmetry that undoes itself, which trellis.* does not declare"
    ):
        full_plan(Study.of(mirror))


def test_contests_is_only_for_games_of_several() -> None:
    asked = SMALL.replace("measures = [", 'measures = ["contests", ')
    with pytest.raises(StudyError, match=r"questions\.measures: contests needs a game of several contests; found only"):
        full_plan(Study.of(asked))


def test_captures_is_only_for_orbit() -> None:
    study = Study.of(SMALL.replace("measures = [", 'measures = ["captures", '))
    with pytest.raises(StudyError, match=r"questions\.measures: captures needs Orbit; found only other games"):
        full_plan(study)
