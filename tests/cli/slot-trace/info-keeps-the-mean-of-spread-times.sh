# SPDX-License-Identifier: GPL-3.0-or-later
# 1,000 maps of mean 20 s and sigma 1: the median is 20 exp(-1/2) = 12.131 s, p90 = 20 exp(1.28155 - 1/2) = 43.697 s.
printf 'job_id,submit_s,maps,map_s,map_sigma\na,0,1000,20,1\n' | slot-trace --info | grep '^map_'
