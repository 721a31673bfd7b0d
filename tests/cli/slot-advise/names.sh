# What a log calls its jobs reaches neither a terminal, nor HTML, nor a configuration as anything but text.
. "$TOP/tests/cli/slot-advise/logs"
tasks 1 60 6 9 20 >day
log day --nodes 20 --racks 4 --preset hfs --penalty rack=1.3,any=1.6 --delay none |
    awk -F, -v OFS=, 'NR > 1 { $1 = "\"" $1 "\033[31m<script>alert(1)</script>\n--></property>& it'"'"'s\"" } { print }' >'a log
<b>'
slot-advise --preset hfs --delay none --html page.html 'a log
<b>' | LC_ALL=C grep -c '[[:cntrl:]]'
grep -c '<script\|<b>' page.html
LC_ALL=C tr -d '\n' <page.html | LC_ALL=C grep -c '[[:cntrl:]]'
slot-advise --preset hfs --delay none --dialect hadoop1 'a log
<b>' | grep -c -e '--></property>'
slot-advise --preset hfs --delay none --dialect hadoop1 'a log
<b>' | grep -v '^<!-- .* -->$'
