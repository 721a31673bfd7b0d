# By rules U1, U2: the 34 rows below the root of Slurm's own test of Fair Tree (test24.4 in testsuite/expect of SchedMD's slurm,
# 091d99a), with what it expects: norm_shares, usage_share, fairshare and level_fs. All are met but one: uD2's
# level_fs is 22/17, and so are uD3's and uDA3's, so the three tie. Slurm divides first, and 22/17 comes out below 22/17.
cat >table.csv <<END
pool,parent,shares,usage,want_shares,want_usage,want_fairshare,want_level_fs
u1,,10,0,0.048077,0.000000,1.000000,inf
u2,,10,10,0.048077,0.041667,0.666667,1.153846
aA,,40,,0.192308,0.187500,,1.025641
aAA,aA,30,,0.750000,0.444444,,1.687500
uAA1,aAA,1,20,1.000000,1.000000,0.619048,1.000000
aAB,aA,10,,0.250000,0.555556,,0.450000
uAB1,aAB,1,25,0.500000,1.000000,0.523810,0.500000
uAB2,aAB,1,0,0.500000,0.000000,0.571429,inf
aB,,60,,0.288462,0.104167,,2.769231
aBA,aB,25,,0.416667,1.000000,,0.416667
uBA1,aBA,1,25,1.000000,1.000000,0.714286,1.000000
aBB,aB,35,,0.583333,0.000000,,inf
uBB1,aBB,1,0,1.000000,0.000000,0.761905,inf
aC,,0,,0.000000,0.125000,,0.000000
uC1,aC,0,30,0.000000,1.000000,0.047619,0.000000
aD,,50,,0.240385,0.458333,,0.524476
uD1,aD,parent,20,,0.181818,0.476190,
uD2,aD,40,20,0.235294,0.181818,0.238095,1.294118
uD3,aD,50,25,0.294118,0.227273,0.333333,1.294118
aDA,aD,parent,,,0.409091,,
uDA1,aDA,parent,10,,0.090909,0.476190,
uDA2,aDA,30,10,0.176471,0.090909,0.380952,1.941176
uDA3,aDA,50,25,0.294118,0.227273,0.333333,1.294118
aE,,10,,0.048077,0.000000,,inf
aE1,aE,10,0,0.500000,0.000000,1.000000,inf
aE2,aE,10,0,0.500000,0.000000,1.000000,inf
aF,,20,,0.096154,0.000000,,inf
uF1,aF,10,0,0.333333,0.000000,1.000000,inf
uF2,aF,20,0,0.666667,0.000000,1.000000,inf
aG,,8,,0.038462,0.083333,,0.461538
uG1,aG,10,10,0.500000,0.500000,0.190476,1.000000
aGA,aG,10,,0.500000,0.500000,,1.000000
uGA1,aGA,20,4,0.500000,0.400000,0.190476,1.250000
uGA2,aGA,20,6,0.500000,0.600000,0.095238,0.833333
END
slot-fair --rule fair-tree table.csv >ours.csv
awk -F, 'function rounded(x) { return x == "" || x == "inf" ? x : sprintf("%.6f", x) }
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { split("norm_shares usage_share fairshare level_fs", name, " "); split("shares usage fairshare level_fs", want, " ")
      for (i = 1; i <= 4; i++) if (rounded($at[name[i]]) != $at["want_" want[i]]) { print $1 ": " name[i] " " rounded($at[name[i]]) ", not " $at["want_" want[i]]; differ++ }
        else met++ }
    END { print met " values as in the test, " differ + 0 " not" }' ours.csv
echo 'which rows tie does not depend on their order'
{ head -n 1 table.csv; sed 1d table.csv | tac; } >reversed.csv
slot-fair --rule fair-tree reversed.csv | sort >a; sort ours.csv | cmp - a && echo same
slot-fair --rule fair-tree --explain=uD2 table.csv
