# "Leave it" is fairly sure where the replay of the log as it was is within 5 % of it, and not very sure where it is farther off. Heartbeats of
# 3 s without ends are near what the preset has, those of 8 s are not.
for heartbeat in 3s 8s; do
    slot-gen --jobs 60 --maps 6 --map-time 20s --map-sigma 0.3 --arrival poisson:6s --seed 5 |
        slot-replay --quiet --nodes 8 --map-slots 1 --reduce-slots 0 --order fair --out-of-band no --heartbeat $heartbeat --record attempts >log
    slot-advise --quiet --rows --digits 2 --preset naive-fair --delay none --runs 6 log |
        awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } NR == 2 { print $at["advice"], "off by", $at["back_test_error"] }'
    slot-advise --quiet --preset naive-fair --delay none --runs 6 log | grep -o '^SURE?  *[A-Z][a-z ]*'
done
