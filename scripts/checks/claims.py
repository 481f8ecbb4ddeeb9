#!/usr/bin/env python3
"""Measures the figures in the documents again: scripts/check claims [--list] [--slow] [--only TEXT] [FILE.md...]

A comment before a table, or before a paragraph, names the command that its figures come from:

    <!-- claim
    run: scripts/bench scale
    factor: 1; seconds 3; MB 1.3
    -->

run     a shell command, run in the project's folder with the program that scripts/check built on the path. It prints a table;
        rows correspond by their first cell and columns by their title, or else by their position, and every number of the document's
        table is compared with the command's.
factor  the allowed ratio, up or down; 1 is exact. After a semicolon: for columns whose title contains a word.
above   instead of factor: only a measured figure above the document's by more than this factor is off. For errors, which may
        also be smaller.
floor   figures below this count as zero on both sides.
here, there  for a paragraph: regular expressions that find its figures in it and in the output of the command, one figure per group.
slow    the minutes it takes: it is omitted unless --slow is given.
columns the titles of the columns to compare, separated by semicolons; default all.
key     the number of cells that form the name of a row; default 1.
not checked  why there is nothing to run; no other field is allowed. `rest` instead: neither in the rest of the document.

Without files all documents are read. Prints the figures that are off and a summary; exit code 1 if any is. Tables that are full of numbers
and have no such comment are listed.
"""
import argparse
import glob
import os
import re
import subprocess
import sys

from program import PROGRAM

os.environ["PATH"] = os.path.dirname(os.path.abspath(PROGRAM)) + ":" + os.environ["PATH"]

NUMBER = re.compile(r"(?<![\w.])[-+−]?\d+(?:[ ,]\d{3})*(?:\.\d+)?(?:[eE][-+−]?\d+)?(?![\w.]*\w)|(?<![\w.])[-+−]?\d+(?:\.\d+)?(?:[eE][-+−]?\d+)?(?= ?[%×a-zµ])")


def numbers(text):
    """Of a cell or a match: thousands with blanks or commas, typographic minus."""
    return [float(re.sub("[ ,]", "", found.replace("−", "-"))) for found in NUMBER.findall(text)]


def cells(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def tables(text, key):
    """All tables of a text as one: titles, and rows {name: cells}. The name is the first cells."""
    titles, rows = [], {}
    lines = [line for line in text.splitlines() if line.lstrip().startswith("|")]
    for line, following in zip(lines, [*lines[1:], ""]):
        row = cells(line)
        if re.fullmatch(r"\|[-:| ]+\|?", line.strip()):
            continue
        if re.fullmatch(r"\|[-:| ]+\|?", following.strip()):
            titles = titles or row
        else:
            name = ", ".join(row[:key]).replace("`", "")
            while name in rows:
                name += " again"
            rows[name] = row
    return titles, rows


class Claim:
    def __init__(self, file, line, fields, body):
        self.file, self.line, self.fields, self.body = file, line, fields, body

    def factor_of(self, title):
        text = self.fields.get("above") or self.fields.get("factor") or "1"
        default, *special = [part.strip() for part in text.split(";")]
        for part in special:
            word, factor = part.rsplit(" ", 1)
            if word in title:
                return float(factor)
        return float(default)

    def is_off(self, told, found, title):
        floor = float(self.fields.get("floor", 0))
        if abs(told) <= floor and abs(found) <= floor:
            return False
        factor = self.factor_of(title) * (1 + 1e-9)
        if "above" in self.fields:
            return not abs(found) <= factor * max(abs(told), floor)
        if told == found:
            return False
        return told * found <= 0 or max(told / found, found / told) > factor

    def pairs(self, output):
        """(what it is, title of its column, told, found); found is None where the command says nothing of it."""
        if "here" in self.fields:
            here = re.search(self.fields["here"], self.body, re.S)
            there = re.search(self.fields["there"], output, re.S)
            for k, text in enumerate(here.groups() if here else [""]):
                told = numbers(text)
                found = numbers(there.group(k + 1)) if there else []
                yield f"'{text}'", "", told[0] if told else float("nan"), found[0] if found else None
            return
        key = int(self.fields.get("key", 1))
        titles, told_rows = tables(self.body, key)
        found_titles, found_rows = tables(output, key)
        wanted = [title.strip() for title in self.fields.get("columns", "").split(";")]
        for name, row in told_rows.items():
            for k in range(key, min(len(row), len(titles))):
                if wanted != [""] and titles[k] not in wanted:
                    continue
                place = found_titles.index(titles[k]) if titles[k] in found_titles else k
                found = numbers(found_rows[name][place]) if name in found_rows and place < len(found_rows[name]) else []
                for n, told in enumerate(numbers(row[k])):
                    yield f"{name}, {titles[k]}", titles[k], told, found[n] if n < len(found) else None


def claims_of(file):
    """Claims, and lines of tables of numbers that have none."""
    text = open(file, encoding="utf-8").read()
    claims, covered = [], set()
    for comment in re.finditer(r"<!-- claim\n(.*?)-->\n", text, re.S):
        fields = dict(re.split(r":\s*", line, maxsplit=1) for line in comment.group(1).strip().splitlines())
        body = re.sub(r"^\n+", "", re.sub(r"^(\s*<!-- claim\n.*?-->\n)+", "", text[comment.end():], flags=re.S))
        first = text[: len(text) - len(body)].count("\n")
        body = re.split(r"\n\s*\n", body, maxsplit=1)[0]
        covered.add(first + 1)
        if "rest" in fields:
            covered.update(range(first, text.count("\n") + 2))
        claims.append(Claim(file, first + 1, fields, body))
    bare = []
    lines = text.split("\n")
    for k, line in enumerate(lines):
        if not re.fullmatch(r"\|[-:| ]+\|", line.strip()) or k == 0:
            continue
        rows = []
        for row in lines[k + 1:]:
            if not row.startswith("|"):
                break
            rows.append(cells(row)[1:])
        flat = [cell for row in rows for cell in row if cell]
        plain = [cell for cell in flat if re.fullmatch(r"[-−]?[\d.,e+ -]+( ?[%×])?", cell)]
        if flat and len(plain) > len(flat) / 3 and k not in covered:
            bare.append((file, k, len(plain)))
    return claims, bare


def main():
    parser = argparse.ArgumentParser(description="measures the figures in the documents again")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--list", action="store_true", help="list what would be run")
    parser.add_argument("--slow", action="store_true", help="also what takes many minutes")
    parser.add_argument("--only", default="", help="commands with this text")
    options = parser.parse_args()
    files = options.files or ["README.md", "samples/README.md", *sorted(glob.glob("docs/**/*.md", recursive=True))]
    claims, bare = [], []
    for file in files:
        found, without = claims_of(file)
        claims += found
        bare += without
    reasons = [claim for claim in claims if "run" not in claim.fields]
    skipped = [claim for claim in claims if "slow" in claim.fields and not options.slow]
    chosen = [claim for claim in claims if claim not in reasons and claim not in skipped and options.only in claim.fields["run"]]
    outputs, count, off = {}, 0, 0
    for claim in chosen:
        command = claim.fields["run"]
        if options.list:
            print(f"{claim.file}:{claim.line}: {command}")
            continue
        if command not in outputs:
            print(f"running {command}", file=sys.stderr, flush=True)
            done = subprocess.run(command, shell=True, capture_output=True, text=True)
            outputs[command] = done.stdout
            if done.returncode != 0:
                print(f"{claim.file}:{claim.line}: `{command}` ends with {done.returncode}: {done.stderr.strip()[-300:]}")
        here = 0
        for what, title, told, measured in claim.pairs(outputs[command]):
            here += 1
            if measured is None:
                off += 1
                print(f"{claim.file}:{claim.line}: {what}: {told:g} is told, and nothing found by `{command}`")
            elif claim.is_off(told, measured, title):
                off += 1
                print(f"{claim.file}:{claim.line}: {what}: {told:g} is told, {measured:g} found by `{command}`")
        if here == 0:
            off += 1
            print(f"{claim.file}:{claim.line}: no figure is found here")
        count += here
    if options.list:
        return 0
    print(f"{count} figures of {len(chosen)} places measured again, {off} off")
    for claim in skipped:
        print(f"left out, needs --slow: {claim.file}:{claim.line}: {claim.fields['run']} ({claim.fields['slow']} min)")
    for claim in reasons:
        print(f"not checked: {claim.file}:{claim.line}: {claim.fields.get('not checked') or claim.fields['rest']}")
    for file, line, figures in bare:
        print(f"no command named: {file}:{line}: a table of {figures} figures")
    return 1 if off else 0


sys.exit(main())
