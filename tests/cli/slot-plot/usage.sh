try() { slot-plot "$@"; echo $?; }
try
try lines
try pie
try line
try line -x a
try cdf
try cdf -x a -y b
try bars -x a -y b --log x
try timeline --overlay a
try heat -x a -y b
try heat -x a -y b,c -z d
try line -x a -y b,,c
try line -x a -y 1,2,3,4,5,6,7,8,9
try cdf -x a --log z
try cdf -x a --term jpg
try cdf -x a --size 3
try cdf -x a --size 10x10
try cdf -x a --colour
try cdf -x a --term epslatex
