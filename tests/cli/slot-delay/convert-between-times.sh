# A time is a time at any release rate; only the skips are not known then.
slot-delay convert --from spark:3s --dialect hadoop1,wait
