# am_share (Y20.3): a queue's own, or that of all; above 1 it is 1 for the Fair Scheduler, and limits nothing under the Capacity Scheduler. Queues with
# others inside have none.
pools() { slot-trace --record pools "$@"; }
cat >fair-scheduler.xml <<'EOF'
<allocations><queueMaxAMShareDefault>0.4</queueMaxAMShareDefault>
<queue name="a"><maxAMShare>0.25</maxAMShare></queue><queue name="b"><maxAMShare>-1.0</maxAMShare></queue>
<queue name="c"><queue name="d"/></queue><queue name="e"><maxAMShare>3</maxAMShare></queue></allocations>
EOF
pools fair-scheduler.xml
echo '<allocations><queue name="a"><maxAMShare>-0.5</maxAMShare></queue></allocations>' >wrong.xml
pools wrong.xml
property() { echo "<property><name>yarn.scheduler.capacity.$1</name><value>$2</value></property>"; }
capacity() {
    {
        echo '<configuration>'
        property root.queues a,b; property root.a.capacity 50; property root.b.capacity 50
        property root.b.queues c; property root.b.c.capacity 100
        property maximum-am-resource-percent "$1"; property root.a.maximum-am-resource-percent "$2"
        echo '</configuration>'
    } >capacity-scheduler.xml
    pools capacity-scheduler.xml
}
capacity 0.1 0.3
capacity 0.2 20
capacity half 0.3
# With masters these rows count: of the 5 slots that c is guaranteed its only user may have a fifth, one master.
capacity 0.2 0.1 >pools.csv
printf 'job_id,submit_s,pool,maps,map_s\na,0,c,1,100\nb,0,c,1,100\nc,0,c,1,100\n' >jobs.csv
slot-replay --nodes 1 --slots-per-node 10 --preset capacity --off-switch all --drift none --am-container 1s --until 50s --pools pools.csv --record attempts jobs.csv |
    awk -F, '$3 == 1 { print $1, $11 }'
