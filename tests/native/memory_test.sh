#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Rows of memory latency: one of each kind gives a number that can be, and the charts are in the reports.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh
bootmark=$PWD/$O/bin/bootmark
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

"$bootmark" run --profile quick --set certificate=off --store "$dir" --workdir "$dir" memory.latency_16k \
  memory.latency_small_16k memory.latency_local_16k memory.latency_64m memory.latency_2g 'memory.loaded_[08i]*' \
  memory.core_to_core memory.tlb_64 memory.tlb_64_dense memory.line_64 'memory.parallel_[14]' 'memory.forward_*' \
  >"$dir/output" 2>&1
check 'the run ends well' is $? 0
file=$(find "$dir/results" -name results.jsonl)
report=$(dirname "$file")/report
check 'every row has a number or says what the machine lacks' is "$(records "$file" \
  '[x["name"] for x in of("result") if not (x.get("value", 0) > 0 or x["status"] == "skipped" and
    ("this machine has" in x["why"] or "no other core" in x["why"] or "beyond all caches" in x["why"]))]')" '[]'
check 'a load from memory takes longer than one from the first cache' is \
  "$(records "$file" 'result("memory.latency_64m")["value"] > 3 * result("memory.latency_16k")["value"]')" true
check 'four chains at once take less time for each load' is \
  "$(records "$file" 'result("memory.parallel_4")["value"] < 0.8 * result("memory.parallel_1")["value"]')" true
check 'a wider load waits for both stores' is \
  "$(records "$file" 'result("memory.forward_wide")["value"] >= result("memory.forward_same")["value"]')" true
if [ "$(lscpu -p=CORE | grep -v "^#" | sort -u | wc -l)" -gt 1 ]; then
  check 'without pauses more is read than with' is "$(records "$file" \
    '(result("memory.loaded_0us")["figures"]["injected_bytes_per_s"] >
    1.5 * result("memory.loaded_8us")["figures"]["injected_bytes_per_s"] > 0 ==
    result("memory.loaded_idle")["figures"]["injected_bytes_per_s"])')" true
  check 'every pair of CPUs has a value' is "$(records "$file" \
    '(lambda p: [len(r) for r in p["rows"]] == list(range(1, len(p["cpus"]))) and
      all(v > 0 for r in p["rows"] for v in r))(result("memory.core_to_core")["pairs"])')" true
  check 'as a map in the report' grep -q 'Between CPUs' "$report.html"
else
  skip "load and pairs" "one core"
fi
check 'charts in the page' grep -q 'Memory latency by size' "$report.html"
check 'and in the text' grep -q 'Memory latency under load' "$report.txt"

finish
