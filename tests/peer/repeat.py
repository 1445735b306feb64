#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""repeat.py [TEST [RUNS [PROFILE]]]: does the interval of a run hold for the next one?

Runs the same test again and again and looks, for each run, whether its 95 % interval contains the value
of the run after it. A run of grade X says itself that it is not to be relied on: pairs with one are
counted apart. Exit status 1 if the interval of the others holds less than 9 times in 10.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

test = sys.argv[1] if len(sys.argv) > 1 else "unixbench.arith_int"
runs = int(sys.argv[2]) if len(sys.argv) > 2 else 11
profile = sys.argv[3] if len(sys.argv) > 3 else "quick"
bootmark = os.path.join(os.environ.get("O", "out"), "bin", "bootmark")


def run(store):
    subprocess.run([bootmark, "run", "--profile", profile, "--copies", "1", "--set", "certificate=off",
                    "--store", store, "--workdir", store, test],
                   stdout=subprocess.DEVNULL, check=True)
    newest = sorted(glob.glob(store + "/results/*/*/results.jsonl"))[-1]
    return [r for r in map(json.loads, open(newest)) if r["type"] == "result"][0]


def main():
    with tempfile.TemporaryDirectory() as store:
        results = [run(store) for _ in range(runs)]
    held, pairs = {True: 0, False: 0}, {True: 0, False: 0}
    for this, following in zip(results, results[1:]):
        inside = this["ci_low"] <= following["value"] <= this["ci_high"]
        firm = "X" not in this["grade"] + following["grade"]
        held[firm] += inside
        pairs[firm] += 1
        print("%.5g in [%.5g, %.5g] +-%.1f %% grade %s: next %.5g grade %s: %s" % (
            this["value"], this["ci_low"], this["ci_high"],
            50 * (this["ci_high"] - this["ci_low"]) / this["value"], this["grade"],
            following["value"], following["grade"], "inside" if inside else "OUTSIDE"))
    print("%s, profile %s: the interval held the next value %d times of %d" % (
        test, profile, held[True] + held[False], runs - 1))
    print("without runs of grade X: %d of %d" % (held[True], pairs[True]))
    return 0 if pairs[True] and held[True] >= 0.9 * pairs[True] else 1


sys.exit(main())
