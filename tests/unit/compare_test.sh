#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bootmark compare: what is compared, what is refused, what it says, on composed records.
# shellcheck disable=SC2317 # check() calls the functions
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/lib.sh
. tests/lib.sh
dir=$(mktemp -d) || exit 2
trap 'rm -rf "$dir"' EXIT

# compose FILE KEY=VALUE...: a run of two metrics. Values: boot, kernel, cmdline, microcode, thp, tick, model,
# governor (empty: not recorded), run, series, pipe (trials), grade, batch, state, profile
compose() {
  mkdir -p "$(dirname "$1")"
  python3 - "$@" <<'PY'
import json, sys
given = dict(a.split('=', 1) for a in sys.argv[2:])
get = lambda key, default: given.get(key, default)
trials = [float(x) for x in get('pipe', '100,101,102,101,100').split(',')]
def result(name, unit, better, values, **more):
    return dict(type='result', name=name, unit=unit, better=better, copies=1, status='ok', grade=get('grade', 'B'),
                value=sum(values) / len(values), flags=[], batch_ns=int(get('batch', '10000000')),
                trials=[dict(value=v, n=30) for v in values], **more)
run = dict(type='run', version='1', build=dict(tree='t', flags='f', compiler='c', libc='l'), machine_id=get('machine', 'M1'),
           run_number=int(get('run', '1')), profile=get('profile', 'standard'), started_utc='2026-01-01T00:00:00Z', tick=get('tick', 'ticking'))
if 'series' in given:
    run['boot'] = dict(series=int(given['series']), number=1, of=3)
cpu = dict(model=get('model', 'CPU'), microcode=get('microcode', '0x1'))
if get('governor', 'performance'):
    cpu['governor'] = get('governor', 'performance')
machine = dict(type='machine', when='before', cpu=cpu, memory=dict(thp=get('thp', 'never')), mitigations=dict(meltdown='none'),
               kernel=dict(release=get('kernel', '6.12'), version='#1', cmdline=get('cmdline', 'quiet'), boot_id=get('boot', 'b1')))
more = dict(state=dict(thp=given['state'])) if 'state' in given else {}
records = [run, machine, result('x.pipe', 'ops/s', 'higher', trials, **more)]
if get('latency', 'yes') == 'yes':
    records.append(result('x.latency', 'ns', 'lower', trials))
with open(sys.argv[1], 'w') as out:
    for i, record in enumerate(records):
        out.write(json.dumps(dict(v=1, seq=i, **record)) + '\n')
PY
}

# compare ARGUMENTS: leaves $output and $status
compare() {
  output=$("$O/bin/bootmark" compare "$@" 2>&1)
  status=$?
}

# The line below a metric's.
verdict() { printf '%s\n' "$output" | grep -A1 "^$1," | sed -n '2s/^ *//p'; }

# Three boots of 100, two sides of boots that repeat within 0.2 %.
for i in 1 2 3; do
  compose "$dir/A/000$i/results.jsonl" run=$i series=1 boot=a$i pipe=$((1000 + i)),$((1000 + i))
  compose "$dir/B/000$i/results.jsonl" run=$i series=1 boot=b$i pipe=$((1050 + i)),$((1050 + i))
done
compare "$dir/A" "$dir/B"
check 'three boots: exit status' is "$status" 0
check 'three boots are counted' has "$output" '(3 boots)'
check 'a higher rate is faster' has "$(verdict x.pipe)" 'faster, interval +4.'
check 'a higher latency is slower' has "$(verdict x.latency)" 'slower, interval +4.'
check 'firm, not indicative' is "$(printf '%s\n' "$output" | grep -ci indicative)" 0
compare "$dir/B" "$dir/A"
check 'the other way round' has "$(verdict x.pipe)" 'slower, interval -4.'
compare "$dir/A" "$dir/A"
check 'the same is no difference' has "$(verdict x.pipe)" 'no difference'
compare "$dir/A/0001,$dir/A/0002,$dir/A/0003/results.jsonl" "$dir/B"
check 'boots joined by commas' has "$(verdict x.pipe)" 'faster'
check 'lines fit 79 columns' is "$(printf '%s\n' "$output" | awk 'length > 79' | wc -l)" 0

# A later single run is no boot of the series; an old one neither.
cp -r "$dir/A" "$dir/later"
compose "$dir/later/0004/results.jsonl" run=4 boot=a4
compare "$dir/later" "$dir/A"
check 'of a machine the newest run counts' has "$output" 'run 4 (1 boot)'
compose "$dir/later/0005/results.jsonl" run=5 boot=a5
compose "$dir/later/0006/results.jsonl" run=6 boot=a6 thp=always
compose "$dir/later/0007/results.jsonl" run=7 boot=a7
compare "$dir/later" "$dir/A"
check 'with earlier ones of the same conditions' has "$output" 'runs 4 to 7 (3 boots)'

# One boot each.
compose "$dir/one" pipe=100,101,102,101,100
compose "$dir/two" boot=b2 pipe=110,111,112,111,110
compare "$dir/one" "$dir/two"
check 'one boot each is indicative' has "$(verdict x.pipe)" 'indicative: faster'
compare "$dir/one" "$dir/B"
check 'one boot against three is indicative' has "$(verdict x.pipe)" 'indicative: faster'
compose "$dir/three" pipe=100,101,102
compose "$dir/three_b" boot=b2 pipe=110,111,112
compare "$dir/three" "$dir/three_b"
check 'three trials have no verdict' has "$(verdict x.pipe)" 'no verdict: one boot each, of 3 and 3 trials'
check 'and the reason' has "$output" 'cannot reach p < 0.05'
compare "$dir/three,$dir/one" "$dir/three_b,$dir/two"
check 'runs of one boot are its trials' has "$output" '(1 boot)'
check 'and compared as such' has "$(verdict x.pipe)" 'indicative: faster'

# What forbids a comparison, one at a time.
refused() { # KEY=VALUE FACTOR TEXT
  compose "$dir/other" boot=b2 "$1"
  compare "$dir/one" "$dir/other"
  check "refused: $1" is "$status" 2
  check "refused: $1: why" has "$output" "$3"
  compare --factor "$2" "$dir/one" "$dir/other"
  check "compared on purpose: $1" is "$status" 0
}
refused kernel=6.13 kernel "the kernel: '6.12' in A, '6.13' in B"
refused 'cmdline=quiet mem=1G' cmdline 'the kernel command line'
refused microcode=0x2 microcode 'the microcode'
refused thp=always thp 'transparent huge pages'
refused governor=powersave governor 'the frequency governor'
refused tick=tickless tick 'the tick'
refused batch=1000000 batch 'batches of 10.0 ms in A, 1.0 ms in B'
compose "$dir/other" boot=b2 tick=tickless 'cmdline=quiet nohz_full=1-3'
compare --factor tick "$dir/one" "$dir/other"
check 'a factor has its words of the command line' is "$status" 0
compose "$dir/other" boot=b2 'cmdline=quiet bootmark.id=12345678 BOOT_IMAGE=/vmlinuz'
compare "$dir/one" "$dir/other"
check 'whose stick it is does not matter' is "$status" 0
compose "$dir/other" boot=b2 governor=
compare "$dir/one" "$dir/other"
check 'what is not recorded is noted' has "$output" 'the frequency governor: not in the records of B'
check 'and compared' is "$status" 0
compose "$dir/other" boot=b2 model=Other microcode=0x77
compare "$dir/one" "$dir/other"
check 'microcode of another CPU model is part of the machine' is "$status" 0
compare "$dir/one,$dir/two,$dir/other" "$dir/one"
check 'a side of unequal runs is refused' has "$output" 'the runs of A were not taken under the same conditions'

# What is not compared is named.
compose "$dir/other" boot=b2 grade=X
compare "$dir/one" "$dir/other"
check 'graded X is marked' has "$(verdict x.pipe)" 'not judged: B is graded X'
compose "$dir/other" boot=b2 latency=no
compare "$dir/one" "$dir/other"
check 'a metric of one side is named' has "$output" 'x.latency, 1 copy: only in A'
compose "$dir/other" boot=b2 state=always
compare "$dir/one" "$dir/other"
check 'states of a knob are metrics of their own' has "$output" 'x.pipe, 1 copy, thp always: only in B'
compose "$dir/other" boot=b2 pipe=0,1,1,1,1
compare "$dir/one" "$dir/other"
check 'zero has no ratio' has "$output" 'not compared: B: a value of 0 has no ratio'

compare --factor nonsense "$dir/one" "$dir/two"
check 'an unknown factor is an error' is "$status" 2
check 'that names those there are' has "$output" 'mitigations'
compare "$dir/one"
check 'one side is an error' is "$status" 2
mkdir "$dir/empty"
compare "$dir/one" "$dir/empty"
check 'a directory without runs is an error' has "$output" 'holds neither a results.jsonl nor runs'
compare "$dir/one" "$dir/none"
check 'no such file is an error' is "$status" 2
finish
