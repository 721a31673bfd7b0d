# Empty: weight 1, no minimum, no maximum.
printf 'pool,demand,weight,min_share,max_share,parent\r\na,90,,,,\r\nb,90,2,,,\r\n' | slot-fair -n 30
