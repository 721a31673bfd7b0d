# By rule U3, the rows of Slurm's own tests of the classic factor, with what they expect: norm_shares, effective usage, fairshare.
# test24.1 (testsuite/expect of SchedMD's slurm, 091d99a) is the part without AccountH; test24.3 (04c395f) has Fairshare=parent, too.
cat >users.csv <<END
pool,parent,shares,usage
AccountA,,40,
AccountB,AccountA,30,
User1,AccountB,1,20
AccountC,AccountA,10,
User2,AccountC,1,25
User3,AccountC,1,0
AccountD,,60,
AccountE,AccountD,25,
User4,AccountE,1,25
AccountF,AccountD,35,
User5,AccountF,1,0
AccountG,,0,
User6,AccountG,0,30
END
{ cat users.csv
  cat <<END
AccountH,,50,
UHRA1,AccountH,parent,20
UHRA2,AccountH,40,20
UHRA3,AccountH,50,25
AccountHTA,AccountH,parent,
UHTAStd1,AccountHTA,parent,10
UHTAStd2,AccountHTA,30,10
UHTAStd3,AccountHTA,50,25
END
} >parents.csv
cat >24.1 <<END
AccountA 0.400000 0.450000 0.458502
AccountB 0.300000 0.387500 0.408479
User1 0.300000 0.387500 0.408479
AccountC 0.100000 0.300000 0.125000
User2 0.050000 0.275000 0.022097
User3 0.050000 0.150000 0.125000
AccountD 0.600000 0.250000 0.749154
AccountE 0.250000 0.250000 0.500000
User4 0.250000 0.250000 0.500000
AccountF 0.350000 0.145833 0.749154
User5 0.350000 0.145833 0.749154
AccountG 0.000000 0.300000 0.000000
END
cat >24.3 <<END
AccountA 0.266667 0.214286 0.572929
AccountB 0.200000 0.184524 0.527550
User1 0.200000 0.184524 0.527550
AccountC 0.066667 0.142857 0.226431
User2 0.033333 0.130952 0.065672
User3 0.033333 0.071429 0.226431
AccountD 0.400000 0.119048 0.813594
AccountE 0.166667 0.119048 0.609507
User4 0.166667 0.119048 0.609507
AccountF 0.233333 0.069444 0.813594
User5 0.233333 0.069444 0.813594
AccountG 0.000000 0.142857 0.000000
User6 0.000000 0.142857 0.000000
AccountH 0.333333 0.523810 0.336475
UHRA1 0.333333 0.523810 0.336475
UHRA2 0.078431 0.196078 0.176777
UHRA3 0.098039 0.238095 0.185749
AccountHTA 0.333333 0.523810 0.336475
UHTAStd1 0.333333 0.523810 0.336475
UHTAStd2 0.058824 0.131653 0.211966
UHTAStd3 0.098039 0.238095 0.185749
END
rounded() { slot-fair --rule usage "$1" | awk -F, 'NR > 1 { printf "%s %.6f %.6f %.6f\n", $1, $(NF - 2), $(NF - 1), $NF }'; }
rounded users.csv | sed '$d' | cmp - 24.1 && echo "test24.1: $(wc -l <24.1) rows"
rounded parents.csv | cmp - 24.3 && echo "test24.3: $(wc -l <24.3) rows"
slot-fair --rule usage --explain=UHTAStd2 parents.csv
