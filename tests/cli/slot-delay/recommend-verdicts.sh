# One task: waiting pays above M/(R r) = 620/81 = 7.65 s. A wait longer than a task cannot be told; data everywhere needs none.
slot-delay recommend --nodes 620 --tasks 1 --release-rate 27 --remote-cost 7,8 | cut -d, -f18-
slot-delay recommend --nodes 620 --tasks 20 --release-rate 27 | cut -d, -f18-
slot-delay recommend --nodes 10 --slots-per-node 1 --tasks 1 --task-time 5s --locality 99% --remote-cost 10 | cut -d, -f18-
slot-delay recommend --nodes 3 --slots-per-node 1 --tasks 9 --task-time 5s --remote-cost 10 | cut -d, -f18-
