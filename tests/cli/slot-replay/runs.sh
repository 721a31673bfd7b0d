# rule S7: run k has seed + k - 1: the rows of run 2 of seed 5 are those of a single run of seed 6. Every record starts with run, seed. From a pipe,
# too, which can be read only once.
printf 'job_id,submit_s,maps,map_s,map_sigma\nj,0,2,10,0.5\nk,1,2,10,0.5\n' >jobs.csv
r="slot-replay --nodes 2 --map-slots 1 --heartbeat 0"
$r --seed 5 --runs 2 jobs.csv >two.csv
$r --seed 6 jobs.csv | tail -n +2 | sed s/^/2,6,/ >six.csv
$r --seed 5 jobs.csv | tail -n +2 | sed s/^/1,5,/ >five.csv
head -n 1 two.csv | cut -d, -f1-4
tail -n +2 two.csv | cat five.csv six.csv - | sort | uniq -c | awk '{ print $1 }'
cat jobs.csv | $r --seed 5 --runs 2 | cmp - two.csv
$r --seed 5 --runs 2 - <jobs.csv | cmp - two.csv
$r --seed 5 --runs 3 --record summary jobs.csv | cut -d, -f1-4
$r --runs 1 --record attempts jobs.csv | sed -n 1p | cut -d, -f1-4
$r --runs 1 --record timeline jobs.csv | head -n 2 | cut -d, -f1-4
# What is wrong with piped input is said of it, not of the copy that several runs read: no header, a row that is no number, a missing column.
for runs in '' '--runs 1' '--runs 3' '--runs 3 -j 2'; do
    for bad in '' 'job_id,submit_s,maps,map_s\na,0,1,x\n' 'job_id,maps,map_s\na,1,2\n'; do
        printf "$bad" | $r $runs 2>&1 | tail -n 1
    done
done | sort | uniq -c | awk '{ $1 = $1 " times"; print }'
