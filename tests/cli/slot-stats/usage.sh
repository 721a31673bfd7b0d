try() { slot-stats "$@"; echo $?; }
try --bins rt
try --bins tt
try --bins 10,5
try --by pool,,user
try --by a,b,c,d,e,f,g,h
try --quantiles 2
try --quantiles x
try --points 1 --cdf x
try --points 5
try --confidence 1
try --compare a --cdf b
try --cdf a --col b
try --timeline --col b
try --over-runs --col b
try --cdf a --quantiles 0.5
try --colums a
