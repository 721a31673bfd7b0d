# --record containers: of three applications on one cluster each executor is a task of its queue's pool, from when it came until it went, and the
# application a job, submitted when it began. c's executors come by dynamic allocation: 2 at 6 s, of which no log tells when it was asked for.
. "$TOP/tests/cli/slot-trace/spark-events"
app() { # ID START QUEUE DYNAMIC: two executors, the second on h2 after as many seconds as $5 says; both stay to the end, 10 s after the start
    log_start 3.5.1; app_start "$1" "$2"; settings "\"spark.yarn.queue\":\"$3\",\"spark.dynamicAllocation.enabled\":\"$4\""
    executor 1 h1 $(($2 + 1000)) 4
    job 0 $(($2 + 1000)) 0; stage 0 1 '' $(($2 + 1000)); begin 0 0 0 $(($2 + 1000)) 1 h1 ANY
    executor 2 h2 $(($2 + 1000 * $5)) 4
    end $(($2 + 9000)) Success 0 0 0 0 $(($2 + 1000)) 1 h1 ANY; stage_end 0 1 '' $(($2 + 1000)) 0 $(($2 + 9000)); job_end 0 $(($2 + 9000)); app_end $(($2 + 10000)); }
mkdir logs
app app_b 2000 adhoc false 1 >logs/1; app app_a 0 etl false 2 >logs/2; app app_c 4000 adhoc true 2 >logs/3
slot-trace --record containers --cluster-out nodes.csv logs >containers.csv; cut -d, -f1-4,10,11,17,20-22 containers.csv; cat nodes.csv
# Three at once on each host: replayed there each comes when its job is submitted. With two slots a host all four are taken from 2 on, by app_a and app_b. The
# first to end is app_a's second, at 8: c/1 has its slot, for 9 s. Then app_a's first at 9: c/2, for 8 s.
replay() { slot-replay --quiet --preset yarn-fair --heartbeat 0 --delay none --placement trace "$@" containers.csv | cut -d, -f1,2,4-6; }
replay --cluster nodes.csv
sed 's/,3$/,2/' nodes.csv >fewer.csv; replay --cluster fewer.csv
echo whose they were by the list of the ResourceManager, as the command prints it and as JSON:
pad='%30s\t%20s\t%20s\t%10s\t%10s\t%18s\t%18s\t%15s\t%35s\n' # of ApplicationCLI, Hadoop 3.3.6
{ echo '20/08/25 18:45:27 INFO client.RMProxy: Connecting to ResourceManager at rm/10.0.3.125:8032'
  echo 'Total number of applications (application-types: [], states: [FINISHED] and tags: []):3'
  printf "$pad" Application-Id Application-Name Application-Type User Queue State Final-State Progress Tracking-URL
  for a in 'application_1_0001 carl root.etl' 'application_1_0002 dora root.bi' 'application_1_0009 eve root.bi'; do
      set -- $a; printf "$pad" $1 "$(printf 'day\treport')" SPARK $2 $3 FINISHED SUCCEEDED 100% http://rm:18080/$1; done; } >apps.txt
{ echo '{"apps":{"app":['; echo '{"id":"application_1_0001","user":"carl","name":"x","queue":"root.etl","startedTime":1},{"id":"application_1_0002","user":"dora","queue":"root.bi"},'
  echo '{"id":"application_1_0009","user":"eve","queue":"root.bi"}]}}'; } >apps.json
mkdir listed; sed 's/app_a/application_1_0001/' logs/2 >listed/2; sed 's/"App ID":"app_b"/"App ID":"application_1_0002","App Attempt ID":"1"/' logs/1 >listed/1; cp logs/3 listed
slot-trace --record containers --applications apps.txt listed | tee list.csv | cut -d, -f1-4
slot-trace --quiet --record containers --applications apps.json listed | cmp - list.csv && echo same
slot-trace --record containers --applications logs/1 listed; echo $?; slot-trace --record containers --applications nodes.csv logs; echo $?
slot-trace --record containers --applications nowhere logs; echo $?; slot-trace --applications apps.json logs; echo $?
printf 'Application-Id\tQueue\napplication_1_0001\tq\n' >half.txt; slot-trace --record containers --applications half.txt listed; echo $?
echo one application:
slot-trace --quiet --record containers logs/3 | cut -d, -f1,2,10,20
slot-trace --record containers "$TOP/traces/recorded-tasks.csv"; echo $?
slot-trace --record containers --anonymize key logs; echo $?
