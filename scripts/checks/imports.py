#!/usr/bin/env python3
"""Imports, converts and verifies other tools' files and prints a table: imports.py [PATH...], by default samples/foreign and ../shared/corpus where it
exists. Fails when a file is not equivalent; a file that is refused is listed with the reason."""
import collections
import json
import os
import re
import sys

from program import call, head, row

# As the table of formats has them; .xml is ours.
ENDINGS = tuple({ending for row in re.findall(r'\.endings = "([^"]+)"', open("formats/formats.cpp").read()) for ending in row.split() if not ending.endswith("xml")})


def files():
    for path in sys.argv[1:] or ["samples/foreign", "../shared/corpus"]:
        if os.path.isfile(path):
            yield path
        for folder, _, names in os.walk(path):
            yield from (os.path.join(folder, name) for name in names if name.endswith(ENDINGS))


def examine(file):
    """The cells behind the file's name, and whether all is well."""
    done = call("import", file, "-q", "--json", "-o", "build/imported.xml")
    if done.returncode:
        reason = re.split(r": error\[\w+\]: ", done.stderr.splitlines()[0], maxsplit=1)[-1] if done.stderr else "?"
        return ["-", *[""] * 7, f"refused: {reason}"], True
    report = json.loads(done.stdout)
    losses = report["losses"]
    done = call("tree", file, "-q", "--json")
    if done.returncode:
        return [report["format"], *[""] * 5, len(losses), "", done.stderr.splitlines()[-2] if done.stderr else done.returncode], False
    tree = json.loads(done.stdout)
    done = call("verify", file, "-q", "--json", "--states", 50, "--end", 0.2, "--steps", 320)
    verdict = {0: "EQUIVALENT", 1: "NOT EQUIVALENT"}.get(done.returncode) or (done.stderr.splitlines() or ["?"])[0]
    changing = sum(loss["changes_motion"] for loss in losses)
    return [report["format"], tree["bodies"], tree["joints"], len(tree["cuts"]), tree["weight"], tree["dof"], len(losses), changing, verdict], done.returncode == 0


os.makedirs("build", exist_ok=True)
head("file | format | bodies | joints | cuts | weight | dof | losses | change the motion | verdict")
failed = False
verdicts = collections.defaultdict(collections.Counter)
for file in sorted(files()):
    cells, is_well = examine(file)
    row(["/".join(file.split("/")[-3:]), *cells])
    verdicts[cells[0]][str(cells[-1]).split(":")[0]] += 1
    failed = failed or not is_well
print()
head("format | files | verdicts")
for name, counts in sorted(verdicts.items()):
    row([name, sum(counts.values()), ", ".join(f"{count} {verdict}" for verdict, count in counts.items())])
sys.exit(failed)
