# Every finding stands on a line, and none hides another. The numbers are in the comments; lines are counted from 1.
# 204800 mb above 102400; 9999999 s are 9999999 / 86400 = 115.7 days; `fiar` is no policy, `ten` no count.
cat >fair.xml <<'X'
<allocations>
  <queue name="etl">
    <minResources>204800 mb, 4 vcores</minResources>
    <maxResources>102400 mb, 8 vcores</maxResources>
    <minSharePreemptionTimeout>9999999</minSharePreemptionTimeout>
  </queue>
  <queue name="web">
    <wieght>2</wieght>
    <schedulingPolicy>fiar</schedulingPolicy>
    <maxRunningApps>ten</maxRunningApps>
    <minSharePreemptionTimeout>60</minSharePreemptionTimeout>
  </queue>
  <queue name="old"/>
</allocations>
X
slot-delay lint fair.xml
# 70 + 40 = 110, beside 25 + 75 = 100 inside etl; 10 % is below 40.
cat >capacity.xml <<'X'
<configuration>
<property><name>yarn.scheduler.capacity.root.queues</name><value>etl,web</value></property>
<property><name>yarn.scheduler.capacity.root.etl.capacity</name><value>70</value></property>
<property><name>yarn.scheduler.capacity.root.web.capacity</name><value>40</value></property>
<property><name>yarn.scheduler.capacity.root.web.maximum-capacity</name><value>10</value></property>
<property><name>yarn.scheduler.capacity.root.etl.queues</name><value>a,b</value></property>
<property><name>yarn.scheduler.capacity.root.etl.a.capacity</name><value>25</value></property>
<property><name>yarn.scheduler.capacity.root.etl.b.capacity</name><value>75</value></property>
</configuration>
X
slot-delay lint capacity.xml
# No class: the Capacity Scheduler runs. Then its class is named, and the fair keys alone have no effect.
cat >site.xml <<'X'
<configuration>
<property><name>yarn.scheduler.fair.preemption</name><value>yes</value></property>
<property><name>yarn.scheduler.capacity.node-locality-delay</name><value>40</value></property>
<property><name>yarn.scheduler.fair.locality.treshold.node</name><value>0.5</value></property>
</configuration>
X
slot-delay lint site.xml
cat >class.xml <<'X'
<configuration><property><name>yarn.resourcemanager.scheduler.class</name>
<value>org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler</value></property></configuration>
X
slot-delay lint -o found site.xml class.xml
sed -n 's/:2: warning/&/p' found
# Preemption is switched off, so the first timeout (line 5 of fair.xml) never comes.
printf '<configuration><property><name>yarn.scheduler.fair.preemption</name><value>false</value></property>%s\n' \
    '<property><name>yarn.resourcemanager.scheduler.class</name><value>FairScheduler</value></property></configuration>' >off.xml
slot-delay lint off.xml fair.xml | grep 'fair.xml:5'
# FairSchedulableBuilder: without a file one pool, FIFO inside up to 3.3.1; FIFOSchedulableBuilder reads no file.
printf 'spark.scheduler.mode FAIR\n' >mode.conf
printf 'spark.scheduler.mode FIFO\n' >fifo.conf
printf '<allocations><pool name="etl"><schedulingMode>FAIR</schedulingMode></pool></allocations>' >pools.xml
slot-delay lint mode.conf
slot-delay lint mode.conf pools.xml && echo nothing
slot-delay lint fifo.conf pools.xml
# Against a log: tasks of 1, 2 and 30 s have the median 2; 3 s is longer, 1 s is not. etl is root.etl, and is no stranger.
printf 'spark.locality.wait 3s\nspark.locality.wait.rack 1s\nspark.locality.wait 5s\n' >spark.conf
{
    echo job_id,submit_s,task_id,duration_s,pool,launch_s,finish_s,outcome
    echo j1,0,0,1,etl,0,1,done
    echo j2,0,0,2,etl,0,2,done
    echo j3,0,0,30,batch,0,30,done
} >log.csv
slot-delay lint spark.conf log.csv
slot-delay lint fair.xml log.csv | grep -E ':13:|log.csv'
# What cannot be read does not keep the rest from being looked at, and a clean file says nothing.
printf '<allocations><pool>' >cut.xml
slot-delay lint cut.xml capacity.xml
slot-delay lint "$TOP/traces/yarn-fair-scheduler.xml" "$TOP/traces/capacity-scheduler.xml"
slot-delay lint log.csv
# A word without a dot begins no property, so the file is taken for a log.
echo 'word 1' >no-property; slot-advise lint no-property
