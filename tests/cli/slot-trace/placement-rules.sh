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
# Rules in JSON, of YARN 3.4. By hand from CSMappingPlacementRule.getPlacementForApp, MappingRuleCreator, VariableContext and
# MappingRuleValidationHelper: who asks for a queue keeps it without override; a queue that is not there is made below one that makes queues;
# `users` of 3.4's flexible kind makes one in one, too; what cannot be placed skips, goes to the default or is refused.
property() { echo "<property><name>yarn.scheduler.capacity.$1</name><value>$2</value></property>"; }
json() { # RULES [OVERRIDE]
    echo '<configuration>'
    property root.queues ads,users,hr; property root.hr.queues web; property root.users.auto-queue-creation-v2.enabled true
    property mapping-rule-format json; property queue-mappings-override.enable "${2:-false}"; property mapping-rule-json "{\"rules\":[$1]}"
    echo '</configuration>'
}
rule() { echo "{\"type\":\"user\",\"matches\":\"$1\",\"policy\":\"$2\"${3:+,$3}}"; }
users=$(rule '*' user '"parentQueue":"root.users","fallbackResult":"reject"')
place json "$(rule ann custom '"customPlacement":"root.hr.web"'),$users"
place json "$(rule ann custom '"customPlacement":"root.hr.web"'),$users" true
# In the queue that is asked for, if it is there: joe asks for none. The default queue is not made: joe and eve.b are refused.
place json "$(rule '*' specified '"create":false'),$(rule '*' setDefaultQueue '"value":"root.users.%user"'),$(rule '*' defaultQueue '"fallbackResult":"reject"')" true
# hr makes none: the default. "%user" is no user with a dot, whose name it has with "_dot_".
place json "$(rule '*' setDefaultQueue '"value":"ads"'),$(rule '%user' user '"parentQueue":"hr","fallbackResult":"placeDefault"')" true
# Two queues in one another are made, and once; the second `web` goes by its path.
sed 's/joe/web/; s/ann/web/' jobs.csv >web.csv
json "$(rule '*' custom '"customPlacement":"users.%specified.%user"'),$(rule '*' user '"parentQueue":"users"')" true >rules.xml
slot-trace --quiet --placement-rules rules.xml web.csv | cut -d, -f1,3,4
echo "{\"rules\":[$(rule '*' custom '"customPlacement":"ads"'),$(rule '*' reject)]}" >rules.json
json '' true | sed "s,mapping-rule-json</name><value>[^<]*,mapping-rule-json-file</name><value>rules.json," >rules.xml
slot-trace --quiet --placement-rules rules.xml jobs.csv | cut -d, -f1,3,4
refuse() { json "$@" >rules.xml; slot-trace --placement-rules rules.xml jobs.csv; }
refuse "$(rule ann primaryGroup)"
refuse "$(rule joe primaryGroup)"
refuse "$(rule '*' applicationName)"
refuse '{"type":"application","matches":"sleep","policy":"reject"}'
# What YARN does not start with.
refuse "$(rule '*' nosuch)"
refuse "$(rule '*' custom)"
refuse "$(rule '*' custom '"customPlacement":"root.nosuch"')"
refuse "$(rule '*' user '"parentQueue":"root.ads"')"
refuse "$(rule '*' custom '"customPlacement":"root..%user"')"
refuse "$(rule '*' user '"fallbackResult":"ignore"')"
refuse "$(rule '*' user '"parentqueue":"root"')"
refuse "$(rule '' user)"
refuse '{"type":"team","matches":"*","policy":"user"}'
refuse '{"type":"user"'
# Wrong types, members twice, what YARN passes over, and what its JSON reader takes: "false", an empty end of a path, "TRUE" (MappingRuleCreator,
# Rule.setAdditionalProperty, Jackson's coercions, String.split, Configuration.getBoolean).
refuse "$(rule '*' user '"parentQueue":["root","users"]')"
refuse "$(rule '*' user '"parentQueue":""')"
refuse "$(rule '*' user '"parentQueue":"users","create":[1]')"
refuse "$(rule '*' user '"parentQueue":"users","create":true,"create":false')"
refuse "$(rule '*' setDefaultQueue '"customPlacement":"ads"')"
refuse "$(rule '*' custom '"customPlacement":"users.%usr"')"
refuse '{"type":"group","matches":"*","policy":"reject"}'
refuse "$(rule '*' reject),5"
json '],"rules":[' >rules.xml
slot-trace --placement-rules rules.xml jobs.csv
json "$(rule '*' user)" | sed 's,>json<,>Json<,' >rules.xml
slot-trace --placement-rules rules.xml jobs.csv
long=$(printf '%2000s' '' | tr ' ' x)
refuse "$(rule '*' custom "\"customPlacement\":\"users.$long$long\"")"
sed "s/eve.b/$long/" jobs.csv >long.csv
json "$(rule '*' custom '"customPlacement":"users.%user"')" true >rules.xml
slot-trace --placement-rules rules.xml long.csv
place json "$(rule ann user '"parentQueue":"users","create":"false"'),$(rule '*' custom '"customPlacement":"hr.web.","parentQueue":null')" TRUE
echo "{\"rules\":[$(rule '*' nosuch)]}" >rules.json
json | sed "s,mapping-rule-json</name><value>[^<]*,mapping-rule-json-file</name><value>rules.json," >rules.xml
slot-trace --placement-rules rules.xml jobs.csv
json | sed 's/rules":/rule":/' >rules.xml
slot-trace --placement-rules rules.xml jobs.csv
json | sed 's/mapping-rule-json</queue-mappings</' >rules.xml
slot-trace --placement-rules rules.xml jobs.csv
