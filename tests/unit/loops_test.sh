#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the compiler made of the measured loops: a loop that became vectors, or vanished, measures something
# else. Counts instructions in the disassembly of the objects that bootmark is linked from.
cd "$(dirname "$0")/../.." || exit 1
. tests/lib.sh
objects=$O/obj/bench/family

if [ "$(uname -m)" != x86_64 ]; then
  skip 'measured loops' 'the patterns are those of x86-64'
  finish
fi

# count OBJECT FUNCTION PATTERN: instructions of that function that match
count() {
  objdump -d --no-show-raw-insn "$objects/$1.o" |
    awk -v f="<$2>:" '$2 == f { on = 1; next } /^$/ { on = 0 } on' | grep -cP "$3"
}

# loop OBJECT FUNCTION PATTERN COUNT
loop() {
  check "$2 has $4 of '$3'" is "$(count "$1" "$2" "$3")" "$4"
}

# none OBJECT FUNCTION...: no vector instruction
none() {
  local object=$1 function
  shift
  for function; do
    check "$function is there" test "$(count "$object" "$function" .)" -gt 3
    check "$function has no vectors" is "$(count "$object" "$function" '[xyz]mm')" 0
  done
}

mem='\(%r[a-z0-9]+\)'
none lmbench_bw_mem rd frd wr fwr rdwr cp fcp
loop lmbench_bw_mem rd "\b(add|mov) .*$mem,%e" 32
loop lmbench_bw_mem frd "\b(add|mov) .*$mem,%e" 128
loop lmbench_bw_mem wr "\bmovl .*\\\$0x1,.*$mem" 32
loop lmbench_bw_mem fwr "\bmovl .*\\\$0x1,.*$mem" 128
loop lmbench_bw_mem rdwr "\b(add|mov) .*$mem,%e" 32
loop lmbench_bw_mem rdwr "\bmovl .*\\\$0x1,.*$mem" 32
loop lmbench_bw_mem cp "\bmov .*$mem,%e" 32
loop lmbench_bw_mem cp "\bmov +%e.*$mem" 32
loop lmbench_bw_mem fcp "\bmov .*$mem,%e" 128
loop lmbench_bw_mem fcp "\bmov +%e.*$mem" 128

for kind in integer int64; do
  loop lmbench_ops ${kind}_bit '\bor ' 100
  loop lmbench_ops ${kind}_bit '\bxor +(%\w+),(?!\1)' 200 # but for those that make a zero
done
loop lmbench_ops integer_add '\blea .*,2\)' 10
loop lmbench_ops int64_add '\blea .*,2\)' 10
loop lmbench_ops integer_mul '\bimul +%e[a-z]+,%e' 20
loop lmbench_ops int64_mul '\bimul +%r[a-z0-9]+,%r' 20
loop lmbench_ops integer_div '\bdiv ' 100
loop lmbench_ops int64_div '\bdiv ' 100
loop lmbench_ops integer_mod '\bdiv ' 100
loop lmbench_ops int64_mod '\bdiv ' 100
loop lmbench_ops integer_mod_without '\bor ' 100
for real in float:s double:d; do
  kind=${real%:*} s=s${real#*:}
  loop lmbench_ops "${kind}_add" "\badd$s " 22
  loop lmbench_ops "${kind}_mul" "\bmul$s " 40
  loop lmbench_ops "${kind}_div" "\bdiv$s " 100
  check "${kind}_bogomflops divides one number at a time" is "$(count lmbench_ops "${kind}_bogomflops" "\bdivp")" 0
done

# Sums of longs: one load for each
none lmbench_bw_file sum_up
loop lmbench_bw_file sum_up "\badd .*$mem,%r" 128
none lmbench_ctx use_array
loop lmbench_ctx use_array "\badd .*$mem,%r" 128
loop lmbench_syscall null_run '\bsyscall' 1
loop lmbench_syscall read_run '\bsyscall' 1
loop lmbench_syscall write_run '\bsyscall' 1
loop lmbench_syscall stat_run '\bsyscall' 1
loop lmbench_syscall fstat_run '\bsyscall' 1
loop lmbench_syscall open_run '\bsyscall' 2
none chase chase_follow
loop chase chase_follow "\\bmov +\\((%r[a-z0-9]+)\\),\\1" 64
for chains in 1 2 4 8 12; do
  loop chase follow_$chains "\\bmov +(?:0x0)?\\((%r[a-z0-9]+)\\),\\1" $((16 * chains))
done
none memory_forward pass_same pass_narrow pass_wide
loop memory_forward pass_same "\\bmov +%r[a-z0-9]+,\\(%r" 32
loop memory_forward pass_same "\\bmov +\\(%r[a-z0-9]+\\),%r" 32
loop memory_forward pass_narrow "\\bmov +\\(%r[a-z0-9]+\\),%e" 32
loop memory_forward pass_wide "\\bmov +%e[a-z0-9]+,(0x4)?\\(%r" 64
loop lmbench_process procedure_run '\bcall .*procedure' 1

finish
