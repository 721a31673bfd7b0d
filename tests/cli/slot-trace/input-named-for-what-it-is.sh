# SPDX-License-Identifier: GPL-3.0-or-later
# What is no CSV is named for what it is, by every program that reads CSV.
every() {
    for p in 'slot-trace' 'slot-replay --nodes 5' 'slot-stats --col response_s' 'slot-fair --total-slots 4' 'slot-plot line -x a -y b' \
             'slot-delay recommend' 'slot-delay rates'; do
        $p "$1" >out 2>err
        echo "exit $? $(head -n 1 err)"
    done
}
first() { slot-stats --col response_s "$1" 2>&1 | sed -n 1p; }
h='job_id,submit_s,maps,map_s'
r='a,0,1,1'
printf '%s\n%s\n' $h $r | tr , '\t' >tabs.tsv
printf '%s\n%s\n' $h $r | tr , ';' >semicolons.csv
printf '{"nodes": {"node": [{"id": 1}]}}\n' >nodes.json
every tabs.tsv
every semicolons.csv
every nodes.json
# Packed by what is not read here, by the first bytes that each format's own description gives.
printf '\3757zXZ\000\000\004\346\326\264\106\002\000\041\001' >log.xz
printf 'BZh91AY&SY\204\231\323\254' >log.bz2
printf '\004\042\115\030\144\100\247' >log.lz4
every log.xz
first log.bz2
first log.lz4
slot-trace --record pools log.xz
# UTF-16, with its mark and without, of both orders.
utf16() { printf '%s\n%s\n' $h $r | iconv -f UTF-8 -t "$1"; }
utf16 UTF-16LE >le.csv
utf16 UTF-16BE >be.csv
{ printf '\377\376'; cat le.csv; } >le-mark.csv
{ printf '\376\377'; cat be.csv; } >be-mark.csv
every le-mark.csv
for f in le be be-mark; do first $f.csv; done
# A log given to a program that reads none, and what only begins like JSON.
cp "$TOP/traces/rumen.json" "$TOP/traces/sls.json" "$TOP/traces/sample.swf" "$TOP/traces/sample.sacct" "$TOP/traces/yarn-apps.json" "$TOP"/traces/jhist/job_* .
for f in rumen.json sls.json sample.swf sample.sacct yarn-apps.json job_2_0001.jhist job_3_0001_bob_count job_2_0001_conf.xml; do first $f; done
printf '{"Event":"SparkListenerLogStart","Spark Version":"3.5.0"}\n' >spark.log
slot-replay --nodes 5 spark.log
slot-replay --nodes 5 - <spark.log
gzip -c spark.log >spark.gz
slot-fair --total-slots 4 spark.gz
slot-trace --from jobs spark.log
printf '<?xml version="1.0"?>\n<allocations/>\n' >fair.xml
first fair.xml
printf '{a},[b]\n1,2\n3,4\n' | slot-stats --col '{a}' | cut -d, -f1-2
