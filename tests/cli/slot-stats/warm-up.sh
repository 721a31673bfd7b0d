# --warm-up: four jobs by hand, submitted at 0, 10, 20 and none said; 5, 7, 9 and 11 s. From 10 s on: (7 + 9 + 11) / 3.
printf 'job_id,submit_s,finish_s,outcome,maps,reduces,response_s\na,0,5,done,1,0,5\nb,10,17,done,1,0,7\nc,20,29,done,1,0,9\nd,,40,done,1,0,11\n' >jobs.csv
slot-stats --quiet --columns jobs,mean_response_s --warm-up 10s jobs.csv
# Both files of a comparison.
awk -F, -v OFS=, 'NR > 1 { $7 = 2 * $7 } 1' jobs.csv >base.csv
slot-stats --quiet --columns jobs,gain --warm-up 10s --compare base.csv jobs.csv
echo 'a,b
1,2' | slot-stats --col a --warm-up 1s; echo $?
slot-stats --timeline --warm-up 1s jobs.csv; echo $?
