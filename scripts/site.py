#!/usr/bin/env python3
"""Builds the guide as a site with search, in DIR/html, and checks every link in it.

    scripts/site.py [DIR]      the default is target/site; then open target/site/html/index.html

Needs mdBook 0.5: `cargo install mdbook --locked`, or MDBOOK with its path. `docs/SUMMARY.md` has the pages and their titles,
`docs/book.toml` the settings.

The pages are written for a code host. For the site, each gets its title as heading, and the files that it links to are copied,
as texts, so that the site is whole without one.
"""

import html
import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
ENTRY = re.compile(r"^\s*(?:- )?\[(.+)\]\((\S+)\)$")
INLINE = re.compile(r"\]\(([^)\s]+)\)")
DEFINITION = re.compile(r"^(\[[^\]]+\]: )(\S+)$")
SHOWN = {".gif", ".html", ".png", ".svg"}


def path_in_repository(page, target):
    """Returns the path of a link's file, relative to the repository."""
    return pathlib.Path(os.path.normpath(page.parent / target))


def titles():
    """Returns the titles of the pages in the summary, by path."""
    found = {}
    for line in (ROOT / "docs/SUMMARY.md").read_text().splitlines():
        if entry := ENTRY.match(line):
            found[path_in_repository(pathlib.Path("docs/SUMMARY.md"), entry[2])] = entry[1]
    return found


class Stage:
    """A copy of the pages and of what they link to, laid out as in the repository."""

    def __init__(self, folder, pages):
        self.folder = folder
        self.pages = pages

    def add_page(self, page):
        text = (ROOT / page).read_text()
        # The host of a page shows its name.
        has_title = text.startswith("# ")
        lines = [] if has_title else [f"# {self.pages[page]}", ""]
        in_code = False
        for line in text.splitlines():
            in_code ^= line.startswith("```")
            if not in_code:
                if not has_title and re.match("#+ ", line):
                    line = "#" + line
                # Not in code within a line.
                parts = re.split("(`[^`]*`)", line)
                parts[::2] = [INLINE.sub(lambda m: f"]({self.link(page, m[1])})", part) for part in parts[::2]]
                line = DEFINITION.sub(lambda m: m[1] + self.link(page, m[2]), "".join(parts))
            lines.append(line)
        self.write(page, "\n".join(lines) + "\n")

    def link(self, page, target):
        """Returns the target of a link on the site, and copies its file."""
        file, hash_, anchor = target.partition("#")
        if not file or ":" in file:
            return target
        path = path_in_repository(page, file)
        if path in self.pages:
            return target
        # A generated page exists in both formats.
        if path.suffix == ".md" and (ROOT / path.with_suffix(".html")).exists():
            file, path = file[: -len("md")] + "html", path.with_suffix(".html")
            target = file + hash_ + anchor
        if (ROOT / path).is_dir():
            self.add_folder(path)
            return file.rstrip("/") + "/index.html"
        if path.suffix in SHOWN:
            self.add_file(path, path)
            return target
        # A browser shows a text, and downloads a program.
        self.add_file(path, path.with_name(path.name + ".txt"))
        return file + ".txt" + hash_ + anchor

    def add_folder(self, folder):
        """Adds a list of the folder's files, which links to those that are texts."""
        listed = subprocess.run(
            ["git", "ls-files", "."], cwd=ROOT / folder, check=True, capture_output=True, text=True
        ).stdout.splitlines()
        rows = []
        for name in listed:
            is_text = b"\0" not in (ROOT / folder / name).read_bytes()
            if is_text:
                self.add_file(folder / name, folder / (name + ".txt"))
            name = html.escape(name)
            rows.append(f'<li><a href="{name}.txt">{name}</a>' if is_text else f"<li>{name}")
        title = html.escape(str(folder))
        self.write(
            folder / "index.html",
            '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            f"<title>{title}</title><h1>{title}</h1><ul>{''.join(rows)}</ul></html>\n",
        )

    def add_file(self, source, target):
        self.write(target, (ROOT / source).read_bytes())
        if source.suffix == ".html":
            for picture in (ROOT / source.parent / source.stem).glob("*.svg"):
                self.write(picture.relative_to(ROOT), picture.read_bytes())

    def write(self, path, content):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())


class Page(html.parser.HTMLParser):
    """The anchors and the links of a page of the site."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links = set(), []
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.anchors.add(value)
            elif name in ("href", "src") and tag != "link" and value:
                self.links.append(value)


def broken_links(site):
    pages = {path: Page(path) for path in site.rglob("*.html")}
    for path, page in sorted(pages.items()):
        # Its links are relative to the address that was asked for.
        if path.name == "404.html":
            continue
        for link in page.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc:
                continue
            target = path
            if url.path:
                target = pathlib.Path(os.path.normpath(path.parent / urllib.parse.unquote(url.path)))
            anchor = urllib.parse.unquote(url.fragment)
            if not target.is_file():
                yield f"{path.relative_to(site)}: {link}: there is no such file"
            elif anchor and target in pages and anchor not in pages[target].anchors:
                yield f"{path.relative_to(site)}: {link}: there is no such anchor"


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/site").resolve()
    mdbook = os.environ.get("MDBOOK") or shutil.which("mdbook")
    if mdbook is None:
        sys.exit("error: mdbook is not installed: cargo install mdbook --locked")
    shutil.rmtree(folder, ignore_errors=True)
    stage = Stage(folder / "src", titles())
    for page in stage.pages:
        stage.add_page(page)
    # Its paths are relative to the folder of the pages, which is not `docs` here.
    summary = re.sub(
        r"\]\((\S+)\)$",
        lambda m: f"]({path_in_repository(pathlib.Path('docs/SUMMARY.md'), m[1])})",
        (ROOT / "docs/SUMMARY.md").read_text(),
        flags=re.MULTILINE,
    )
    stage.write("SUMMARY.md", summary)
    for name in ("book.toml", "site.css"):
        shutil.copy(ROOT / "docs" / name, folder)
    subprocess.run([mdbook, "build", folder, "--dest-dir", folder / "html"], check=True)
    broken = list(broken_links(folder / "html"))
    if broken:
        sys.exit("\n".join(["error: broken links of the site", *broken]))
    print(f"{len(stage.pages)} pages: {folder / 'html/index.html'}")


main()
