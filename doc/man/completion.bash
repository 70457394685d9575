# Completion of the programs' options: they are those that --help and --help-rules print.
_battleship()
{
    local word=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=()
    [[ $word == -* ]] || return
    # shellcheck disable=SC2207 # options have no blanks
    COMPREPLY=($(compgen -W "$({ "$1" --help && "$1" --help-rules; } 2> /dev/null |
        grep -Eo -- '--[a-z][a-z-]*' | sort -u)" -- "$word"))
}
complete -o bashdefault -o default -F _battleship battleship battleship-analyse \
    battleship-engine battleship-network battleship-sim
