#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What is wrong with a value or a file is named with its line; nothing is written.
try() { slot-trace --record pools "$@"; echo "exit $?" >&2; }
echo '<allocations><pool name="a"><weight>heavy</weight></pool></allocations>' | try
printf '<allocations>\n<pool>\n' | try
echo '<allocations><pool><weight>1</weight></pool></allocations>' | try
echo '<workflow/>' | try
echo '<allocations><queue name="q"><minResources>lots</minResources></queue></allocations>' | try
printf '<allocations><pool name="%01024d"/></allocations>' 1 | try
printf 'spark.locality.wait soon\n' >spark.conf
slot-trace --record options spark.conf
try --info "$TOP/traces/fair-scheduler.xml"
try no-such-file.xml
slot-trace --from fair-scheduler --record tasks "$TOP/traces/fair-scheduler.xml"
slot-trace --map-slots 3 "$TOP/traces/rumen.json"
p() { echo "<property><name>yarn.scheduler.capacity.root.$1</name><value>$2</value></property>"; }
for bad in 'a.ordering-policy lifo' 'a.capacity 6x' 'a.capacity [memory=4g]' 'a.user-limit-factor most' 'a.maximum-capacity [vcores=4]'; do
    # shellcheck disable=SC2086 # two words
    { echo '<configuration>'; p queues a; p $bad; echo '</configuration>'; } | try
done
echo '<allocations><pool name="q"><weight>1</weight><schedulingMode>first</schedulingMode></pool></allocations>' | try
echo '<allocations><pool name="q"><fifo>yes</fifo></pool></allocations>' | try
