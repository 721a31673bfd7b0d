printf 'case_id,total,pool,demand\n1,10,a,8\n' > a.csv
printf 'case_id,total,pool,demand\n2,10,a,18\n' | gzip > b.csv.gz
slot-fair a.csv b.csv.gz -o out.csv && cat out.csv
printf 'case_id,pool,total,demand\n2,10,a,18\n' > c.csv
slot-fair a.csv c.csv -o other.csv
echo $?
ls
# Without case_id each file is a case.
printf 'pool,demand\na,8\nb,9\n' > d.csv
slot-fair -n 10 d.csv d.csv
# The line of the header, behind a comment.
{ echo '# a note'; cat c.csv; } >noted.csv
slot-fair a.csv noted.csv -o other.csv || echo "exit $?"
