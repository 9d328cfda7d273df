"""Shows documents of the repository as pages of the site, wherever they are, and makes links between files lead to
pages.

A page of the site reads like the file on a code host: links to other documents lead to their pages, links to source
files to pages with their text. A link to a file that does not exist is a warning, which ends a strict build.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
DOCUMENTS = {
    "README.md": "project/readme.md",
    "GLOSSARY.md": "project/glossary.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "SECURITY.md": "project/security.md",
    "LICENSE": "project/licence.md",
}
"""Documents outside docs, and their places in the site; the rules pages are added to these."""
UNLISTED = {"README.md", "LICENSE"}
"""Documents that pages link to but the navigation leaves out. Any other page that it leaves out is a mistake."""
RULES = "src/isthmus/games/pages"
CODE = re.compile(r"(```.*?\n```|`[^`\n]*`)", re.DOTALL)
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
LANGUAGES = {".py": "python", ".hpp": "cpp", ".cpp": "cpp", ".toml": "toml", ".json": "json", ".md": "markdown"}
PICTURES = {".svg", ".png", ".gif"}


def site_of(path: str) -> str:
    """The place of a repository file in the site; files outside it get a page that shows their text."""
    if (ROOT / path / "README.md").is_file():
        path = f"{path}/README.md"
    if path in DOCUMENTS:
        return DOCUMENTS[path]
    if path.startswith(f"{RULES}/"):
        return f"games/{PurePosixPath(path).name}"
    inside = path.removeprefix("docs/")
    if path.endswith(".ipynb"):
        return f"{inside.removesuffix('.ipynb')}.md"
    if inside != path and PurePosixPath(path).suffix in {".md", *PICTURES}:
        return inside
    return f"source/{path}.md"


def repository_of(site: str) -> str:
    """Which file of the repository a page of the site shows."""
    outside = {page: path for path, page in DOCUMENTS.items()}
    if site in outside:
        return outside[site]
    rules = f"{RULES}/{PurePosixPath(site).name}"
    return rules if site.startswith("games/") and (ROOT / rules).exists() else f"docs/{site}"


def links(path: str, text: str) -> Iterator[str]:
    """The files of the repository that a document links to."""
    for part in CODE.split(text)[::2]:
        for match in LINK.finditer(part):
            if "://" not in match[2]:
                yield normpath(f"{PurePosixPath(path).parent}/{match[2]}")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the documents that do not lie in docs, and the text of source files that pages link to."""
    for path in (*DOCUMENTS, *(page.relative_to(ROOT).as_posix() for page in sorted((ROOT / RULES).glob("*.md")))):
        text = (ROOT / path).read_text(encoding="utf-8")
        shown_as = text if path.endswith(".md") else f"# {path}\n\n{text}"
        where = InclusionLevel.NOT_IN_NAV if path in UNLISTED else InclusionLevel.INCLUDED
        files.append(File.generated(config, site_of(path), content=shown_as, inclusion=where))
    shown = {}
    for file in files.documentation_pages():
        path = repository_of(file.src_uri)
        for linked in links(path, file.content_string):
            if site_of(linked).startswith("source/") and (ROOT / linked).is_file():
                shown[linked] = site_of(linked)
    for path, page in sorted(shown.items()):
        text = (ROOT / path).read_text(encoding="utf-8")
        language = LANGUAGES.get(PurePosixPath(path).suffix, "text")
        head = f"---\nsearch: {{exclude: true}}\n---\n\n# {PurePosixPath(path).name}\n\n`{path}`\n"
        content = f"{head}\n````{language}\n{text}````\n"
        files.append(File.generated(config, page, content=content, inclusion=InclusionLevel.NOT_IN_NAV))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Make the links of a page lead to pages, and write its lists as Python-Markdown needs them."""
    path = repository_of(page.file.src_uri)
    if page.is_homepage:
        page.meta["hide"] = ["navigation"]
    here = PurePosixPath(page.file.src_uri).parent

    def led(match: re.Match[str]) -> str:
        if "://" in match[2]:
            return match[0]
        target = site_of(normpath(f"{PurePosixPath(path).parent}/{match[2]}"))
        return f"{match[1]}{relpath(target, here)}{match[3]}"

    parts = CODE.split(markdown)
    parts[::2] = [LINK.sub(led, part) for part in parts[::2]]
    return spaced("".join(parts))


PIPED = re.compile(r"`([^`]*\\\|[^`]*)`")
"""Code in a table that contains a bar with a backslash before it. Python-Markdown would show the backslash."""
ITEM = re.compile(r"( *)([-*]|\d+\.) +\S")


def as_code(code: re.Match[str]) -> str:
    """Code with bars as HTML, in which a bar does not end a cell."""
    text = escape(code[1].replace("\\|", "|"))
    return f"<code>{text.replace('|', '&#124;')}</code>"


def spaced(markdown: str) -> str:
    """The same document with an empty line before each list and deeper nesting.

    CommonMark, which code hosts read, lets a list follow a paragraph at once and nest by two spaces; Python-Markdown
    wants an empty line and four.
    """
    lines: list[str] = []
    fenced = in_list = False
    for line in markdown.split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            item = ITEM.match(line)
            if item and not in_list and lines and lines[-1].strip():
                lines.append("")
            if item:
                in_list = True
            elif not line.startswith(" ") and (not lines or not lines[-1].strip() or line.startswith("#")):
                in_list = in_list and not line.strip()
        indent = len(line) - len(line.lstrip(" "))
        if line.startswith("|") and not fenced:
            lines.append(PIPED.sub(as_code, line))
        else:
            lines.append(" " * indent + line if in_list and indent and not fenced else line)
    return "\n".join(lines)
