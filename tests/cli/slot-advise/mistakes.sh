slot-advise --dialect morse log; echo $?
slot-advise --rows --dialect spark log; echo $?
slot-advise --runs 1 log; echo $?
slot-advise --delay adaptive "$TOP/traces/recorded-tasks.csv"; echo $?
slot-advise --html page -o page "$TOP/traces/recorded-tasks.csv"; echo $?
slot-advise - "$TOP/traces/recorded-tasks.csv"; echo $?
slot-advise nowhere; echo $?
# A trace of jobs recorded nothing.
slot-advise "$TOP/traces/tr-bm.csv"; echo $?
slot-advise -o /dev/full "$TOP/traces/recorded-tasks.csv"; echo $?
ls
# Standard input is read from a copy, and is called what it is.
slot-advise </dev/null; echo $?
printf 'job_id,submit_s,task_id\nj,0\n' | slot-delay recommend -; echo $?
