# Names of any bytes but NUL: quotes, commas, spaces, line ends inside quotes, not ASCII; in ids, pools, users, nodes, racks, tasks. They come out quoted as
# RFC 4180 has it, and read back the same. CRLF and gzip are fine.
cat >jobs.csv <<'E'
job_id,submit_s,pool,user,maps,map_s
"a,""1""",0,"p q",Zoë,1,1
"two
lines",1,π,"u,v",1,1
" spaces ",2,p q,',1,1
E
printf 'node,rack,slots\n"n,1","r""1",1\n' >cluster.csv
slot-replay --cluster cluster.csv --heartbeat 0 --attempts a.csv jobs.csv | cut -d, -f1-7
cat a.csv
sed 's/$/\r/' jobs.csv | gzip -c | slot-replay --cluster cluster.csv --heartbeat 0 --record summary | cut -d, -f1-3
