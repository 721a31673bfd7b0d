# SPDX-License-Identifier: GPL-3.0-or-later
for o in --bogus --from=swm --record=job '--info --check' '--info --record jobs' '--check --sort' '--check --rejects=x' --block-size=12q \
    --block-size=0 --sigma=-1 --pool-names=0 --startup=soon; do
    slot-trace $o /dev/null
    echo "exit $?"
done
