# TR 4.2: 98.6 % at 5 slots, 3 replicas, 15 s of 60 s; certain from a task length on.
slot-delay frees --wait 15s,60s,2m --task-time 60s --slots-per-node 5
