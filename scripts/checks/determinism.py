#!/usr/bin/env python3
"""Parts of scripts/checks/determinism for numbers and XML: largest-difference A B, shuffle SEED TARGET, without-places SOURCE TARGET ROW..."""
import csv
import os
import random
import re
import shutil
import sys
import xml.etree.ElementTree as tree


def largest_difference(a, b):
    """Prints the largest difference of numbers of two folders of tables, relative to the largest of their column."""
    worst = 0.0
    for name in sorted(os.listdir(b)):
        if not name.endswith(".csv"):
            continue
        rows = [list(csv.reader(open(os.path.join(folder, name)))) for folder in (a, b)]
        if len(rows[0]) != len(rows[1]) or rows[0][0] != rows[1][0]:
            print("shape of", name)
            return
        for column in range(len(rows[0][0])):
            ours, theirs = ([float(row[column]) for row in table[1:]] for table in rows)
            scale = max(max(map(abs, ours)), 1e-3)
            worst = max(worst, max(abs(x - y) for x, y in zip(ours, theirs)) / scale)
    print("%.1e" % worst)


def shuffle(seed, target):
    """Copies the samples with the children of every model, and the markers of every body, in random order."""
    random.seed(int(seed))
    shutil.copytree("samples", target)
    for folder, _, names in os.walk(target):
        for name in sorted(names):
            if not name.endswith(".xml"):
                continue
            path = os.path.join(folder, name)
            document = tree.parse(path)
            for parent in [document.getroot()] + document.getroot().findall("body"):
                children = list(parent)
                random.shuffle(children)
                parent[:] = children
            document.write(path, "UTF-8", True)


def without_places(source, target, *rows):
    """Copies outputs without the lines and columns in them, which the order of a file may change."""
    for row in rows:
        os.makedirs(os.path.join(target, row), exist_ok=True)
        for name in os.listdir(os.path.join(source, row)):
            text = open(os.path.join(source, row, name), encoding="utf-8", errors="replace").read()
            text = re.sub(r' (line|column)="\d+"', "", text)
            text = re.sub(r"(\.xml):\d+:\d+", r"\1", text)
            text = re.sub(r'"(line|column)": \d+', r'"\1": 0', text)
            open(os.path.join(target, row, name), "w", encoding="utf-8").write(text)


{"largest-difference": largest_difference, "shuffle": shuffle, "without-places": without_places}[sys.argv[1]](*sys.argv[2:])
