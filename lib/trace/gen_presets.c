/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen_presets.c - the workloads of the papers, as settings of slot-gen.
 *
 * TR is UCB/EECS-2009-55, ES the EuroSys 2010 paper. What a paper does not say is marked "ours". A scan map takes
 * 9 s in TR 6.2.4; that is used wherever the TR runs scans without giving their time. */
#include <string.h>
#include "slotwise/sw_gen.h"

/* TR table 2 and 6.1: 50 jobs in 9 bins, submitted every 30 s by a Poisson process, reduces 5 to 25 % of the maps, maps of 9 to
 * 60 s. Ours: the reduce times (copying about as long as a map, computing as long as maps do), spread 0.2. */
static const struct sw_gen_preset tr_bm = {
    "tr-bm", "TR 6.1, table 2", "--nodes 100 --racks 4 --map-slots 4 --reduce-slots 2", "multi-user macrobenchmark of 50 jobs",
    { [SW_GEN_JOBS] = "50", [SW_GEN_ARRIVAL] = "poisson:30s", [SW_GEN_MAPS] = "table:tr", [SW_GEN_MAP_TIME] = "uniform:9s-60s",
      [SW_GEN_MAP_SIGMA] = "0.2", [SW_GEN_REDUCES] = "ratio:5%-25%", [SW_GEN_COPY_TIME] = "10s",
      [SW_GEN_REDUCE_TIME] = "uniform:9s-60s", [SW_GEN_REDUCE_SIGMA] = "0.2", [SW_GEN_SHUFFLE_RATIO] = "0.5" } };

/* TR 6.2.1: map-only scans of 3, 10 or 100 blocks of 128 MB on 100 nodes with 6 map slots in 4 racks, as many as take 10 to 20
 * minutes. Ours: all at once; the number of jobs: 40,000 maps of 9 s keep 600 slots busy for 10 minutes (--maps 10 makes 4,000
 * jobs of that, --maps 100 400). */
static const struct sw_gen_preset tr_small_jobs = {
    "tr-small-jobs", "TR 6.2.1", "--nodes 100 --racks 4 --map-slots 6 --reduce-slots 4", "map-only scans of 3 blocks (--maps 10, --maps 100)",
    { [SW_GEN_JOBS] = "tasks:40000", [SW_GEN_ARRIVAL] = "all-at-once", [SW_GEN_MAPS] = "3", [SW_GEN_MAP_TIME] = "9s",
      [SW_GEN_MAP_SIGMA] = "0.2", [SW_GEN_REDUCES] = "0" } };

/* TR 6.2.2: 5 to 50 concurrent scans of one data set of 180 GB (1,440 blocks of 128 MB), EC2. */
static const struct sw_gen_preset tr_sticky = {
    "tr-sticky", "TR 6.2.2", "--nodes 100 --racks 4 --map-slots 4 --reduce-slots 2", "concurrent scans of one 180 GB file (--jobs 5 to 50)",
    { [SW_GEN_JOBS] = "20", [SW_GEN_ARRIVAL] = "all-at-once", [SW_GEN_MAPS] = "1440", [SW_GEN_MAP_TIME] = "9s",
      [SW_GEN_MAP_SIGMA] = "0.2", [SW_GEN_REDUCES] = "0", [SW_GEN_INPUT] = "dataset" } };

/* TR 6.2.6: 5 jobs of 100 GB input (800 blocks), 200 GB of map output (taken as of each job: "doubling the size of their
 * input"), 190 reduces. Ours: the times. With M the time of a job's maps alone on 400 slots (two waves) and R that of its reduces
 * on 200, FIFO takes M + 5R and fair sharing 5M + 5R; the measured 22.1 and 26.2 minutes give M = 61.5 s, R = 252.9 s: maps of
 * 31 s, reduces of 53 s copying and 200 s computing. */
static const struct sw_gen_preset tr_batch = {
    "tr-batch", "TR 6.2.6", "--nodes 100 --racks 4 --map-slots 4 --reduce-slots 2", "five large jobs, fair sharing against FIFO",
    { [SW_GEN_JOBS] = "5", [SW_GEN_ARRIVAL] = "all-at-once", [SW_GEN_MAPS] = "800", [SW_GEN_MAP_TIME] = "31s",
      [SW_GEN_MAP_SIGMA] = "0.1", [SW_GEN_REDUCES] = "190", [SW_GEN_COPY_TIME] = "53s", [SW_GEN_REDUCE_TIME] = "200s",
      [SW_GEN_REDUCE_SIGMA] = "0.1", [SW_GEN_SHUFFLE_RATIO] = "2" } };

/* TR 5.3: 30 jobs at random intervals on 10 nodes with one map and one reduce slot; 1 to 400 maps by Zipf's law, 1 to maps/5
 * reduces. Ours: exponent 1, gaps and times. */
static const struct sw_gen_preset tr_zipf30 = {
    "tr-zipf30", "TR 5.3", "--nodes 10 --racks 1 --map-slots 1 --reduce-slots 1", "30 jobs of Zipf sizes at random intervals",
    { [SW_GEN_JOBS] = "30", [SW_GEN_ARRIVAL] = "poisson:30s", [SW_GEN_MAPS] = "zipf:1-400", [SW_GEN_MAP_TIME] = "10s",
      [SW_GEN_REDUCES] = "upto:20%", [SW_GEN_COPY_TIME] = "5s", [SW_GEN_REDUCE_TIME] = "10s" } };

/* ES 5.4: 100 jobs of 1,000 maps and 1,000 reduces in 20 pools; with 15,000 slots tasks of 10 s make 1,500 a second. */
static const struct sw_gen_preset hfs_overhead = {
    "hfs-overhead", "ES 5.4", "--nodes 2500 --racks 50 --map-slots 4 --reduce-slots 2", "what scheduling itself costs",
    { [SW_GEN_JOBS] = "100", [SW_GEN_ARRIVAL] = "all-at-once", [SW_GEN_MAPS] = "1000", [SW_GEN_MAP_TIME] = "10s",
      [SW_GEN_REDUCES] = "1000", [SW_GEN_REDUCE_TIME] = "10s", [SW_GEN_POOLS] = "20" } };

/* ES 1, 2.2 and figure 1: Facebook's warehouse in October 2009, 620 nodes with 5 + 5 slots, 7,500 jobs a day, sizes by ES table 2.
 * To be met by a replay, each within 20 %: medians of map 19 s, reduce 231 s and job 84 s; 27.1 map slots freed a second
 * while at least 95 % are busy, which is 21 % of the time, and 3.0 reduce slots, 4 %. All times are ours:
 *
 *   map-time      the mean over jobs, and the spread between jobs
 *   map-sigma     the spread inside a job; over all tasks median = mean / exp((between^2 + inside^2) / 2):
 *                 96 s / exp((1.2^2 + 1.34^2) / 2) = 19 s
 *   reduces       few against the maps, so that their slots are the scarcer only 4 % of the time
 *   map-only      a part of the jobs has no reduces (three quarters of the jobs of the FB-2009 trace shuffle nothing)
 *   copy-time, reduce-time, reduce-growth
 *                 a reduce of a job of n maps takes n^growth times as long: the median job has 2 maps and ends after 84 s,
 *                 while half of all reduces, which are those of large jobs, take over 231 s */
static const struct sw_gen_preset fb_warehouse = {
    "fb-warehouse", "ES 1, 2.2, figure 1, table 2", "--nodes 620 --racks 31 --map-slots 5 --reduce-slots 5", "a day of Facebook's warehouse in 2009",
    { [SW_GEN_JOBS] = "7500", [SW_GEN_ARRIVAL] = "poisson:11.52s", [SW_GEN_MAPS] = "table:fb-es",
      [SW_GEN_MAP_TIME] = "lognormal:96s,1.2", [SW_GEN_MAP_SIGMA] = "1.34",
      [SW_GEN_REDUCES] = "ratio:2%-8%", [SW_GEN_MAP_ONLY] = "30%",
      [SW_GEN_COPY_TIME] = "lognormal:10s,0.5", [SW_GEN_REDUCE_TIME] = "lognormal:60s,1.0",
      [SW_GEN_REDUCE_SIGMA] = "1.0", [SW_GEN_REDUCE_GROWTH] = "0.3", [SW_GEN_POOLS] = "30", [SW_GEN_USERS] = "200",
      [SW_GEN_SHUFFLE_RATIO] = "0.3" } };

const struct sw_gen_preset *const sw_gen_presets[] = { &tr_bm, &tr_small_jobs, &tr_sticky, &tr_batch, &tr_zipf30, &hfs_overhead,
                                                       &fb_warehouse, NULL };

const struct sw_gen_preset *sw_gen_preset_find(const char *name)
{
    for (size_t i = 0; sw_gen_presets[i] != NULL; i++)
        if (strcmp(sw_gen_presets[i]->name, name) == 0)
            return sw_gen_presets[i];
    return NULL;
}
