#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The examples of docs/howto: a block of lines "$ command" and what it prints. "$ cat FILE" makes the file. The samples are there.
cp -R "$TOP"/traces/* .
for page in "$TOP"/docs/howto/*.md; do
    name=$(basename "$page" .md)
    awk -v name="$name" '
        function shut() { if (script != "") close(script); if (out != "") close(out) }
        function begin(command) { shut(); step = sprintf("%s.%03d", name, ++n); script = step ".script"; out = step ".expected"; print command > script; printf "" > out }
        /^    [$] cat [^|>]*$/ { begin("cp " sprintf("%s.%03d.file ", name, n + 1) $3); close(out); out = step ".file"; printf "" > out; next }
        /^    [$] / { sub(/^    [$] /, ""); begin($0); next }
        /^    / && out != "" { sub(/^    /, ""); print > out; next }
        { shut(); out = "" }' "$page"
    for script in "$name".*.script; do
        [ -e "$script" ] || continue
        sh "./$script" >got 2>&1
        diff -u --label "$name, as written" "${script%script}expected" --label "$name, now" got || cat "$script"
    done
done
[ "$(ls ./*.script | wc -l)" -ge 4 ] && echo played
