#!/usr/bin/env python3
"""The figures of samples/README.md as the program finds them: the same table without the words."""
import glob
import json
import os

from program import call, head, row

head("name | what it is | bodies | joints | base | cuts | weight | coordinates | equations | rank | dof | trees | minimal trees | source")
for model in sorted(glob.glob("samples/*/model.xml")):
    for options in ([], ["--rods", "keep"]):
        data = json.loads(call("tree", model, "--json", *options, check=True).stdout)
        name = " ".join([os.path.basename(os.path.dirname(model)), *options])
        figures = [data[key] for key in ("weight", "coordinates", "equations", "rank", "dof")]
        row([name, "", data["bodies"], data["joints"], "", "", *figures, data["trees"]["count"], data["trees"]["minimal"], ""])
