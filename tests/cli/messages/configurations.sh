# SPDX-License-Identifier: GPL-3.0-or-later
# What configurations are refused for, and what is said of those that are read.
try() { "$@" >none 2>err; echo "exit $?"; cut -c 1-200 err; }
property() { printf '<property><name>%s</name><value>%s</value></property>' "$1" "$2"; }
site() { { echo '<configuration>'; cat; echo '</configuration>'; } >"$1"; }
echo '<allocations><defaultFairSharePreemptionThreshold>0.7</defaultFairSharePreemptionThreshold></allocations>' >fair.xml
slot-trace --record options fair.xml 2>&1 | tail -n 2
slot-delay lint fair.xml 2>&1 | tail -n 3
slot-fair fair.xml 2>&1 | tail -n 3
C=yarn.scheduler.capacity.root
{ property $C.queues "$(printf '%0600d' 0)"; } | site capacity-scheduler.xml
try slot-trace --record pools capacity-scheduler.xml
{ p=$C; i=0; while [ $i -lt 40 ]; do property $p.queues a; p=$p.a; i=$((i + 1)); done; } | site capacity-scheduler.xml
try slot-trace --record pools capacity-scheduler.xml
{ property $C.queues a; property $C.a.capacity 100; property $C.a.acl_submit_applications '*'; property $C.a.priority 3; } | site capacity-scheduler.xml
slot-delay lint capacity-scheduler.xml 2>&1
{ property yarn.resourcemanager.scheduler.class org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair.FairScheduler
  property yarn.scheduler.capacity.node-locality-delay 40
  property yarn.resourcemanager.hostname h; } | site yarn-site.xml
slot-delay lint yarn-site.xml 2>&1
slot-delay lint yarn-site.xml capacity-scheduler.xml 2>&1
echo '<property><value>1</value></property>' | site yarn-site.xml
try slot-trace --record options yarn-site.xml
slot-delay lint yarn-site.xml 2>&1
printf '<allocations><queue name="etl"/></allocations>' >fair.xml
printf 'job_id,submit_s,stage,kind,duration_s,pool,node,launch_s,finish_s\na,0,0,map,1,etk,n1,0,1\n' >log.csv
slot-delay lint fair.xml log.csv 2>&1
try slot-delay lint no-such-a.xml no-such-b.xml
try slot-delay lint no-such-a.xml no-such-b.xml fair.xml
{ property yarn.scheduler.fair.waitTimeBeforeKill 3; property yarn.scheduler.fair.user-as-default-queue true; } | site yarn-site.xml
slot-delay lint yarn-site.xml 2>&1
slot-trace --record options yarn-site.xml 2>&1
# An empty file is no configuration in which nothing is wrong; one of comments alone is Spark's.
: >empty.xml
try slot-delay lint empty.xml
try slot-trace --record pools empty.xml
try slot-fair --total-slots 4 empty.xml
echo '# nothing set' >spark-defaults.conf
try slot-trace --record options spark-defaults.conf
