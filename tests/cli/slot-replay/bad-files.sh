# What a file as a whole can have wrong: empty, a header and nothing else (an empty trace is a trace: no rows, exit 0), not there, a column missing, no header
# of ours, NUL bytes, a directory.
replay() { slot-replay --nodes 2 --heartbeat 0 "$@" 2>&1; echo "exit $?"; }
: >empty.csv; replay empty.csv
echo job_id,submit_s,maps,map_s >header.csv; replay header.csv
replay --record summary header.csv
replay absent.csv
printf 'job_id,submit_s,maps\na,0,1\n' >column.csv; replay column.csv
printf 'job_id,submit_s,map_s,maps,maps\na,0,1,1,1\n' >twice.csv; replay twice.csv
printf 'a,0,1,1\n' >bare.csv; replay bare.csv
printf 'job_id,submit_s,maps,map_s\na,0,1\0,1\n' >nul.csv; replay nul.csv
printf 'job_id,submit_s,maps,map_s\na\0b,0,1,1\n' >nul-id.csv; replay nul-id.csv
printf '\0\0\0' >nuls.csv; replay nuls.csv
mkdir dir; replay dir
