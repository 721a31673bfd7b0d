# rules T2, T3: at 30 end tasks of two instants in the order of their launch, where each instant's are one event in the heap and one is in
# line already when the other's come. By hand, fifo, one node of 4 map slots and 1 reduce slot: at 0 a launches four maps (1 to 4); at 10 its
# fifth (5), its reduce (6), and b three (7 to 9), which end at 30. At 20 a's last map ends: its reduce, which copies nothing, ends at 30, and
# c's map (10), launched now, does, too. So at 30 end 6, 7, 8, 9, 10: a's reduce, b's maps, c's map.
printf 'job_id,submit_s,maps,map_s,reduces,copy_s,reduce_s\na,0,5,10,1,0,10\nb,1,3,20,0,0,0\nc,2,1,10,0,0,0\n' >jobs.csv
slot-replay --nodes 1 --map-slots 4 --reduce-slots 1 --heartbeat 0 --order fifo --record attempts jobs.csv | cut -d, -f1,4,6,11,13
