# A case that fails leaves no output file, and an older one as it was.
echo before > out.csv
printf 'case_id,pool,demand\n1,a,5\n2,a,-5\n' | slot-fair -n 10 -o out.csv
echo $?
cat out.csv
ls
