#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The examples of docs/howto: a block of lines "$ command" and what it prints. "$ cat FILE" makes the file. The samples are there.
cp -R "$TOP"/traces/* .
for page in "$TOP"/docs/howto/*.md; do
    name=$(basename "$page" .md)
    awk -v name="$name" '
        function shut() { if (script != "") close(script); if (out != "") close(out) }
        /^    [$] cat [^|>]*$/ { shut(); file = $3; out = file; printf "" > out; script = ""; next }
        /^    [$] / { shut(); n++; script = name "." n ".script"; out = name "." n ".expected"; sub(/^    [$] /, ""); print > script; printf "" > out; next }
        /^    / && out != "" { sub(/^    /, ""); print > out; next }
        { shut(); out = "" }' "$page"
    for script in "$name".*.script; do
        [ -e "$script" ] || continue
        sh "./$script" >got 2>&1
        diff -u --label "$name, as written" "${script%script}expected" --label "$name, now" got || cat "$script"
    done
done
ls ./*.script | wc -l
