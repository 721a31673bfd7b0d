# SPDX-License-Identifier: GPL-3.0-or-later
# What --help-all prints can be typed: each rule with its parameters, each preset, each option with its value. [] is
# tried with and without, each of a|b, and words in the place of values have an example below; a word that is missing
# there is typed as it stands. A few go with another option alone.
slot-replay --help-all >help
awk '
    BEGIN {
        n = split("COUNT 2 TIME 3s SIZE 64M X 1.5 Y 2 SHARE 0.5 SPEED 0.5 FROM 1 TO 2 QUEUE etl SETTING wait=3 " \
                  "ITERATION 10 R 1000 W 3 N 3 A 4 P 1 D1 3 D2 4 W1 1 W2 2 F 0.5 F1 0.1 F2 0.2 T1 1 T2 2 T 4 n 2 gap 0.2 lag 60 cap 1 " \
                  "slownode 25 slowtask 25 Tmin 5 Tfair 9 maxReducers 6 maxComputing 2 HALFLIFE 60 PERIOD 10 START 0 " \
                  "K 1 INTERVAL 5 DEPTH 3 DECAY 0.5 BOOST 3 AGE 60 CAP 5 FILTER 5 DELAY 5 WORKLIFE 60 BOUND 3 WEIGHT 2,1 quincy:X 2000 B 2 " \
                  "negotiate:START 0.5 spark-RELEASE spark-3.1.3", of, " ")
        for (i = 1; i < n; i += 2) example[of[i]] = of[i + 1]
        not_here = "^(RULE|POLICY|NAME|FILE|LOG|JOB|RECORD|WORD|PRESET)$"
    }
    # The first bracket away, with what is in it and without; then the first a|b; then examples.
    function put(option, text,   i, depth, from, parts, k, m) {
        if (from = index(text, "[")) {
            for (i = from; i <= length(text); i++) {
                depth += (substr(text, i, 1) == "[") - (substr(text, i, 1) == "]")
                if (!depth) break
            }
            put(option, substr(text, 1, from - 1) substr(text, i + 1))
            put(option, substr(text, 1, from - 1) substr(text, from + 1, i - from - 1) substr(text, i + 1))
            return
        }
        if (match(text, /[A-Za-z0-9-]+(\|[A-Za-z0-9-]+)+/)) {
            from = RSTART; k = RLENGTH
            m = split(substr(text, from, k), parts, "|")
            for (i = 1; i <= m; i++) put(option, substr(text, 1, from - 1) parts[i] substr(text, from + k))
            return
        }
        out = ""; rule = text; sub(/:.*/, ":", rule)
        while (match(text, /[A-Za-z0-9-]+/)) {
            k = substr(text, RSTART, RLENGTH)
            out = out substr(text, 1, RSTART - 1) (rule k in example ? example[rule k] : k in example ? example[k] : k)
            text = substr(text, RSTART + RLENGTH)
        }
        print option "=" out text
    }
    function all(option, text) { gsub(/\[;\.\.\.\]|,?\.\.\./, "", text); put(option, text) }
    /^(Rules|Policies) of / { option = $3; sub(/:$/, "", option); next }
    /^Presets:/ { option = "--preset"; next }
    /^Examples:/ { exit }
    option != "" && /^  [a-z]/ { all(option, $1); next }
    option == "" && match($0, /--[a-z-]+=[^ ]+/) {
        split(substr($0, RSTART, RLENGTH), part, "=")
        name = part[1]; value = substr($0, RSTART + length(name) + 1, RLENGTH - length(name) - 1)
        sub(/,$/, "", value)                        # --every=TIME, --timeline-every=TIME
        if (value !~ not_here && name !~ /^--(seed|label|format|max-bad|rejects|output|options)$/) all(name, value)
    }' help >typed
while IFS= read -r option; do
    case $option in --lc-table=*) with='--order modified-fair' ;; --parallel=*) with='--runs 2' ;; *) with= ;; esac
    # shellcheck disable=SC2086 # words
    slot-replay --quiet --nodes 4 $with --print-options "$option" >printed 2>said || { echo "$option:"; cat said; }
done <typed
[ "$(wc -l <typed)" -gt 130 ] && echo 'what is printed can be typed'
grep -xF -e --order=offers:5,5 -e --order=negotiate:5,5,60,60,0.5 -e --global=quincy:rack=1000,any=2000,wait=3,run=2,share=none,preempt=yes,every=4 \
    -e --admission=etl=3,wait=3 -e --per-heartbeat=half -e --preset=db-admission typed
