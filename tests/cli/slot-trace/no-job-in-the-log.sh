# Of a file without a job, as a configuration is, --check says so as well: without a fault it is not yet usable. --info counts jobs.
for how in '' --check; do
    echo "slot-trace $how"
    for f in mapred-site.xml kueue.yaml; do slot-trace $how "$TOP/traces/$f" 2>&1 >rows.csv; done
done
