// SPDX-License-Identifier: GPL-3.0-or-later
// shares.cc - a C++ program over the library: fair shares of 10 slots, and an error.
#include <cstdio>
#include <cstring>
#include <slotwise/sw_fair.h>
#include <slotwise/sw_replay.h>

extern "C" int check_own_names(void);

int main()
{
    // By hand: the second claim wants 2 slots and gets them, the others share the other 8 as 1 : 3.
    sw_claim claim[3] = {};
    sw_fair_share share[3];
    sw_fair_space space = {};
    sw_err err = {};
    const double demand[] = { 100, 2, 100 }, weight[] = { 1, 1, 3 };
    for (int i = 0; i < 3; i++) {
        claim[i].demand_slots = demand[i];
        claim[i].weight = weight[i];
        claim[i].max_slots = 1000;
    }
    if (sw_fair_shares(claim, 3, 10, SW_OVER_MIN_SCALE, &space, share, nullptr, &err) != SW_OK)
        return 1;
    std::printf("%g %g %g\n", share[0].share_slots, share[1].share_slots, share[2].share_slots);
    sw_fair_space_clear(&space);
    sw_order_rule order;
    if (sw_order_find("wat", &order, &err) == SW_OK)
        return 1;
    std::printf("%s\n", err.text);
    return check_own_names() ? 0 : 1;
}
