# A key is never cut: panels give it as many rows as its names need, and a name without room is shortened, with a warning. Names along a
# heat map stand upright where they would overlap, and the figure grows by them. Hatching and colours go by the order of names.
. "$TOP/tests/cli/slot-plot/tables"
name() { printf "$1%.0s" $(seq "$2"); }
{ echo x,y,n,p; for p in u v; do for k in 1 2; do for n in one two three; do echo "$k,$k,$(name ab- 12)$n,$p"; done; done; done; } >long.csv
slot-plot line -x x -y y --by n --panel p long.csv | grep -E '^set (key|terminal)' | tail -n 2
slot-plot line -x x -y y --by p --panel n long.csv | grep -E '^set (key|terminal)' | tail -n 2
printf 'x,y,n\n1,1,%s\n2,2,%s\n1,3,%s\n' "$(name é 100)" "$(name é 100)" "$(name é 65)" >wide.csv
slot-plot line -x x -y y --by n wide.csv | grep -o "title '.*'" | tail -n 2
slot-plot line -x x -y y --by n --size 1200x400 wide.csv | grep -c '\.\.\.'
for n in 2 12; do
    { echo x,y,z; for i in 1 2 3 4; do echo "$(name ab- $n)$i,1,$i"; done; } | slot-plot heat -x x -y y -z z | grep -E '^set (xtics|terminal)' | sed "s/ab-//g"
done
printf 'time_s,pool,running,fair_share\n0,p10,1,1\n0,p9,2,2\n5,p10,0,0\n5,p9,0,0\n' | slot-plot timeline | grep -o "fc rgb.*title '.*'"
