# SPDX-License-Identifier: GPL-3.0-or-later
# Comments before the first row or record change nothing but the lines that messages name: of every format the same rows.
S=$TOP/traces
comments() { printf '\357\273\277# copied on Monday\n#\n\n// from the archive\n/* a licence,\n * of two lines */ <!-- and\n a note -->\n\n'; }
. "$TOP/tests/cli/slot-trace/spark-events"
{ log_start 3.2.1; app_start app_1 0; executor 1 n1 10 1; job 0 20 0; stage 0 1 '' 20; begin 0 0 0 30 1 n1 ANY
  end 40 Success 0 0 0 0 30 1 n1 ANY; stage_end 0 1 '' 20 0 40; job_end 0 41; app_end 50; } >spark.log
for f in alibaba2017.csv alibaba2018.csv google2011.csv tr-bm.csv dag-tasks.csv rumen.json sls.json sample.swf swim-sample.tsv \
         jhist/job_2_0001.jhist jhist/job_3_0001_bob_count "$PWD/spark.log"; do
    case $f in /*) ;; *) f=$S/$f ;; esac
    slot-trace --quiet --sort "$f" >plain
    { comments; cat "$f"; } >noted
    slot-trace --quiet --sort noted >got && cmp plain got && echo "${f##*/} the same"
done
# A comment that is longer than what is looked at at once; 9 lines in all before the header, so the row is in line 11.
{ comments; awk 'BEGIN { for (i = 0; i < 3000; i++) printf "# %d", i; print "" }'; printf 'job_id,submit_s,maps,map_s\na,x,1,1\n'; } >long.csv
slot-trace long.csv
echo "exit $?"
# A header may begin with #, and what is written keeps its name apart from a comment.
printf '#n,wait_s\n1,2\n1,4\n' | slot-stats --by '#n' --col wait_s | cut -d, -f1-2
printf '"# n",wait_s\n1,2\n1,4\n' | slot-stats --by '# n' --col wait_s | cut -d, -f1-2 | tee again
slot-stats --by '# n' --col n_rows again | sed -n 1p | cut -d, -f1
