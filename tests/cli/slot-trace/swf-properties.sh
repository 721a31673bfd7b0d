# Alea's field behind the 18, as the header names it: 3, 150 and 75 nodes, the last by --per-node, as its field says none; without the header the field is not known.
{ echo '; 18: used_GPUs'; echo ';  20: required_properties (separated by ":", example: "all:excl:2x4")'; } >header
{ echo '1 1 0 50 336 50 -1 336 72 -1 1 0 0 -1 0 -1 -1 -1 0 50 all:excl:3x112'; echo '2 2 0 50 8400 50 -1 8400 96 -1 1 5 1 -1 1 -1 -1 -1 0 50 normal:excl:150x56'
  echo '3 3 0 50 8400 50 -1 8400 96 -1 1 5 1 -1 1 -1 -1 -1 0 50 normal:excl'; echo '4 4 0 50 8400 50 -1 8400 96 -1 1 5 1 -1 1 -1 -1 -1 0 50 x:0x5:1x:x7'; } >jobs
cat header jobs >alea.swf
slot-trace --per-node 112 alea.swf | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i ~ /^job_/) c[++n] = i } { for (i = 1; i <= n; i++) printf "%s%s", $c[i], i < n ? "," : "\n" }'
slot-trace --info alea.swf | grep properties
slot-trace --per-node 112 --from swf jobs | awk -F, 'END { print NR - 1 " jobs" }'
slot-trace --info --from swf jobs | grep -c properties
