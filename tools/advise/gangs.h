/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gangs.h - how long the jobs of a log should wait for nodes of one switch (G8): its replays without the wait, under
 * several waits, and at several prices of crossing switches, which no log tells.
 *
 * Run 0 is the day that was. In each further run jobs come up to gangs.jitter_us later. All waits and prices meet the
 * same days, and differences are taken day by day. */
#ifndef SLOTWISE_TOOLS_ADVISE_GANGS_H
#define SLOTWISE_TOOLS_ADVISE_GANGS_H
#include "slotwise/sw_stats.h"
#include "tools/advise/gangs_log.h"
#include "tools/replay/config.h"

enum { GANGS_WAITS = 8, GANGS_PRICES = 8 };
#define GANGS_FEWEST 30        /* jobs that fit under a switch, and that run across switches: fewer decide nothing */
enum { GANGS_ALL, GANGS_ONE_NODE, GANGS_SIZES, GANGS_CLASSES = GANGS_SIZES + 3 }; /* sizes: 2 to 10, 11 to 100, more */
extern const char *const gangs_class_names[GANGS_CLASSES];
struct gangs_tally {           /* jobs of a class in one replay */
    double sum_s, waited_s;    /* responses; G8.3 */
    uint64_t jobs, several, across; /* of several nodes; of these across switches */
};
struct gangs_wait { int64_t us; char text[48]; }; /* text as --switches has it */
struct gangs {
    struct sw_cli *cli;
    struct config *cfg;
    const char *file, *name;   /* name: for readers */
    uint64_t threads, n_runs;  /* besides run 0 */
    char lacks[200];           /* why nothing can be replayed; "": it can */
    struct gangs_log log;
    struct sw_cluster *cl;
    struct sw_pool_list *pools;
    uint64_t largest_rack;     /* nodes */
    /* Jobs of more than one node; of more nodes than any rack has; of the others those that ran across switches when
     * nothing waited. With fewer than GANGS_FEWEST nothing else is replayed, and tally is NULL. */
    uint64_t n_several, n_too_wide, n_across;
    bool price_given;
    size_t n_waits, n_prices;
    struct gangs_wait wait[GANGS_WAITS]; /* wait[0] is the one in force */
    size_t none;               /* place of no wait */
    double price[GANGS_PRICES]; /* factors on the time of a job across switches */
    struct gangs_tally *tally; /* gangs_tally_of() */
    double level;              /* of the intervals: 95 % of all of them hold at once */
    int64_t jitter_us;
    /* Errors of the mean response of the jobs that recorded one: of the replay of the log as it was, of no scheduler at
     * all, and of sjf. NaN: none recorded it. */
    double recorded_s, error, error_endless, error_sjf;
    struct sw_load_answer load;
    uint64_t n_without_limit;  /* jobs that backfill plans for with no estimate; 0 without backfill */
};
/* Whether the command line asks for it, by --width or a preset that has one. */
SW_USE_RESULT int gangs_wanted(const struct config *cfg, bool *wanted, struct sw_err *err);
SW_USE_RESULT int gangs_run(struct gangs *s, struct sw_err *err);
struct gangs_tally *gangs_tally_of(const struct gangs *s, size_t price, size_t wait, uint64_t run, size_t class);
double gangs_mean(const struct gangs *s, size_t price, size_t wait, uint64_t run, size_t class); /* response */
/* Of the mean response of a class, against another wait: over the days, and its interval at this level. */
struct gangs_change { double mean; struct sw_interval interval; };
struct gangs_change gangs_compare(const struct gangs *s, size_t price, size_t wait, size_t other, size_t class,
                                  double level);
void gangs_clear(struct gangs *s);
#endif
