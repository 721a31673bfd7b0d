# 1 - C(90,3)/C(100,3) = 27.35 %, and the paper's 1-(1-f)^(RL) = 27.10 %.
slot-delay sticky --share 10% --slots-per-node 1 --nodes 100
