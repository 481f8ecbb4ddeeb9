#!/usr/bin/env python3
"""The base of every sample that has a free one, and why it was chosen, as the table of docs/graph.md."""
import glob
import json
import os

from program import call, head, row

head("sample | base | why")
for model in sorted(glob.glob("samples/*/model.xml")):
    for base in json.loads(call("tree", model, "--format", "json").stdout)["bases"]:
        if base["kind"] == "free":
            row([f"`{os.path.basename(os.path.dirname(model))}`", base["body"], base["reason"].replace("'", "")])
print("All others stand on the ground.")
