"""Shared by the checks: the program under test, which scripts/check passes in MBCONVERT, and tables."""
import os
import subprocess

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
PROGRAM = os.environ.get("MBCONVERT", "build/release/converter/mbconvert")


def call(*words, **options):
    return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, **options)


def row(cells):
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def head(titles):
    """The titles of a table; a text with bars between them."""
    titles = [title.strip() for title in titles.split("|")]
    row(titles)
    print("|---" * len(titles) + "|", flush=True)
