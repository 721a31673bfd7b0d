# Past a million values quantiles are within 1/1024 of the order statistic: here of 500000.
seq 0 1000000 | sed '1i v' | slot-stats --col v --quantiles 0,0.5,1 | tail -n 1 | awk -F, '{
    print $1, $3, $8, ($9 > 500000 * (1 - 1 / 1024) && $9 < 500000 * (1 + 1 / 1024) ? "close" : $9), $10, $11 }'
