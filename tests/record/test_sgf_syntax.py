"""The grammar of SGF: trees of properties, without their meaning."""

import contextlib
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from isthmus.errors import NotationError
from isthmus.record.sgf import syntax
from isthmus.record.sgf.syntax import SgfNode, SgfProperty, SgfTree, format_trees, is_raw, is_sgf, parse_trees


def plain(text):
    """Every tree of a text as (parent, {name: values}) pairs."""
    return [
        [(node.parent, {name: list(one.values) for name, one in node.named.items()}) for node in tree.nodes]
        for tree in parse_trees(text)
    ]


@pytest.mark.parametrize(
    ("text", "trees"),
    [
        ("(;)", [[(-1, {})]]),
        ("(;B[a])", [[(-1, {"B": ["a"]})]]),
        ("(;AB[a] [b]\n[c]W[])", [[(-1, {"AB": ["a", "b", "c"], "W": [""]})]]),
        ("(;A[1](;C[3];D[4])(;E[5]))", [[(-1, {"A": ["1"]}), (0, {"C": ["3"]}), (1, {"D": ["4"]}), (0, {"E": ["5"]})]]),
        ("Dear (all),\n(;A[1])(\n;B[2]) bye :-)", [[(-1, {"A": ["1"]})], [(-1, {"B": ["2"]})]]),
        ("(;White[a]GaMe[1])", [[(-1, {"W": ["a"], "GM": ["1"]})]]),
        ("(;C[one]N[x]C[two])", [[(-1, {"C": ["one", "two"], "N": ["x"]})]]),
        (r"(;C[a\]b\\]B[c\:d])", [[(-1, {"C": [r"a\]b\\"], "B": [r"c\:d"]})]]),
        ("(;PW[x;]]SZ[11])", [[(-1, {"PW": [r"x;\]"], "SZ": ["11"]})]]),
        ("(;PW[[x]]]SZ[11])", [[(-1, {"PW": [r"[x\]\]"], "SZ": ["11"]})]]),
        ("(;C[1\r\n2\r3\n\r4\n5])", [[(-1, {"C": ["1\n2\n3\n4\n5"]})]]),
        ("\ufeff(;C[a\x00b\x93\ud800c])", [[(-1, {"C": ["a b  c"]})]]),
    ],
)  # fmt: skip
def test_texts_and_their_trees(text, trees):
    assert plain(text) == trees


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: found the end, expected a game tree, which begins with '(;'"),
        ("B[a];W[b]", "expected a game tree, which begins with '(;'"),
        ("(;B", "line 1, column 4: found the end, expected '[' and a value of B"),
        ("(;C[a]\nB)", "line 2, column 2: found ')', expected '[' and a value of B"),
        ("(;\n\nC[never ends", "line 3, column 2: found no end of this value of C, expected ']'"),
        ("(;C[ends in a backslash\\]", "found no end of this value of C"),
        ("(;B[a]", "line 1, column 7: found the end, expected a property, ';', '(' or ')'"),
        ("(;B[a](W[b]))", "line 1, column 8: found 'W[b]))', expected ';'"),
        ("(;B[a]())", "line 1, column 8: found '))', expected ';'"),
        ("(;B[a](;W[b]);B[c])", "column 14: found ';B[c])', expected '(' or ')'"),
        ("(;B[a](;W[b])C[x])", "column 14: found 'C[x])', expected '(' or ')'"),
        ("(;b[a])", "column 3: found 'b[a])', expected the name of a property, in upper-case letters"),
        ("(;B2[a])", "column 4: found '2[a])', expected '[' and a value of B"),
        ("(;B[a]%)", "column 7: found '%)', expected a property"),
        ("(;[a])", "column 3: found '[a])', expected a property"),
    ],
)
def test_a_broken_tree_is_named_with_its_place(text, message):
    with pytest.raises(NotationError, match=re.escape(message)):
        parse_trees(text)


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("(;GM[11]", True),
        ("Hello\n( ; Black [a1] never ends", True),
        ("(;)", True),
        ("(;;B[a])", True),
        ("1. a2 (; good) 2. b3", False),
        ("hex(size=3) 3/3/3 black", False),
        ('{"turn": "a1"}', False),
        ("", False),
    ],
)
def test_text_that_looks_like_sgf(text, looks):
    assert is_sgf(text) is looks


def test_properties_and_nodes_know_their_places():
    (tree,) = parse_trees("Hello\r\n(;A[\r\n]\r\n  B[1]\r\n;C[2])")
    assert [(node.line, node.column) for node in tree.nodes] == [(2, 2), (5, 1)]
    assert [(one.line, one.column) for one in tree.nodes[0].properties] == [(2, 3), (4, 3)]


def test_trees_are_written_with_variations_on_separate_lines():
    text = "(;A[1];B[2]\n(;C[3];D[4]\n(;E[5])\n(;F[6]))\n(;G[7]))\n"
    assert format_trees(parse_trees(text)) == text.replace(";B[2]", "\n;B[2]")


def test_long_lines_are_broken_between_nodes():
    written = format_trees(parse_trees("(;" + ";B[12345678]" * 100 + ")"))
    assert max(map(len, written.splitlines())) <= 100 + 12
    assert len(parse_trees(written)[0].nodes) == 101


@pytest.mark.parametrize("value", ["]", "a\\", "a\\\\\\", "a]b"])
def test_raw_values_have_their_backslashes(value):
    assert not is_raw(value)
    with pytest.raises(NotationError, match="backslash"):
        format_trees([SgfTree((SgfNode(-1, (SgfProperty("C", (value,)),)),))])


@pytest.mark.parametrize("name", ["", "b", "B2", "B C", "É"])
def test_names_are_upper_case_letters(name):
    with pytest.raises(NotationError, match="upper-case"):
        format_trees([SgfTree((SgfNode(-1, (SgfProperty(name, ("x",)),)),))])


def test_a_property_needs_a_value():
    with pytest.raises(NotationError, match="values"):
        format_trees([SgfTree((SgfNode(-1, (SgfProperty("B", ()),)),))])


def test_nesting_may_be_arbitrarily_deep():
    deep = 10_000
    (tree,) = parse_trees("(;" * deep + ")" * deep)
    assert [node.parent for node in tree.nodes] == list(range(-1, deep - 1))
    assert format_trees([tree]).count(";") == deep
    with pytest.raises(NotationError, match="found the end"):
        parse_trees("(;" * deep)


def test_a_text_has_limits(monkeypatch):
    monkeypatch.setattr(syntax, "LONGEST", 10)
    monkeypatch.setattr(syntax, "MOST_NODES", 3)
    assert len(parse_trees("(;;)(;)")) == 2
    with pytest.raises(NotationError, match="at most 3 nodes"):
        parse_trees("(;;)(;;)")
    with pytest.raises(NotationError, match="found 11 characters, expected at most 10"):
        parse_trees("(;C[12345])")


VALUES = st.text(st.characters(codec="utf-8", exclude_categories=["C"]) | st.sampled_from("\n\t[];()"), max_size=8).map(
    lambda text: re.sub(r"[\]\\]", r"\\\g<0>", text)
)
PROPERTIES = st.dictionaries(
    st.text(st.sampled_from("ABC"), min_size=1, max_size=2), st.lists(VALUES, min_size=1, max_size=3), max_size=3
)


@st.composite
def trees(draw):
    nodes = [SgfNode(-1, ())]
    for _ in range(draw(st.integers(0, 12))):
        nodes.append(SgfNode(draw(st.integers(0, len(nodes) - 1)), ()))
    filled = []
    for node in nodes:
        named = draw(PROPERTIES)
        filled.append(SgfNode(node.parent, tuple(SgfProperty(name, tuple(values)) for name, values in named.items())))
    return SgfTree(tuple(filled))


def shape(tree, number=0):
    """A tree without numbers and places."""
    node = tree.nodes[number]
    said = [(one.name, one.values) for one in node.properties]
    return said, [shape(tree, child) for child in tree.children[number]]


@settings(max_examples=50)
@given(st.lists(trees(), min_size=1, max_size=3))
def test_a_tree_is_read_back_as_written(several):
    assert [shape(tree) for tree in parse_trees(format_trees(several))] == [shape(tree) for tree in several]


@given(st.text(st.sampled_from("(;)[]\\:aB \n\r"), max_size=60).map(lambda text: "(;" + text))
def test_any_text_is_read_or_refused(text):
    found = ()
    with contextlib.suppress(NotationError):
        found = parse_trees(text)
    if found:
        assert [shape(tree) for tree in parse_trees(format_trees(found))] == [shape(tree) for tree in found]
