# rule Y11: the shares of YARN's ResourceManager beside its own, of 100 random trees: an instant's and the steady ones. It counts in whole MB, so a queue may be off by as many as it has others beside
# and below it.
recorded=$TOP/tests/real/yarn/3.3.6/shares.csv
slot-fair --rule yarn "$recorded" >ours.csv
awk -F, 'NR > 1 && $9 != "" { n++; d = $9 - $11; e = $10 - $12; if (d < -5 || d > 5 || e < -5 || e > 5) print } END { print n " queues" }' ours.csv
echo '--- by hand: b asks for little, which plays no part; c does not ask; d may have 5 and is promised 20, so may have 20; e of weight 0 has its minimum'
printf 'pool,demand,weight,min_share,max_share\na,90,1,,\nb,1,1,,\nc,0,3,,\nd,90,1,20,5\ne,90,0,10,\n' | slot-fair --rule yarn --total-slots 100
echo '--- of an allocation file: default is there, a minimum under fair is of memory, drf looks at cores, too'
cat >fair.xml <<'X'
<allocations>
  <queue name="a"><minResources>61440 mb,0 vcores</minResources></queue>
  <queue name="b"><minResources>0 mb,60 vcores</minResources></queue>
  <queue name="c"><schedulingPolicy>drf</schedulingPolicy><minResources>20480 mb,20 vcores</minResources><maxResources>10240 mb,10 vcores</maxResources>
    <queue name="d"><minResources>20480 mb,3 vcores</minResources></queue>
  </queue>
</allocations>
X
slot-trace --record pools --quiet fair.xml
slot-fair --rule yarn --total-slots 100 fair.xml
echo '--- what does not go'
for with in --explain --phases '--whole in-turn'; do slot-fair --rule yarn $with --total-slots 9 fair.xml; echo "exit $?"; done
