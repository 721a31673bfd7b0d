printf 'maps,response_s\n1,5\n2,\n3,0\n4,6\n5,0\n' > r.csv
slot-plot line -x maps -y response_s --log y r.csv | grep -A 3 EOD
slot-plot line -x maps -y response_s r.csv | grep -c EOD
