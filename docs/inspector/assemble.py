#!/usr/bin/env python3
"""Puts the program and the sources of the page into one file: assemble.py PROGRAM.wasm PAGE.html"""

import base64
import gzip
import pathlib
import re
import sys

here = pathlib.Path(__file__).parent
program, page = map(pathlib.Path, sys.argv[1:])


def part(name):
    return (here / name).read_text()


packed = base64.b64encode(gzip.compress(program.read_bytes(), 9, mtime=0)).decode()
text = part("inspector.html")
title = re.search("<title>.*</title>", text)[0]
if page.exists() and page.stat().st_size > 0 and title not in page.read_text(errors="replace"):
    sys.exit(f"error: {page}: this file is no inspector; choose another folder")
for mark, put in [
    ('<link rel="stylesheet" href="inspector.css">', f"<style>\n{part('inspector.css')}</style>"),
    ('<script src="message.js"></script>', f"<script>\n{part('message.js')}</script>"),
    ('<script src="inspector.js"></script>', f"<script>\n{part('inspector.js')}</script>"),
    ('<script id="worker" type="text/plain"></script>',
     f'<script id="worker" type="text/plain">\n{part("worker.js")}</script>'),
    ('<script id="program" type="text/plain"></script>',
     f'<script id="program" type="text/plain">{packed}</script>'),
]:
    assert text.count(mark) == 1, mark
    text = text.replace(mark, put)
page.write_text(text)
