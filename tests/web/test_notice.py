"""The operator's page about the site."""

from __future__ import annotations

from pathlib import Path

from live_server import Person, serving

NOTICE = """# Our club

We keep **chats** until you ask. Write to [Ann](mailto:ann@play.example), or see <https://play.example/privacy>.

<script>alert(1)</script> [bad](javascript:alert(1)) ![picture](https://elsewhere.example/x.png)
"""


def test_the_start_page_leads_to_the_notice_and_only_markdown_becomes_markup(tmp_path: Path) -> None:
    notice = tmp_path / "about.md"
    notice.write_text(NOTICE, encoding="utf-8")
    with serving(tmp_path, notice=notice) as site:
        ann = Person(site.address)
        assert '<a href="/about">About this site</a>' in ann.get("/").text
        shown = ann.get("/about").text
        assert "<h1>Our club</h1>" in shown
        assert "<strong>chats</strong>" in shown
        assert '<a href="mailto:ann@play.example">Ann</a>' in shown
        assert "&lt;script&gt;alert(1)" in shown
        assert 'href="javascript:' not in shown
        assert "<img" not in shown
        notice.write_text("# Another club\n", encoding="utf-8")
        assert "<h1>Another club</h1>" in ann.get("/about").text
        notice.unlink()
        assert ann.get("/about").status == 404


def test_a_site_without_a_notice_has_no_such_page(tmp_path: Path) -> None:
    with serving(tmp_path) as site:
        ann = Person(site.address)
        assert "About this site" not in ann.get("/").text
        assert ann.get("/about").status == 404
