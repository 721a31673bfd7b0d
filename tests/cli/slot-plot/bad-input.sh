. "$TOP/tests/cli/slot-plot/tables"
try() { slot-plot "$@"; echo $?; }
: > empty.csv
try cdf -x response_s empty.csv
printf 'response_s\n' > header.csv
try cdf -x response_s missing.csv
try cdf -x respons_s results.csv
try cdf -x response_s --by pol results.csv
try cdf -x pool results.csv
try line -x maps -y pool results.csv
try bars -x pool -y response_s results.csv
try gains results.csv
try buckets phases.csv
try buckets results.csv --overlay pools.csv
printf 'time_s,pool,running\n5,a,1\n0,a,1\n' | try timeline
printf 'response_s,b\n,1\n' | try cdf -x response_s
printf 'response_s\n0\n' | try cdf -x response_s --log x
printf 'response_s\n"1\n' | try cdf -x response_s
try cdf -x response_s results.csv --overlay header.csv
try cdf -x response_s results.csv --overlay pools.csv
# The line of the header, behind a comment.
printf '# a note\nresponse_s\n1\n' >noted.csv
try cdf -x respons_s noted.csv
try buckets noted.csv
