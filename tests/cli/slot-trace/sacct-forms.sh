#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The other forms of Slurm's accounting: 26 columns without a header, commas and seconds since 1970, jobcomp/filetxt; and damage.
row() { echo "$1|$1|c|$2|normal|x|x|1|ann|1|2024-03-01T08:00:00|2024-03-01T08:00:00|$3|$4|$5|0:0|$6|1|8|8|1Gn|cpu=8|cpu=8|01:00:00|$7|$8"; }
show() { slot-trace --quiet "$@" | cut -d, -f1-4,10,11,17,20-26 | tail -n +2; }
echo 'XDMoD: a name of two lines, a job of cluster d'
{
    row 1 day 2024-03-01T08:00:05 2024-03-01T08:01:05 00:01:00 COMPLETED 'n[08-10,12],m1' 'a
name'
    row 2 day 2024-03-01T08:02:00 2024-03-01T08:02:00 00:00:00 'CANCELLED by 5' 'None assigned' cancelled
    row 3 day 2024-03-01T08:02:00 2024-03-01T08:04:00 00:02:00 NODE_FAIL n08 'na|me'
    row 1 day 2024-03-01T08:02:00 2024-03-01T08:04:00 00:02:00 COMPLETED n1 other | sed 's/|c|/|d|/'
} >xdmod
show xdmod
slot-trace --info xdmod | grep -E '^(nodes|jobs_not_started|pools)'
echo 'Commas, seconds since 1970, nodes in brackets, quoted and not; an id that is used again is another job'
cat >commas <<'X'
JobID,NCPUS,NNodes,Submit,Start,End,ElapsedRaw,State,NodeList
1,16,2,1703688800,1703688810,1703688910,100,COMPLETED,"n[1,2]"
2,8,1,1703688800,1703688810,1703688870,60,FAILED,n[3,4]
3,8,1,1703688801,Unknown,Unknown,0,CANCELLED,
1,8,1,1703689000,1703689001,1703689002,1,COMPLETED,n1
X
show commas
slot-trace --info commas | grep -E '^(times|nodes)'
slot-trace --check commas | awk -F, '$2 != 0'
echo 'jobcomp: minutes of time limit, a name with blanks and an equals sign'
echo 'JobId=10 UserId=ann(0) GroupId=g(0) Name=a b=c d JobState=TIMEOUT Partition=day TimeLimit=1 StartTime=2024-03-01T08:00:05 EndTime=2024-03-01T08:01:05 NodeList=n[1-2] NodeCnt=2 ProcCnt=16 WorkDir=/a b Account=x QOS= SubmitTime=2024-03-01T08:00:00 EligibleTime=2024-03-01T08:00:01 ExitCode=0:0 ' >jobcomp
show jobcomp
echo 'An hour that is not there in spring: 60 s by Elapsed, 3660 s by the clock'
row 4 day 2024-03-31T01:59:30 2024-03-31T03:00:30 00:01:00 COMPLETED n1 spring >spring
show spring
slot-trace --info spring | grep clock_changes
echo 'Damage'
{ row 5 day 2024-03-01T08:00:05 2024-03-01T08:00:04 00:00:01 COMPLETED n1 backwards
  row 6 day 2024-03-01T08:00:05 2024-03-01T08:01:05 00:01:00 DANCING n1 state
  row 7 day yesterday 2024-03-01T08:01:05 00:01:00 COMPLETED n1 time
  row 8 day 2024-03-01T07:00:05 2024-03-01T07:01:05 00:01:00 COMPLETED n1 'before its submission'
  row 9 day 2024-03-01T08:00:05 2024-03-01T08:01:05 00:01:00 COMPLETED n1 good; } >damage
slot-trace --check damage | awk -F, '$2 != 0'
show damage
echo 'Days that are in no calendar; the leap day of 2024 is'
{ row 13 day 2024-02-29T08:00:05 2024-02-29T08:01:05 00:01:00 COMPLETED n1 'leap year' | sed 's/2024-03-01T08:00:00/2024-02-29T08:00:00/g'
  row 10 day 2023-02-29T08:00:05 2024-03-01T08:01:05 00:01:00 COMPLETED n1 'no leap year'
  row 11 day 2024-04-31T08:00:05 2024-04-31T08:01:05 00:01:00 COMPLETED n1 'April'
  row 12 day 2100-02-29T08:00:05 2100-02-29T08:01:05 00:01:00 COMPLETED n1 'no leap year'; } >days
slot-trace --check days | awk -F, '$2 != 0'
show days
echo 'What sacct prints without --parsable2, and its own choice of columns'
printf '%12s %10s %10s\n' 'JobID' 'JobName' 'State' '------------' '----------' '----------' '1' 'hello' 'COMPLETED' | sed 's/^ *JobID */JobID        /' >table
slot-trace table
printf 'JobID|JobName|Partition|Account|AllocCPUS|State|ExitCode\n1|a|day|x|1|COMPLETED|0:0\n' | slot-trace
slot-trace --only cpu=3 spring
slot-trace --only account spring
slot-trace --pool-by nobody spring
slot-trace --pool-by user "$TOP/traces/sample.swf" | wc -l

echo 'jobcomp of releases that did not write SubmitTime: what to type. JSON of Slurm that is not of sacct'
sed 's/SubmitTime=[^ ]* //' jobcomp >old
slot-trace old; echo $?
printf '{\n  "meta": { "Slurm": { "version": { "major": 22 } } },\n  "jobs": [ { "job_id": 1 } ]\n}\n' >sacct.json
slot-trace sacct.json; echo $?
echo 'Counts in thousands, as sacct has them without --noconvert: 1.50K cores are 1536'
printf 'JobID|NCPUS|NNodes|Submit|Start|End|ElapsedRaw|State|NodeList\n1|1.50K|2|1703688800|1703688810|1703688910|100|COMPLETED|n[1,2]\n' >thousands
slot-trace --quiet thousands | cut -d, -f1,24,25
