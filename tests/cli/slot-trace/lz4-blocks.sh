# LZ4 blocks as Java's LZ4BlockOutputStream frames them, made by hand: a stored one, one that is all literals (token f0,
# then the length above 15 in bytes of up to 255), the empty one that ends a stream; and how damage in them is told.
byte() { printf "\\$(printf %o "$1")"; }
number() { byte $(($1 % 256)); byte $(($1 / 256 % 256)); byte $(($1 / 65536 % 256)); byte $(($1 / 16777216)); }
head21() { printf LZ4Block; byte "$1"; number "$2"; number "$3"; number 0; } # method packed plain
stored() { n=$(wc -c <"$1"); head21 22 "$n" "$n"; cat "$1"; }
literals() {
    n=$(wc -c <"$1"); rest=$((n - 15)); head21 38 $((n + 2 + rest / 255)) "$n"; byte 240
    while [ $rest -ge 255 ]; do byte 255; rest=$((rest - 255)); done
    byte $rest; cat "$1"; }
printf 'job_id,submit_s,maps,map_s\n1,0,2,3\n2,5,1,4\n' >a; printf '3,6,1,4\n4,7,1,4\n5,9,1,44\n' >b
{ stored a; literals b; head21 22 0 0; } >both.lz4
slot-trace both.lz4 | cut -d, -f1,2,7
head -c 100 both.lz4 | slot-trace
{ stored a; literals b | sed 's/^LZ4Block/LZ4Blook/'; } | slot-trace
{ head21 38 5 100; printf abcde; } | slot-trace
