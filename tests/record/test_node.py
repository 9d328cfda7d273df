import pytest

from isthmus import NotationError
from isthmus.record import Evaluation, Mark, Node


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Mark("star", "a1"), "mark: found 'star', expected one of circle, cross"),
        (lambda: Mark("label", "a1"), "found the text ''"),
        (
            lambda: Mark("circle", "a1", "A"),
            "found the text 'A', expected a text for a label, and none for other marks",
        ),
        (lambda: Mark("label", "a1", "A\n"), "at most 200 characters, on one line"),
        (lambda: Evaluation(1.5), "first: found 1.5, expected a value from -1 to 1"),
        (lambda: Evaluation(float("nan")), "first: found nan"),
        (lambda: Evaluation(True), "first: found True"),
        (lambda: Evaluation(0, "black"), "proof: found 'black', expected one of first, second, draw"),
        (lambda: Evaluation(0, "", (3,)), "variation: found"),
        (lambda: Evaluation(0, "", ("zz\n",)), "variation: found"),
        (lambda: Evaluation(0, "", "a1"), "variation: found 'a1', expected a list or tuple"),
        (lambda: Evaluation(10**400), "first: found"),
        (lambda: Evaluation(0, "", (), 10**5000), "simulations: found"),
        (lambda: Node(seconds=10**400), "seconds: found"),
        (lambda: Evaluation(0, "", (), -1), "simulations: found -1"),
        (lambda: Node(judgement="awful"), "judgement: found 'awful'"),
        (lambda: Node(comment="\ud800"), "comment: found the character"),
        (lambda: Node(comment="x" * 100_001), "at most 100000 characters"),
        (lambda: Node(seconds=-1), "seconds: found -1, expected seconds from 0"),
        (lambda: Node(left=float("inf")), "left: found inf"),
        (lambda: Node(periods=1.5), "periods: found 1.5"),
        (lambda: Node(properties=(("xy", ("1",)),)), "properties: found the name 'xy', expected capital letters"),
        (lambda: Node(properties=(("XY", ()),)), "properties, XY: found (), expected a tuple of one or more texts"),
    ],
)
def test_an_impossible_note_is_named(make, message):
    with pytest.raises(NotationError) as caught:
        make()
    assert message in str(caught.value)


def test_a_node_has_notes_if_any_is_set():
    assert Node(0, "b2").notes == {}
    node = Node(0, "b2", "hm", (Mark("circle", "a1"),), seconds=0.0, evaluation=Evaluation(0))
    assert list(node.notes) == ["comment", "marks", "evaluation", "seconds"]
