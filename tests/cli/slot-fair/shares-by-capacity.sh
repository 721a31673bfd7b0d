# rule Y12: parts of the cluster, of capacity-scheduler.xml and of a table. ads 0.4, etl 0.3 of web's 0.3: nobody else asks, so by capacity; etl's maximum; one user of ads has 0.5 of 0.4 of 100, two have 40.
slot-fair --total-slots 200 "$TOP/traces/capacity-scheduler.xml"
slot-fair --total-slots 200 --rule demand "$TOP/traces/capacity-scheduler.xml"
for users in '' 1 2; do
    printf 'pool,parent,demand,capacity,max_capacity,user_limit,users\nprod,,,,,,\nads,prod,90,0.4,,0.5,%s\netl,prod,90,0.3,0.35,,\nweb,,90,0.3,,,\n' "$users" | slot-fair --rule capacity --total-slots 100
done
echo '--- idle queues lend, a queue of 0 comes last'
printf 'pool,demand,capacity\na,10,0.4\nb,90,0.5\nc,90,0\nd,0,0.1\n' | slot-fair --rule capacity --total-slots 100
printf 'pool,demand,capacity\na,10,0.4\nb,30,0.5\nc,90,0\nd,0,0.1\n' | slot-fair --rule capacity --total-slots 100 --whole in-turn
printf 'pool,demand,capacity\na,10,0.4\nb,90,0.5\nc,90,0\nd,0,0.1\n' | slot-fair --rule capacity --total-slots 100 --explain=b
printf 'pool,demand\na,10\n' | slot-fair --rule capacity --total-slots 100
printf 'pool,demand,capacity\na,10,40\n' | slot-fair --rule capacity --total-slots 100
echo '--- weights, resources, and what is no memory'
p() { echo "<property><name>yarn.scheduler.capacity.root.$1</name><value>$2</value></property>"; }
{ echo '<configuration>'; p queues a,b; p a.capacity 6w; p b.capacity 2w; p b.queues c,d; p b.c.capacity 1w; p b.d.capacity 0w; p b.maximum-capacity 50; echo '</configuration>'; } >weights.xml
{ echo '<configuration>'; p queues a,b; p a.capacity '[memory=40960,vcores=40]'; p b.capacity '[vcores=40,memory=122880]'; p b.maximum-capacity '[memory=143360,vcores=9]'; p a.user-limit-factor -1
  p b.queues c,d; p b.c.capacity '[memory=81920,vcores=1]'; p b.d.capacity '[memory=20480,vcores=1]'; p b.c.minimum-user-limit-percent 25; echo '</configuration>'; } >resources.xml
sed 's/memory=40960,//' resources.xml >cores.xml
for f in weights resources cores; do slot-trace --record pools $f.xml; done
slot-fair --total-slots 160 resources.xml
