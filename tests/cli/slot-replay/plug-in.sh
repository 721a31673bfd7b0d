# Rules in shared objects: what they see (D21, by hand), and what is refused.
build() { # NAME: of standard input
    cat >"$1.c" && ${CC:-gcc} -shared -fPIC -I"$TOP/include" -o "$1.so" "$1.c"
}
delay() { # NAME FOLLOWS CONDITION: waits 100 s for the node, and as long for the rack, while the condition holds
    build "$1" <<END
#include <slotwise/sw_sched.h>
static void sees(const struct sw_delay_rule *rule, const struct sw_delay_view *v, struct sw_waits *waits)
{
    (void)rule;
    waits->node = waits->rack = $3 ? 100000000 : 0;
}
static int64_t allowed_at(const struct sw_waits *w, enum sw_level now, enum sw_level wanted)
{
    return wanted <= now ? 0 : wanted == SW_LEVEL_RACK ? w->node : now == SW_LEVEL_RACK ? w->rack : w->node + w->rack;
}
static bool launched(enum sw_level *now, enum sw_level at) { *now = at; return true; }
SW_PLUGIN_DELAY = { .name = "$1", .summary = "a test", .clock = SW_SINCE_FIRST_SKIP, .allowed_at = allowed_at,
                    .launched = launched, .sees = sees, .follows = $2 };
END
}
attempts() { slot-replay --cluster nodes.csv --heartbeat 0 --placement trace --record attempts "$@" | cut -d, -f1,7,8,11; }
printf 'node,rack,slots\nn1,r1,1\nn2,r1,1\n' >nodes.csv

echo '--- what is left: 4 tasks of 10 s with data on n1; at 20 two are left, and n2 takes one of them'
printf 'job_id,submit_s,task_id,duration_s,hosts\n' >four.csv
for t in 1 2 3 4; do echo "b,0,$t,10,n1"; done >>four.csv
delay left SW_FOLLOWS_LEFT 'v->job.tasks_left > 2'
attempts --delay ./left.so four.csv
echo '--- unlaunched tasks of the stage: with the second launch two are left, so n2 takes one at 10'
delay stage SW_FOLLOWS_LEFT 'v->stage_left > 2'
attempts --delay ./stage.so four.csv
echo '--- the same without following: the second launch at n1 starts the wait again, with three left before it'
delay once 0 'v->stage_left > 2'
attempts --delay ./once.so four.csv
echo '--- the share: 1 slot while a is there; 2 from 10 on, when n2 is near enough'
printf 'job_id,pool,submit_s,task_id,duration_s,hosts\na,p,0,1,10,\nb,q,0,1,30,n1\nb,q,0,2,30,n1\n' >pools.csv
delay share SW_FOLLOWS_SHARE 'v->pool_share < 2000000'
attempts --delay ./share.so pools.csv

echo '--- refused'
try() { slot-replay --nodes 2 "$@" four.csv 2>&1 >/dev/null | sed -n 1p; }
try --delay ./left.so:5s
try --delay ./none.so
try --delay ./left.c
try --order ./left.so
build bare <<'END'
int nothing;
END
try --order ./bare.so
build other <<'END'
#include <slotwise/sw_sched.h>
const struct sw_plugin sw_plugin_built = { 7, sizeof(struct sw_order), sizeof(struct sw_delay), 0 };
END
try --order ./other.so
build larger <<'END'
#include <slotwise/sw_sched.h>
const struct sw_plugin sw_plugin_built = { SW_SCHED_ABI, sizeof(struct sw_order), 8, sizeof(struct sw_delay_view) };
END
try --delay ./larger.so
build empty <<'END'
#include <slotwise/sw_sched.h>
SW_PLUGIN_ORDER = { .name = "empty", .summary = "no key" };
END
try --order ./empty.so
build timer <<'END'
#include <slotwise/sw_sched.h>
static int64_t allowed_at(const struct sw_waits *w, enum sw_level now, enum sw_level to) { return w->node + (now < to); }
static bool launched(enum sw_level *now, enum sw_level at) { return *now == at; }
SW_PLUGIN_DELAY = { .name = "timer", .summary = "Spark's clock", .clock = SW_SINCE_READY, .allowed_at = allowed_at,
                    .launched = launched };
END
try --delay ./timer.so
build private <<'END'
#include <slotwise/sw_sched.h>
static void job_key(const struct sw_job_view *job, struct sw_key *key) { key->num = job->tasks; key->den = 1; }
SW_PLUGIN_ORDER = { .name = "private", .summary = "nodes of its own", .job_key = job_key, .private_nodes = true };
END
try --order ./private.so
build missing <<'END'
#include <slotwise/sw_sched.h>
int not_there(void);
static void job_key(const struct sw_job_view *job, struct sw_key *key) { key->num = job->tasks; key->den = not_there(); }
SW_PLUGIN_ORDER = { .name = "missing", .summary = "a function that is nowhere", .job_key = job_key };
END
try --order ./missing.so
try --order offers --delay ./left.so --slots-per-node 1

echo '--- its digest is in the stamp, and its sentences in --explain'
slot-replay --cluster nodes.csv --heartbeat 0 --placement trace --stamp --delay ./left.so four.csv | grep -c '^# read ./left.so, digest'
slot-replay --cluster nodes.csv --heartbeat 0 --placement trace --delay ./left.so --explain b four.csv
