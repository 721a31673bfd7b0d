# SPDX-License-Identifier: GPL-3.0-or-later
# --digits rounds what is no whole number and no label; in JSON lines a column of texts is texts, also where they read as numbers.
printf 'job_id,pool,response_s\n1,7,5\n1e3,8,123456.78912\n0x1,7,0.000123456\n' >results.csv
for n in 2 4; do slot-stats --quiet --col response_s -C pool,n_rows,mean_response_s,min_response_s --by pool --digits $n --label w=0.12345 results.csv; done
slot-stats --quiet --by job_id -C job_id,jobs,mean_response_s --digits 3 --format jsonl --label run=1e3,pool=7 results.csv
slot-sweep --out o --set w=0.12345 --digits 2 -- printf 'x,job_id,y\n{w},1e3,123456.7\n'
slot-sweep --out o --set w=0.12345 --digits 2 --format jsonl -- printf 'x,job_id,y\n{w},1e3,123456.7\n'
printf 'job_id,submit_s,maps,map_s\n7,0,3,1.5\n' >jobs.csv
slot-replay --nodes 1 --map-slots 2 --heartbeat 0 --digits 1 --format jsonl jobs.csv
slot-replay --nodes 1 --digits 0 jobs.csv
