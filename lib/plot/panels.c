/* SPDX-License-Identifier: GPL-3.0-or-later */
/* panels.c - figures side by side with the same axes. */
#include "plot.h"

enum { LEFT_PX = 70, RIGHT_PX = 14, GAP_PX = 22, TITLE_PX = 30, KEY_PX = 34, LABEL_PX = 52, PANEL_PX = 190 };

struct panels panels_make(const struct sw_plot *p, size_t n, const struct column *places, bool key)
{
    size_t across = n < 4 ? n : n == 4 ? 2 : 3, down = (n + across - 1) / across;
    double width_px = plot_width_px(p), place_px = (width_px - LEFT_PX - RIGHT_PX) / (double)across - GAP_PX;
    double tics_px = category_tics_px(places, place_px);
    struct panels pn = { n, across, down, width_px, 0, tics_px, place_px, places, key };
    pn.height_px = (p->spec->title ? TITLE_PX : 0) + (key ? KEY_PX : 0) + (double)down * (PANEL_PX + TITLE_PX) +
                   tics_px + LABEL_PX;
    if (p->spec->height_px > 0)
        pn.height_px = p->spec->height_px;
    return pn;
}

void script_panels_begin(struct sw_plot *p, const struct panels *pn)
{
    double above_px = (p->spec->title ? TITLE_PX : 0) + (pn->key ? KEY_PX : 0) + TITLE_PX;
    sw_out_printf(p->out, "set multiplot layout %zu,%zu margins %.4f,%.4f,%.4f,%.4f spacing %.4f,%.4f",
                  pn->down, pn->across,
                  LEFT_PX / pn->width_px, 1 - RIGHT_PX / pn->width_px, (pn->tics_px + LABEL_PX) / pn->height_px,
                  1 - above_px / pn->height_px, GAP_PX / pn->width_px, (TITLE_PX + GAP_PX / 2) / pn->height_px);
    if (p->spec->title != NULL) {
        sw_out_printf(p->out, " title ");
        script_quoted(p->out, p->spec->title);
    }
    sw_out_printf(p->out, "\n");
    if (pn->key)
        sw_out_printf(p->out, "set key at screen 0.5,%.4f center top vertical maxrows 1\n",
                      1 - (p->spec->title ? TITLE_PX : 4) / pn->height_px);
    else
        sw_out_printf(p->out, "unset key\n");
}

void script_panel(struct sw_plot *p, const struct panels *pn, size_t i, const char *title, const char *xcolumn,
                  const char *ycolumn)
{
    sw_out_printf(p->out, "set title ");
    script_quoted(p->out, title);
    sw_out_printf(p->out, " offset 0,-0.4\n");
    if (i % pn->across == 0)
        script_axis(p, 'y', p->spec->ylabel, ycolumn);
    sw_out_printf(p->out, i % pn->across == 0 ? "set format y '%%h'\n" : "set ylabel ''\nset format y ''\n");
    if (i + pn->across >= pn->n)
        script_axis(p, 'x', p->spec->xlabel, xcolumn);
    else
        sw_out_printf(p->out, "set xlabel ''\n");
    if (i + pn->across >= pn->n)
        script_category_tics(p, pn->places, pn->place_px);
    else
        sw_out_printf(p->out, "set xtics 0,1 norotate format ''\n");
}

void script_panels_end(struct sw_plot *p) { sw_out_printf(p->out, "unset multiplot\n"); }
