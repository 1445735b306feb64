#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The rows of lmbench's summary beside the real programs: same machine, same minutes, alternating.

usage: lmbench.py --lmbench DIR [--pairs N] [--only PATTERN]

DIR holds the programs of lmbench 3.0-a9, built outside of this tree as ours is: static, musl, -O. Tests of
one process run on CPU 1 on both sides, those of two where the scheduler puts them. Files of both lie in the
same directory. Prints Markdown: the median of the ratios ours / theirs, the ratio of the best figures of both
(noise only ever slows), and all ratios.
"""
import argparse, fnmatch, glob, json, os, re, shutil, statistics, subprocess, sys, tempfile

CPU = "1"  # CPU 0 takes most interrupts
US, NS, MB = 1e3, 1.0, 1e6
NUMBER = r"([\d.]+)"


def of(pattern, scale):
    """A figure of what the program prints, in our base unit."""
    def read(text):
        found = re.findall(pattern, text, re.M)
        if not found:
            raise ValueError(f"no {pattern!r} in {text[-400:]!r}")
        return float(found[-1]) * scale
    return read


def rate(pattern):
    """Files in a second, as the time of one."""
    read = of(pattern, 1)
    return lambda text: 1e9 / read(text)


def ops():
    rows = {}
    for kind, word in (("integer", "integer"), ("int64", "int64"), ("float", "float"), ("double", "double")):
        names = ("bit", "add", "mul", "div", "mod") if "int" in kind else ("add", "mul", "div", "bogomflops")
        for name in names:
            label = "uint64 add" if (kind, name) == ("int64", "add") else f"{word} {name}"
            rows[f"lat_ops_{kind}_{name}"] = of(rf"^{label}: {NUMBER} nanoseconds", NS)
    return rows


# (our rows and how to read theirs, their command, a server for it, pinned)
def groups(d, w):
    f, text = f"{w}/64m", f"{w}/text"
    one, two = True, False

    def alone(row, pattern, scale, *command, pinned=one, server=()):
        return ({row: of(pattern, scale)}, command, server, pinned)

    table = [alone(f"lat_syscall_{ours}", rf"Simple {label}: {NUMBER}", US, "lat_syscall", theirs, text)
             for ours, theirs, label in (("null", "null", "syscall"), ("read", "read", "read"), ("write", "write", "write"),
                                         ("stat", "stat", "stat"), ("fstat", "fstat", "fstat"), ("open", "open", "open/close"))]
    table += [alone(f"lat_select_{kind}_100", rf"100 (?:tcp )?fd's: {NUMBER}", US, "lat_select", "-n", "100", kind)
              for kind in ("file", "tcp")]
    table += [alone("lat_sig_install", rf"installation: {NUMBER}", US, "lat_sig", "install"),
              alone("lat_sig_catch", rf"overhead: {NUMBER}", US, "lat_sig", "catch"),
              alone("lat_sig_prot", rf"fault: {NUMBER}", US, "lat_sig", "prot", text)]
    table += [alone(f"lat_proc_{kind}", rf"rocess fork.*: {NUMBER}", US, "lat_proc", kind) for kind in ("fork", "exec")]
    table += [(ops(), ("lat_ops",), (), one)]
    table += [({f"lat_ctx_{n}p_{k}k": of(rf"^{n} {NUMBER}", US) for n in counts},
               ("lat_ctx", "-s", str(k), *map(str, counts)), (), two) for k, counts in ((0, (2,)), (16, (2, 8, 16)), (64, (2, 8, 16)))]
    table += [alone("lat_pipe", rf"latency: {NUMBER}", US, "lat_pipe", pinned=two),
              alone("lat_unix", rf"latency: {NUMBER}", US, "lat_unix", pinned=two)]
    table += [alone(f"lat_{p}", rf"latency using localhost: {NUMBER}", US, f"lat_{p}", "localhost", pinned=two, server=(f"lat_{p}",))
              for p in ("udp", "tcp")]
    table += [alone("lat_connect", rf"localhost: {NUMBER}", US, "lat_connect", "localhost", pinned=two, server=("lat_connect",))]
    table += [({f"lat_fs_{what}_{size}": rate(rf"^{size}\s+\d+\s+" + (NUMBER if what == "create" else r"[\d.]+\s+" + NUMBER))
                for size in ("0k", "10k") for what in ("create", "delete")}, ("lat_fs", w + "/fs"), (), one)]
    table += [alone("lat_mmap_64m", rf"^67\.1\d* {NUMBER}", US, "lat_mmap", "64m", f),
              alone("lat_pagefault", rf": {NUMBER} microseconds", US, "lat_pagefault", f),
              alone("bw_pipe", rf"bandwidth: {NUMBER}", MB, "bw_pipe", pinned=two),
              alone("bw_unix", rf"bandwidth: {NUMBER}", MB, "bw_unix", pinned=two),
              alone("bw_tcp_10m", rf"^[\d.]+ {NUMBER} MB/sec", MB, "bw_tcp", "-m", "10000000", "localhost", pinned=two, server=("bw_tcp",)),
              alone("bw_file_rd", rf"^67\.1\d* {NUMBER}", MB, "bw_file_rd", "64m", "io_only", f),
              alone("bw_mmap_rd", rf"^67\.1\d* {NUMBER}", MB, "bw_mmap_rd", "64m", "mmap_only", f)]
    table += [alone(f"bw_mem_{op}_64m", rf"^67\.1\d* {NUMBER}", MB, "bw_mem", "64m", op) for op in ("frd", "fwr", "fcp", "bcopy")]
    table += [({"lat_mem_rd_128_1k": of(rf"^0\.00098 {NUMBER}", NS), "lat_mem_rd_128_128k": of(rf"^0\.12500 {NUMBER}", NS),
                "lat_mem_rd_128_64m": of(rf"^64\.00000 {NUMBER}", NS)}, ("lat_mem_rd", "64", "128"), (), one),
              alone("lat_mem_rd_t16_64m", rf"^64\.00000 {NUMBER}", NS, "lat_mem_rd", "-t", "64", "16")]
    return table


def said(command, where):
    # The pause that it finds for itself is 1 s on a virtual machine, and then it takes one sample only.
    env = dict(os.environ, ENOUGH="50000", TIMING_O="0", LOOP_O="0")
    return subprocess.run(command, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=env, cwd=where, timeout=600).stdout


def theirs(group, o, where):
    rows, command, server, pinned = group
    prefix = ["taskset", "-c", CPU] if pinned else []
    for s in server:
        said([f"{o.lmbench}/{s}", "-s"], where)
    text = said(prefix + [f"{o.lmbench}/{command[0]}", *command[1:]], where)
    for s in server:
        said([f"{o.lmbench}/{s}", "-S", "localhost"], where)
    return {row: read(text) for row, read in rows.items()}


def ours(group, o, where):
    rows, _, _, pinned = group
    prefix = ["taskset", "-c", CPU] if pinned else []
    with tempfile.TemporaryDirectory() as store:
        text = said(prefix + [o.bootmark, "run", "--profile", o.profile, "--set", "certificate=off", "--store", store,
                              "--workdir", where] + [f"lmbench.{row}" for row in rows], where)
        values = {}
        for path in glob.glob(store + "/results/*/*/results.jsonl"):
            for line in open(path):
                record = json.loads(line)
                if record["type"] == "result" and "value" in record:
                    values[record["name"].removeprefix("lmbench.")] = (record["value"], record["better"])
        missing = set(rows) - set(values)
        if missing:
            sys.exit(f"no number for {missing}: {text[-800:]}")
        return values


def compare(group, o, where):
    pairs = []
    for i in range(o.pairs):
        # Who goes first changes, so that a drift of the machine favours nobody.
        if i % 2:
            a, b = ours(group, o, where), theirs(group, o, where)
        else:
            b, a = theirs(group, o, where), ours(group, o, where)
        pairs.append((a, b))
    for row in group[0]:
        own, other = [a[row][0] for a, _ in pairs], [b[row] for _, b in pairs]
        ratios = sorted(x / y for x, y in zip(own, other))
        best = max if pairs[0][0][row][1] == "higher" else min
        print("| %s | %.4g | %.4g | **%.3f** | %.3f | %s |" % (
            row, statistics.median(other), statistics.median(own), statistics.median(ratios), best(own) / best(other),
            " ".join("%.2f" % r for r in ratios)), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lmbench", required=True)
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--profile", default="quick")
    parser.add_argument("--only", default="*")
    o = parser.parse_args()
    o.lmbench = os.path.abspath(o.lmbench)
    o.bootmark = os.path.abspath(os.path.join(os.environ.get("O", "out"), "bin", "bootmark"))
    shutil.copy(f"{o.lmbench}/hello", "/tmp/hello")
    print("| row | theirs (median) | ours (median) | ratio (median) | ratio of the best | ratios |\n"
          "| --- | --- | --- | --- | --- | --- |", flush=True)
    with tempfile.TemporaryDirectory() as where:
        os.mkdir(where + "/fs")
        for name, size in (("64m", 64 << 20), ("text", 4096)):
            with open(f"{where}/{name}", "wb") as file:
                file.write(os.urandom(size))
        for group in groups(o.lmbench, where):
            if any(fnmatch.fnmatch(row, o.only) for row in group[0]):
                try:
                    compare(group, o, where)
                except (ValueError, subprocess.TimeoutExpired) as problem:
                    print(f"{', '.join(group[0])}: {problem}", flush=True)


main()
