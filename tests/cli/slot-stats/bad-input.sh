try() { slot-stats "$@"; echo $?; }
: > empty.csv
try empty.csv
printf 'job_id,response_s\n' > header.csv
try header.csv
try missing.csv
printf 'job_id,respons_s\na,1\n' > column.csv
try column.csv
printf 'job_id,map_s\na,1\n' | try
printf 'job_id,response_s\na,1\nb,1x\n' > text.csv
try text.csv
try --by pol text.csv
try --by bins text.csv
try --col respons_s text.csv
try --cdf job_id text.csv
printf 'job_id,response_s\na,1,2\n' | try
printf 'job_id,response_s\n"a,1\n' | try
printf 'job_id,response_s\na\0,1\n' | try
printf 'job_id,response_s\na,inf\n' | try
printf 'job_id,response_s\na,1e999\n' | try
printf 'x\n1e308\n1e308\n' | try --col x
printf 'x\n-0\n5\n' | try --col x
