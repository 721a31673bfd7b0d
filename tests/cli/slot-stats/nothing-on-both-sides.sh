# Jobs whose response is not known tell nothing: the words say so, and a gate does not let them pass.
printf 'job_id,pool,submit_s,response_s,maps\na,p,0,5,1\nb,q,1,7,1\n' >base.csv
printf 'job_id,pool,submit_s,response_s,maps\na,p,0,,1\nb,q,1,,1\n' >unknown.csv
slot-stats --words --compare base.csv unknown.csv
slot-stats --fail-if-slower 5% --words --compare base.csv unknown.csv
echo $?
echo one of two groups:
printf 'job_id,pool,submit_s,response_s,maps\na,p,0,5,1\nb,q,1,,1\n' >half.csv
slot-stats --by pool --fail-if-slower 5% --words --compare base.csv half.csv
echo $?
echo of a base of 0 nothing is a share:
printf 'job_id,pool,submit_s,response_s,maps\na,p,0,0,1\nb,q,1,0,1\n' >zero.csv
slot-stats --by pool --words --compare zero.csv base.csv
