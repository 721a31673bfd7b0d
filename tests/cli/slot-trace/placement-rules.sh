# Jobs in the queues that YARN 3.3 puts their users into. By hand from SpecifiedPlacementRule, UserPlacementRule, DefaultPlacementRule and
# UserGroupMappingPlacementRule.getPlacementForApp: a queue that is asked for counts only if it is not `default`; without create a rule
# passes on what is in no declared queue; a "." of a user is "_dot_"; mappings hold for who asks for no queue, or override.
cat >jobs.csv <<'DATA'
job_id,submit_s,pool,user,maps,map_s
1,0,default,joe,2,10
2,1,ads,ann,2,10
3,2,nosuch,eve.b,2,10
4,3,default,,2,10
DATA
policy() { # RULES
    echo "<allocations><queue name=\"ads\"/><queue name=\"joe\"/><queuePlacementPolicy>$1</queuePlacementPolicy></allocations>"
}
mappings() { # MAPPINGS [OVERRIDE]
    echo "<configuration><property><name>yarn.scheduler.capacity.root.queues</name><value>ads,etl</value></property>"
    echo "<property><name>yarn.scheduler.capacity.queue-mappings</name><value>$1</value></property>"
    echo "<property><name>yarn.scheduler.capacity.queue-mappings-override.enable</name><value>${2:-false}</value></property></configuration>"
}
place() { echo "--- $*"; "$@" >rules.xml; slot-trace --quiet --placement-rules rules.xml jobs.csv | cut -d, -f1,3,4; }
place policy '<rule name="specified"/>'
place policy '<rule name="specified" create="false"/><rule name="user" create="false"/><rule name="nestedUserQueue"><rule name="default" queue="sales"/></rule>'
place policy '<rule name="specified" create="false"/><rule name="user" create="false"/><rule name="default" queue="root.other"/>'
place policy '<rule name="user"/>'
place mappings 'u:joe:root.etl, u:%user:%user'
place mappings 'u:joe:root.etl, u:%user:%user' true
place mappings 'u:ann:etl,u:joe:ads' true
# The parent is there or made: `sales` is neither, so ann goes on.
place policy '<rule name="nestedUserQueue"><rule name="default" queue="sales" create="false"/></rule><rule name="default"/>'
# A leaf is no parent (UserPlacementRule): `ads` is one, but not with type="parent".
place policy '<rule name="nestedUserQueue"><rule name="default" queue="ads"/></rule><rule name="default"/>'
policy '<rule name="nestedUserQueue"><rule name="default" queue="ads"/></rule><rule name="default"/>' | sed 's/"ads"/& type="parent"/' >rules.xml
slot-trace --quiet --placement-rules rules.xml jobs.csv | cut -d, -f1,3,4
# Refused, without a user: counted.
policy '<rule name="specified" create="false"/><rule name="reject"/>' >rules.xml
slot-trace --placement-rules rules.xml jobs.csv | cut -d, -f1,3
# The first user who gets to a rule of groups; no rules; configuration files have no jobs.
policy '<rule name="specified" create="false"/><rule name="primaryGroup"/>' >rules.xml
slot-trace --placement-rules rules.xml jobs.csv
mappings 'u:joe:etl,g:staff:ads' >rules.xml
slot-trace --placement-rules rules.xml jobs.csv
mappings 'u:joe:etl' | sed 's,</configuration>,<property><name>yarn.scheduler.capacity.mapping-rule-format</name><value>json</value></property>&,' >json.xml
slot-trace --placement-rules json.xml jobs.csv
slot-trace --placement-rules jobs.csv jobs.csv
slot-trace --placement-rules rules.xml --record pools rules.xml
# What YARN does not start with places nobody: a rule that there is not, a nested one without its parent, a mapping cut short, a key a letter off.
for rules in '<rule name="specified" create="false"/><rule name="usr"/>' '<rule name="nestedUserQueue"/>' '<rule name="user"><rule name="reject"/></rule>'; do
    policy "$rules" >rules.xml
    slot-trace --placement-rules rules.xml jobs.csv
done
mappings 'u:joe' >rules.xml
slot-trace --placement-rules rules.xml jobs.csv
mappings 'u:joe:etl' | sed 's/queue-mappings</queue-maping</' >rules.xml
slot-trace --placement-rules rules.xml jobs.csv
