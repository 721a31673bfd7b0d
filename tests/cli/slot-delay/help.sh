slot-delay --help | sed -n '/^Subcommands/,$p'
