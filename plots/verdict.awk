# SPDX-License-Identifier: GPL-3.0-or-later
# verdict.awk - a row of notebooks-data/verdicts/: what `verdict` in plots/common.sh says, from the row of slot-stats with our
# mean and its interval and from the single values.
function quoted(text) { gsub(/"/, "\"\"", text); return "\"" text "\"" }
function short(x) { return x == "" ? "" : sprintf("%.4g", x) + 0 }
function unit_of(text) { return text ~ /\./ ? 10 ^ -(length(text) - index(text, ".")) : 1 }
# How far the band of the published number x goes below it and above it. A paper that cuts a number prints less than it is.
function width(x, up) {
    if (band == "exact") return 0
    if (band == "rounded") return unit_of(published) * (up ? 1 : 0.5) * 1.0000001
    if (x < 0) x = -x
    if (band == "measured") return unit != "%" ? 0.1 * x : x < 10 ? 0.5 * x : 5
    return band + 0
}
# Whether x lies within [lo, hi]; within a bound without its end where the bound is < or >.
function within(x) { return (open ? x > lo && x < hi : x >= lo && x <= hi) }
BEGIN {
    lo = said_lo = -1e300; hi = said_hi = 1e300 # with the band, and without
    text = published
    bound = text ~ /^[<>]/
    open = bound && text !~ /=/
    if (text ~ /^</) { sub(/^<=?/, "", text); hi = text + 0 }
    else if (text ~ /^>/) { sub(/^>=?/, "", text); lo = text + 0 }
    else {
        if (split(text, end, /[0-9]-/) == 2) { said_lo = substr(text, 1, length(end[1]) + 1) + 0; said_hi = end[2] + 0 }
        else said_lo = said_hi = text + 0
        lo = said_lo - width(said_lo, 0); hi = said_hi + width(said_hi, 1)
    }
    words = shape
    if (!sub(/^[^ ]* /, "", words)) words = ""
    sub(/ .*/, "", shape)
    if (shape != "" && words == "") { print "verdict: a shape without the words of the paper: " quantity > "/dev/stderr"; failed = 1; exit 1 }
    if (split(shape, s, ":") == 2) { shape_lo = s[1] == "" ? -1e300 : s[1] + 0; shape_hi = s[2] == "" ? 1e300 : s[2] + 0 }
}
FNR == NR && FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
FNR == NR { mean = $at["mean_value"]; from = $at["mean_value_lo"]; to = $at["mean_value_hi"]; next }
{ n++; if (within($1 + 0)) near++ }
END {
    if (failed) exit 1
    if (mean == "") { print "verdict: no values for: " quantity > "/dev/stderr"; exit 1 }
    a = (from == "" ? mean : from) + 0; b = (to == "" ? mean : to) + 0
    if (bound) agrees = within(a) && within(b)
    else agrees = (within(mean + 0) || (b >= said_lo && a <= said_hi)) && b - a <= (hi - lo) * 1.0000001
    if (agrees) said = "agrees"
    else if (shape != "" && a >= shape_lo && b <= shape_hi) said = "shape only"
    else said = "does not agree"
    if (said == "shape only") why = why (why == "" ? "" : "; ") "of the shape the paper says: " words
    printf("%s,%s,%s,%s,%s,%s,%s,%s,%s,%d,%d,%s,%s\n", quoted(quantity), unit, published, lo < -1e299 ? "" : short(lo),
        hi > 1e299 ? "" : short(hi), shape, short(mean), short(from), short(to), near, n, said, quoted(why))
}
