# SPDX-License-Identifier: GPL-3.0-or-later
# decide_loads.py - a random load: nodes.csv and jobs.csv, from a number (decide.sh)
import random, sys
r = random.Random(int(sys.argv[1]))
n, racks, two = r.randint(2, 7), r.randint(1, 3), r.random() < 0.4
with open("nodes.csv", "w") as f:
    print("node,rack," + ("map_slots,reduce_slots" if two else "slots"), file=f)
    for i in range(n):
        print(f"n{i},r{i % racks},{r.randint(1, 2)}" + (f",{r.randint(1, 2)}" if two else ""), file=f)
at = 0
with open("jobs.csv", "w") as f:
    print("job_id,submit_s,stage,task_id,duration_s,hosts,kind", file=f)
    for j in range(r.randint(3, 12)):
        at += r.randint(0, 60)
        kinds = ["map"] * r.randint(1, 8) + ["reduce"] * (r.randint(0, 3) if two else 0)
        for t, kind in enumerate(kinds):
            hosts = r.sample(range(n), r.randint(1, 2)) if kind == "map" and r.random() < 0.85 else []
            print(f"j{j},{at / 10},{int(kind == 'reduce')},t{t},{r.randint(5, 200) / 10}," + " ".join(f"n{h}" for h in hosts) + "," + kind, file=f)
