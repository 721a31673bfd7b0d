# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of slotwise's programs for bash. Words come from the programs themselves: options, subcommands and programs
# are those of --help-all, which is laid out from the option tables.

_slotwise() {
    local cur=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]##*/} first=1 words
    local -a ask
    COMPREPLY=()
    if [[ $program == slotwise ]] && ((COMP_CWORD == 1)) && [[ $cur != -* ]]; then
        words=$("${COMP_WORDS[0]}" help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p')
        COMPREPLY=($(compgen -W "$words help" -- "$cur"))
        return
    fi
    ask=("${COMP_WORDS[0]}")
    if [[ $program == slotwise ]] && ((COMP_CWORD > 1)); then
        ask+=("${COMP_WORDS[1]}")
        program=slot-${COMP_WORDS[1]} first=2
    fi
    if [[ $program == slot-delay || $program == slot-advise ]]; then
        words=$("${ask[@]}" --help-all 2>/dev/null | sed -n '/^Subcommands/,/^$/s/^  \([a-z]*\) .*/\1/p')
        if ((COMP_CWORD == first)) && [[ $cur != -* ]]; then
            COMPREPLY=($(compgen -W "$words" -- "$cur"))
            [[ $program == slot-delay ]] || COMPREPLY+=($(compgen -f -- "$cur")) # logs
            return
        fi
        ((COMP_CWORD > first)) && [[ " ${words//$'\n'/ } " == *" ${COMP_WORDS[first]} "* ]] && ask+=("${COMP_WORDS[first]}")
    fi
    if [[ $cur == -* ]]; then
        words=$("${ask[@]}" --help-all 2>/dev/null | sed -n 's/^ \{1,6\}\(-., \)\{0,1\}--/--/p' |
            grep -o -- '--[a-z][a-z0-9-]*\[\{0,1\}=\{0,1\}' | sed 's/\[.*//' | sort -u)
        COMPREPLY=($(compgen -W "$words" -- "$cur"))
        compopt +o filenames 2>/dev/null # or readline writes --delay\=
        [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
        return
    fi
    COMPREPLY=($(compgen -f -- "$cur"))
}

complete -o filenames -o bashdefault -F _slotwise slotwise slot-advise slot-audit slot-delay slot-fair slot-gen slot-plot slot-replay slot-stats \
    slot-sweep slot-trace
