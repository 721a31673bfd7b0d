# SPDX-License-Identifier: GPL-3.0-or-later
# verdict.awk - a row of notebooks-data/verdicts/: what `verdict` in plots/common.sh says, from the row of slot-stats with our
# mean and its interval and from the single values.
function quoted(text) { gsub(/"/, "\"\"", text); return "\"" text "\"" }
function short(x) { return x == "" ? "" : sprintf("%.4g", x) + 0 }
function half_unit(text) { return text ~ /\./ ? 0.5 * 10 ^ -(length(text) - index(text, ".")) : 0.5 }
function width(x) {
    if (band == "exact") return 0
    if (band == "rounded") return half_unit(published) * 1.0000001
    if (x < 0) x = -x
    if (band == "measured") return unit != "%" ? 0.1 * x : x < 10 ? 0.5 * x : 5
    return band + 0
}
BEGIN {
    lo = said_lo = -1e300; hi = said_hi = 1e300 # with the band, and without
    text = published
    if (text ~ /^<=?/) { sub(/^<=?/, "", text); said_hi = text + 0; hi = said_hi + width(said_hi) }
    else if (text ~ /^>=?/) { sub(/^>=?/, "", text); said_lo = text + 0; lo = said_lo - width(said_lo) }
    else if (split(text, end, /[0-9]-/) == 2) {
        said_lo = substr(text, 1, length(end[1]) + 1) + 0; said_hi = end[2] + 0
        lo = said_lo - width(said_lo); hi = said_hi + width(said_hi)
    } else { said_lo = said_hi = text + 0; lo = said_lo - width(said_lo); hi = said_hi + width(said_hi) }
    if (split(shape, s, ":") == 2) { shape_lo = s[1] == "" ? -1e300 : s[1] + 0; shape_hi = s[2] == "" ? 1e300 : s[2] + 0 }
}
FNR == NR && FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
FNR == NR { mean = $at["mean_value"]; from = $at["mean_value_lo"]; to = $at["mean_value_hi"]; next }
{ n++; if ($1 + 0 >= lo && $1 + 0 <= hi) near++ }
END {
    if (mean == "") { print "verdict: no values for: " quantity > "/dev/stderr"; exit 1 }
    a = from == "" ? mean : from; b = to == "" ? mean : to
    if ((mean + 0 >= lo && mean + 0 <= hi) || (b >= said_lo && a <= said_hi)) said = "agrees"
    else if (shape != "" && a >= shape_lo && b <= shape_hi) said = "shape only"
    else said = "does not agree"
    printf("%s,%s,%s,%s,%s,%s,%s,%s,%s,%d,%d,%s,%s\n", quoted(quantity), unit, published, lo < -1e299 ? "" : short(lo),
        hi > 1e299 ? "" : short(hi), shape, short(mean), short(from), short(to), near, n, said, quoted(why))
}
