# By hand. Top: org and rest have 100; rest asks for 20, so org has 80, a quarter of it, 20, for a. Steady: R = 100/3 is below
# the minimum of 40, so rest has 40, org 60 and a 15.
printf 'pool,parent,demand,weight,min_share\norg,,,2,\na,org,50,1,\nb,org,90,3,\nrest,,20,1,40\n' >pools.csv
slot-fair --total-slots 100 --explain=a --against rest pools.csv
slot-fair --total-slots 100 --explain=a --against b pools.csv | tail -n 2
slot-fair --total-slots 100 --explain=a --against org pools.csv | tail -n 1
slot-fair --total-slots 100 --explain=rset pools.csv
slot-fair --total-slots 100 --explain --against a pools.csv
# Hadoop's file has no demands: each pool asks for all. Weights 1 and 3, but b has at most 60: 40 for a, above its 5.
cat >fair.xml <<'X'
<allocations>
  <pool name="a"><minMaps>5</minMaps></pool>
  <pool name="b"><weight>3</weight><maxMaps>60</maxMaps></pool>
</allocations>
X
slot-fair --total-slots 100 --explain fair.xml
slot-trace --record pools fair.xml | slot-fair --total-slots 100 --explain=b
slot-fair --total-slots 100 fair.xml
ls "${TMPDIR:-/tmp}" | grep -c '^slot-fair\.' || true
# The = can be left out: what is no file is the pool.
printf 'pool,demand\nads,7\nweb,5\n' >pools.csv
for arguments in '--explain ads pools.csv' 'pools.csv --explain ads' '--explain=ads'; do
    slot-fair --total-slots 9 $arguments <pools.csv >said && slot-fair --total-slots 9 --explain=ads pools.csv | cmp - said
done
slot-fair --total-slots 9 --explain adz <pools.csv
slot-fair --total-slots 9 --explain pools.cvs
