# The first unreadable row is named by its own line, also where it is the first of all, behind a comment or blank lines, or short.
head='job_id,submit_s,maps,map_s'
printf "$head\na,x,1,10\nb,5,1,10\n" | slot-trace --check | grep unreadable
printf "# one\n# two\n$head\na,x,1,10\nb,5,1,10\n" | slot-trace --check | grep unreadable
printf "$head\na,0,1,10\n\n\nb,5\nc,x,1,10\n" | slot-trace --check | grep unreadable
printf "$head\n\"a\nb\",0,1,10\nc,x,1,10\n" | slot-trace --check | grep unreadable
