# TR 4.3.1: 5 (1 - e^-2) by hand; waiting pays only above the gap.
slot-delay gain --remote-cost 3s,5s,10s --gap 5s --wait 10s
