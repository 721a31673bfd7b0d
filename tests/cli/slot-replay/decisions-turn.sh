# rules S9 S11 O1-O5: whose turn it was, in the words of the order. One node, one slot; b stands behind a.
# try SLOTS ORDER JOBS TIME [OPTION...]: the skip rows at that time
try()
{
    printf 'job_id,submit_s,pool,priority,weight,maps,map_s\n%s\n' "$3" >jobs.csv
    slots=$1 order=$2 time=$4
    shift 4
    slot-replay --nodes 1 --slots-per-node "$slots" --order "$order" --heartbeat 0 --record decisions "$@" jobs.csv | grep "^$time,n1,[a-z]*,skip,"
}
N='
'
try 1 fifo "a,0,,high,1,1,1${N}b,0,,low,1,1,1" 0
try 1 fifo "a,0,,,1,2,1${N}b,0.5,,,1,1,1" 1
try 1 fifo "a,0,,,1,1,1${N}b,0,,,1,1,1" 0
echo "fair: of four slots a has two, b and c one; b's frees at 1 for c, running 1, a, running 2, waits on"
try 4 fair "a,0,,,1,3,10${N}b,0,,,1,1,1${N}c,0,,,1,9,3" 1
echo "sjf: by the number of tasks"
try 1 sjf "b,0,,,1,2,1${N}a,0,,,1,1,1" 0
echo "hfs: two pools by running over weight: 0 and 0, then 1/3 and 0, then 1/3 and 1; jobs in a pool by the weight that priority makes"
printf 'pool,weight\np,3\nq,1\n' >pools.csv
try 3 hfs "a,0,p,,1,9,10${N}b,0,q,,1,9,10" 0 --pools pools.csv
try 2 hfs "b,0,p,,1,9,10${N}a,0,p,very_high,1,9,10" 0 --pools pools.csv
echo "a minimum share goes first; of two the one with the lesser part of it, though it came later"
printf 'pool,min_share\np,2\nr,\n' >pools.csv
try 3 hfs "b,0,r,,1,9,10${N}a,0,p,,1,9,10" 0 --pools pools.csv
printf 'pool,min_share\np,2\nq,2\n' >pools.csv
try 3 hfs "a,0,p,,1,2,10${N}b,0,q,,1,9,10" 0 --pools pools.csv --over-min keep
echo "fair-gap: two slots, two pools that want 9 each: shares of 1, made at 0.5; a slot of p frees at 1 for p, and q's at 2"
try 2 fair-gap "a,0,p,,1,9,1${N}b,0,q,,1,9,2" 1
