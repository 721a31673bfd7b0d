# Of YARN: rules Y5 (full nodes) and Y3 (off-switch) of docs/model.md.
slot-delay convert --from spark:3s --dialect yarn-fair,yarn-capacity,hadoop1 --nodes 100 --slots-per-node 4 --task-time 10s
slot-delay convert --from yarn-fair:-1 --dialect yarn-capacity,skips --nodes 100
