#!/usr/bin/env python3
"""Passes every malformed input of the tests to mbconvert as a user does and prints a table of kinds by reader: malformed.py WRITE_MALFORMED. Inputs stay in
build/malformed. Fails when one is not refused with its exit code, at its file, line and column, with its code and a hint, or when an error lacks a code, a
place or a hint."""
import collections
import os
import re
import subprocess
import sys

from program import PROGRAM, call, head, row

FOLDER = "build/malformed"
MESSAGE = re.compile(r"^(.*): error(?:\[(E\d{4})\])?: ")


def errors(text):
    """Place, code and hint of every error."""
    found = []
    for line in text.splitlines():
        if match := MESSAGE.match(line):
            found.append([match[1], match[2], False])
        elif line.startswith("  hint: ") and found:
            found[-1][2] = True
        elif re.match(r".*: (warning\[|note: )", line):
            found.append([None, None, False])  # its hint is not the error's
    return [one for one in found if one[0] is not None]


def faults_of(place, command, code, wanted):
    done = subprocess.run([os.path.realpath(PROGRAM), *command.split()], cwd=f"{FOLDER}/{place}", capture_output=True, timeout=60)
    found = errors(done.stderr.decode(errors="replace"))
    if done.returncode != int(code):
        yield f"exit code {done.returncode}, expected {code}"
    told = [f"{at} {number}" for at, number, _ in found]
    for one in wanted:
        if one in told:
            told.remove(one)
        else:
            yield f"no error at {one}; told: {', '.join(told) or 'none'}"
    for at, number, hint in found:
        if not number:
            yield f"an error without a code at {at}"
        if not re.search(r":[1-9]\d*:[1-9]\d*$", at):
            yield f"an error without a place: {at}"
        if not hint:
            yield f"an error without a hint at {at}"


subprocess.run([sys.argv[1], os.path.abspath(FOLDER)], check=True)
kinds = collections.defaultdict(collections.Counter)
readers, missed, several = collections.Counter(), 0, 0
for line in open(f"{FOLDER}/index.tsv"):
    reader, defect, code, place, command, *wanted = line.rstrip("\n").split("\t")
    faults = list(faults_of(place, command, code, wanted))
    missed += bool(faults)
    for fault in faults:
        print(f"{reader}: {defect}: mbconvert {command}: {fault}", file=sys.stderr)
    readers[reader] += 1
    several += len(wanted) >= 3
    kinds[wanted[0].rsplit(" ", 1)[1]][reader] += 1

head("code | meaning | " + " | ".join(readers) + " | all")
for code, counts in sorted(kinds.items()):
    title = call("explain", code).stdout.split("\n", 1)[0].split(": ", 1)[-1]
    row([code, title, *[counts[reader] or "" for reader in readers], sum(counts.values())])
total = sum(readers.values())
row(["", "", *readers.values(), total])
print()
head("reader | inputs | kinds")
for reader in readers:
    row([reader, readers[reader], sum(1 for counts in kinds.values() if counts[reader])])
row(["all", total, len(kinds)])
print(f"\n{total} inputs of {len(kinds)} kinds, {several} of them with three errors or more; {total - missed} refused as expected, {missed} not.")
sys.exit(missed > 0)
