# What no test had typed wrong: a rule by nearly its name, a distance, a network without end.
printf 'job_id,submit_s,maps,map_s\na,0,4,20\n' >jobs.csv
for options in '--admit cpacs' '--penalty lack=2,any=3' "--network node=$(printf '%0300d' 1)"; do
    slot-replay --nodes 2 --map-slots 1 $options jobs.csv 2>&1
    echo "exit $?"
done
