#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Keys that nobody knows are named with their place and the likely one; with --strict they are an error. What is known and
# has no counterpart is named, too.
sed -e 's/<weight>2/<wieght>2/; s/2.0<.weight>/2.0<\/wieght>/' -e 's/<pool name="web">/&<canBePreempted>false<\/canBePreempted>/' "$TOP/traces/fair-scheduler.xml" >fair.xml
slot-trace --record pools fair.xml
sed 's/b2.capacity/b2.capactiy/' "$TOP/traces/capacity-scheduler.xml" >capacity.xml
slot-trace --from capacity-scheduler capacity.xml
sed 's/fairscheduler.preemption/fairscheduler.premption/; s/slowstart.completed.maps/slowstart.completed.map/' "$TOP/traces/mapred-site.xml" >site.xml
slot-trace --record options site.xml
sed 's/wait.rack/wait.rakc/' "$TOP/traces/spark-defaults.conf" | slot-trace --record options
slot-trace --strict --record pools fair.xml
echo "exit $?" >&2
slot-trace --quiet --record pools fair.xml | wc -l
