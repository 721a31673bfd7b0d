# a: 10 to 5, b: 20 to 40, c: 30 to 30. Means 20 and 25: 25 % more, by 5. In the bin 1-25 15 becomes 22.5, 50 % more.
printf 'job_id,maps,response_s\na,1,10\nb,1,20\nc,90,30\n' >base.csv
printf 'job_id,maps,response_s\nc,90,30\nb,1,40\na,1,5\n' >new.csv
slot-stats --by bins --words --compare base.csv new.csv
slot-stats --by bins --worst 5 --compare base.csv new.csv
slot-stats --words --compare base.csv base.csv
slot-stats --by bins --fail-if-slower 30% --compare base.csv -o out.csv new.csv
echo $?
slot-stats --words new.csv
slot-stats --words --worst 1 --compare base.csv new.csv
slot-stats --over-runs --compare base.csv new.csv
