#!/usr/bin/env bash
# `bootmark run` and `bootmark report` on this machine: what goes wrong, and what is left on the store.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh
bootmark=$PWD/$O/bin/bootmark
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# run STORE ARGUMENTS...: leaves exit status and output in $status and $output
run() {
  local store=$1
  shift
  output=$("$bootmark" run --profile quick --set certificate=off --store "$dir/$store" --workdir "$dir" "$@" 2>&1)
  status=$?
}
newest() { find "$dir/$1/results" -name results.jsonl | sort | tail -n 1; }

run plain selftest.sleep selftest.fail --copies 1,2
check 'a failing benchmark fails the run' is $status 1
check 'and is named in the verdict' has "$output" 'selftest.fail, 2 copies: failed: asked to fail'
check 'a step fits a text screen of 80 columns' \
  is "$(printf '%s\n' "$output" | grep -E '^ *[0-9]+/[0-9]+ ' | awk 'length > 79' | wc -l)" 0
file=$(newest plain)
check 'records come in order' is "$(records "$file" '[x["seq"] for x in r] == list(range(len(r)))')" true
check 'every planned step has its result' \
  is "$(records "$file" '[(x["name"],x["copies"]) for x in of("result")] == [(p["name"],p["copies"]) for p in of("run")[0]["plan"]]')" true
check 'each begin stands before its result' \
  is "$(records "$file" '[x["type"] for x in r if x["type"] in ("begin","result")] == ["begin","result"] * 4')" true
# Also those of a trial that was repeated because it was disturbed; n counts the trials in the value
check 'raw samples are kept' is "$(records "$file" \
  '[len(x) for x in result("selftest.sleep")["samples"]] == [t["n"] for t in result("selftest.sleep")["trials"]]')" true
check 'n is that of the trials that count' is "$(records "$file" \
  'sum(t["n"] for t in result("selftest.sleep")["trials"] if not t.get("superseded")) == result("selftest.sleep")["n"]')" true
check 'a result without a number has no value' is "$(records "$file" '"value" in result("selftest.fail")')" false
check 'env.txt and dmesg.txt are there' test -s "$(dirname "$file")/env.txt" -a -e "$(dirname "$file")/dmesg.txt"
check 'reports are there' test -s "$(dirname "$file")/report.txt" -a -s "$(dirname "$file")/report.html"
check 'nothing is left in the working directory' is "$(find "$dir" -maxdepth 1 -name 'bootmark.*' | wc -l)" 0
first_sum=$(sha256sum <"$file")

run plain selftest.sleep --copies 1
check 'a good run passes' is $status 0
check 'a second run gets a directory of its own' is "$(find "$dir/plain/results" -name results.jsonl | wc -l)" 2
check 'the first is not touched' is "$(sha256sum <"$file")" "$first_sum"

run crash selftest.crash selftest.sleep --copies 1
check 'a crash fails the run' is $status 1
check 'and is a result' is "$(records "$(newest crash)" 'result("selftest.crash")["status"]')" crashed
check 'the suite goes on after it' is "$(records "$(newest crash)" '"value" in result("selftest.sleep")')" true

run hang selftest.hang selftest.sleep --copies 1
check 'a hang fails the run' is $status 1
check 'and times out' is "$(records "$(newest hang)" 'result("selftest.hang")["status"]')" timeout
check 'the suite goes on after that' is "$(records "$(newest hang)" '"value" in result("selftest.sleep")')" true

run wrong selftest.wrong --copies 1
check 'a wrong answer fails the run' is $status 1
check 'and the result, whatever it measured' is "$(records "$(newest wrong)" \
  '[result("selftest.wrong")["status"], "value" in result("selftest.wrong")]')" "['failed', False]"
check 'all are counted, a hundred listed, each with CPU, address and seed' is "$(records "$(newest wrong)" \
  '(lambda w: w["count"] > 100 and len(w["listed"]) == 100 and all({"what", "cpu", "expected", "found", "seed"} <= set(x)
    and ("physical_address" in x or "virtual_address" in x) for x in w["listed"]))(result("selftest.wrong")["wrong"])')" true
check 'the verdict names the first' has "$output" "planted"

# A CPU that does a fifth of the work, because other programs have the rest: more than this machine's
# neighbours take from the other one
busy=
for _ in 1 2 3 4; do
  taskset -c 1 sh -c 'while :; do :; done' &
  busy="$busy $!"
done
run slow_cpu cpu.core_int --copies 1
# shellcheck disable=SC2086 # four of them
kill $busy
# shellcheck disable=SC2086
wait $busy 2>/dev/null
check 'the one slow CPU is found and named, with what slows it' \
  has "$output" '1 of 2 CPUs does not keep up in cpu.core_int'
check 'and it is that one' is "$(records "$(newest slow_cpu)" \
  '[any("CPU 1 (-" in x["text"] and "preempted" in x["text"] for x in of("finding")), result("cpu.core_int")["per_copy"][1]["cpu"]]')" '[True, 1]'

# Many copies on few CPUs do no more than the CPUs can: each of them as much as one copy in its quickest
# sample, which hardly anything else had a part in
run crowd sysbench.cpu --copies 1,64
check '64 copies end well' is $status 0
check 'and no score is above what the CPUs give' is "$(records "$(newest crowd)" \
  '0 < result("sysbench.cpu", 64)["value"] < 1.15 * '"$(nproc)"' * result("sysbench.cpu")["max"]')" true

run typo selftest.slep
check 'nothing measured is an error' is $status 2
check 'the unknown test is named' has "$output" "'selftest.slep'"
run nothing selftest.skip
check 'a skip alone is an error' is $status 2

: >"$dir/serial.log"
run serial selftest.sleep selftest.fail --copies 1 --serial "$dir/serial.log"
"$bootmark" report --from-serial "$dir/serial.log" --out "$dir/rebuilt" >/dev/null
check 'a serial log rebuilds every file' diff -r "$(dirname "$(newest serial)")" "$dir/rebuilt"
"$bootmark" report "$dir/rebuilt" --out "$dir/again" >/dev/null
check 'results.jsonl alone rebuilds every file' diff -r "$dir/rebuilt" "$dir/again"
check 'the verdict is the exit status' is "$("$bootmark" report --verdict "$dir/rebuilt" >/dev/null; echo $?)" 1

# The certificate: first, asked for or not; what is measured after it makes the verdict.
output=$("$bootmark" run --profile quick --store "$dir/noise" --workdir "$dir" selftest.skip --copies 1 2>&1)
check 'the certificate alone is nothing measured' is $? 2
file=$(newest noise)
check 'the noise benchmarks come first' is "$(records "$file" '[x["name"] for x in of("result")][-1]')" selftest.skip
check 'the certificate stands before the tests' \
  is "$(records "$file" '[x["type"] for x in r if x["type"] in ("certificate","result")] == ["result"] * 5 + ["certificate", "result"]')" true
check 'it has a grade and reasons' \
  is "$(records "$file" 'of("certificate")[0]["grade"] in ("quiet","usable","noisy") and len(of("certificate")[0]["rows"]) == 12')" true
check 'each CPU tells for itself' \
  is "$(records "$file" 'all(len({c["cpu"] for c in x["per_copy"]}) == x["copies"] for x in of("result")[1:5])')" true
check 'what the machine lacks is unavailable' \
  is "$(records "$file" 'all(x["conditions"][k] == "unavailable" for x in of("result")[:4] for k in x["conditions"]["unavailable"])')" true
check 'the instrument tells its cost' is "$(records "$file" 'result("noise.clock")["conditions"]["instrument_ns"] > 0')" true
check 'the report begins with it' has "$(cat "$(dirname "$file")/report.txt")" 'Noise certificate'
output=$("$bootmark" run --profile quick --set certificate=off --store "$dir/only" --workdir "$dir" noise.clock 2>&1)
check 'asked for alone, it is a measurement' is $? 0

# A power cut: killed in the middle of a test.
"$bootmark" run --profile quick --set certificate=off --set seed=1 --store "$dir/cut" --workdir "$dir" selftest.sleep selftest.hang --copies 1 >/dev/null 2>&1 &
victim=$!
for _ in $(seq 100); do
  grep -qs '"begin".*selftest.hang' "$dir"/cut/results/*/0001/results.jsonl && break
  sleep 0.2
done
kill -KILL $victim
wait $victim 2>/dev/null
printf '{"v":1,"type":"res' >>"$(newest cut)"
torn=$(newest cut)
"$bootmark" report --verdict "$torn" >"$dir/verdict" 2>/dev/null
check 'a run without its end has failed' is $? 1
check 'and says where it was' has "$(cat "$dir/verdict")" 'power lost or reset during selftest.hang'
run cut selftest.sleep --copies 1
check 'the next run reports it as a failure' is $status 1
check 'and names the test' has "$output" 'run 0001: power lost or reset during selftest.hang'
check 'the cut run now has an end' is "$(grep -c '"reason":"interrupted"' "$torn")" 1
check 'and its reports' test -s "$(dirname "$torn")/report.txt"
run cut selftest.sleep --copies 1
check 'the run after that passes' is $status 0

# The deadline: init sends SIGTERM. Seed 1 leaves two and three steps in their order.
"$bootmark" run --profile quick --set certificate=off --set seed=1 --store "$dir/late" --workdir "$dir" selftest.sleep selftest.hang selftest.fail --copies 1 >/dev/null 2>&1 &
victim=$!
for _ in $(seq 100); do
  grep -qs '"begin".*selftest.hang' "$dir"/late/results/*/0001/results.jsonl && break
  sleep 0.2
done
kill -TERM $victim
wait $victim
check 'a deadline fails the run' is $? 1
check 'the running test times out' is "$(records "$(newest late)" 'result("selftest.hang")["status"]')" timeout
check 'what is left is skipped' is "$(records "$(newest late)" 'result("selftest.fail")["status"]')" skipped
check 'the run says why it ended' is "$(records "$(newest late)" 'of("end")[0]["reason"]')" deadline

# 64 copies on what CPUs there are.
run many unixbench.pipe unixbench.context1 unixbench.shell1 --copies 64
check '64 copies run' is $status 0
check 'and have values' is "$(records "$(newest many)" 'all("value" in x for x in of("result"))')" true

# Memory by STREAM's rules: the best pass, arrays beyond the caches, the result validated.
run stream stream.triad --copies 1
check 'triad runs' is $status 0
# Of each trial: a slow trial's best may lie below the median of all
check 'the best sample counts, the median stands beside it' is "$(records "$(newest stream)" \
  '(lambda x: x["statistic"] == "best" and x["median"] > 0 and all(abs(t["value"] / max(s) - 1) < 1e-6
    for t, s in zip(x["trials"], x["samples"])))(result("stream.triad"))')" true
check 'no cache holds an array' is "$(records "$(newest stream)" \
  'result("stream.triad")["figures"]["array_bytes"] >= 4 * max([c["size_bytes"] for c in of("machine")[0]["caches"]], default=0)')" true
check 'the result was validated' is "$(records "$(newest stream)" 'result("stream.triad")["figures"]["relative_error"] < 1e-13')" true
run mbw mbw --copies 1
check 'mbw runs' is $status 0
check 'each way to copy is named' is "$(records "$(newest mbw)" 'all(x["notes"]["kernel"] for x in of("result"))')" true

run peak memory.read memory.copy --copies 2
check 'read and copy run' is $status 0
check 'their kernels are named' is "$(records "$(newest peak)" 'all(x["notes"]["kernel"] for x in of("result"))')" true

run block sysbench.memory_1k_write_seq_global sysbench.memory_1m_read_rnd_local --copies 2
check 'blocks run' is $status 0
check 'each has the times of its events' is "$(records "$(newest block)" \
  'all(x["distribution"]["p99_ns"] >= x["distribution"]["p50_ns"] > 0 for x in of("result"))')" true
check 'misses are numbers, or there is a reason' is "$(records "$(newest block)" \
  'all(isinstance(v, float | int) or x["figures_unavailable"][k] for x in of("result") for k, v in x["figures"].items()) and all("tlb_misses_per_kib" in x["figures"] for x in of("result"))')" true

# A store that is full from the start, and one that fills up in the middle.
if unshare -m true 2>/dev/null; then
  output=$(unshare -m sh -c "mkdir $dir/full && mount -t tmpfs -o size=16k tmpfs $dir/full && : >$dir/full.log &&
    $bootmark run --profile quick --set certificate=off --store $dir/full --workdir $dir --serial $dir/full.log selftest.sleep --copies 1
    echo status \$?" 2>&1)
  check 'a full store does not stop a run' has "$output" 'status 0'
  check 'it is said where results are then' has "$(cat "$dir/full.log")" 'only on the serial line'
  "$bootmark" report --from-serial "$dir/full.log" --out "$dir/from-full" >/dev/null
  check 'and the serial line has all of them' is "$("$bootmark" report --verdict "$dir/from-full" | head -n 1)" pass
else
  skip 'a full store' 'no mount namespaces here'
fi

check 'an unknown option is an error' is "$("$bootmark" run --nonsense >/dev/null 2>&1; echo $?)" 2
check 'a bad profile is an error' is "$("$bootmark" run --profile fast >/dev/null 2>&1; echo $?)" 2
check 'no such file is an error' is "$("$bootmark" report "$dir/none" >/dev/null 2>&1; echo $?)" 2
head -c 100000 /dev/urandom >"$dir/rubbish"
check 'rubbish is an error' is "$("$bootmark" report "$dir/rubbish" >/dev/null 2>&1; echo $?)" 2
check 'list names every index test' is "$("$bootmark" list | grep -c '^unixbench.*quick')" 12
check 'docs/benchmarks.md is what make docs writes' diff docs/benchmarks.md <("$bootmark" list --markdown)
check 'no process is left' is "$(pgrep -f "$dir" | wc -l)" 0
finish
