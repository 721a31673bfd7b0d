/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scatter.c - a point for each row. It is the pareto figure without a front. */
#include "lib/plot/plot.h"

const struct sw_plot_kind plot_scatter = { "scatter", "a point for each row", "-x, -y",
    SW_PLOT_X | SW_PLOT_Y | SW_PLOT_BY | SW_PLOT_LOG_X | SW_PLOT_LOG_Y | SW_PLOT_PANEL, SW_PLOT_X | SW_PLOT_Y, 720, 432,
    pareto_wants, NULL, pareto_draw };
