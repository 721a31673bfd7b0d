# No task preferred a host, so every wait gives the same replay: no table of equal rows, as text or as HTML, and no word on the days of an interval.
printf 'JobID|User|Submit|Start|End|State|NCPUS|NNodes|NodeList\n1|ann|2024-03-01T08:00:00|2024-03-01T08:00:10|2024-03-01T08:20:00|COMPLETED|4|1|n1\n2|bob|2024-03-01T08:05:00|2024-03-01T08:20:05|2024-03-01T08:30:00|COMPLETED|4|1|n1\n' >log
slot-advise --html page.html log | sed -n '/^ANSWER/,/^LOAD/p; /^2 WAIT/,$p'
sed -n '/other waits/,$p' page.html
