# What none is better than in both: of (1,9) (2,9) (3,5) (4,7) (5,5) (6,1) with less better these are 1, 3 and 6; with greater better in
# both 6, 5, 4 and 2; with a greater y better (1,9) alone, and with a greater x (6,1).
body() { sed -n '/^\$front/,/^EOD/p;/^\$names/,/^EOD/p'; }
printf 'nodes,p95_s,name\n1,9,a\n2,9,b\n3,5,c\n4,7,d\n5,5,e\n6,1,"f,g"\n' >t.csv
slot-plot pareto -x nodes -y p95_s -z name t.csv | body
slot-plot pareto -x nodes -y p95_s --greater xy t.csv | body
slot-plot pareto -x nodes -y p95_s --greater y t.csv | body | head -n 4
slot-plot pareto -x nodes -y p95_s --greater x t.csv | body | head -n 3
printf 'nodes,p95_s,order,load\n1,9,fair,1\n2,8,fifo,1\n2,3,fair,2\n3,,fifo,2\n' | slot-plot pareto -x nodes -y p95_s --by order --panel load | grep -e with -e '^set title'
slot-plot pareto -x nodes -y p95_s --by order t.csv; echo "status $?"
slot-plot line -x nodes -y p95_s --greater y t.csv; echo "status $?"
printf 'a,b\n,1\n' | slot-plot pareto -x a -y b; echo "status $?"
