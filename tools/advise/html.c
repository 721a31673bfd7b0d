/* SPDX-License-Identifier: GPL-3.0-or-later */
/* html.c - pages as HTML: a file without scripts, fonts or links. On a narrow screen tables scroll and bars shrink. */
#include <string.h>
#include "lib/base/sw_shown.h"
#include "tools/advise/sheet.h"

/* Names come from logs: markup in them is text, and control characters are nothing. */
void html_put_escaped(struct sw_out *out, const char *text)
{
    for (size_t n; *text != '\0'; text += n > 0 ? n : 1) {
        n = sw_shown_length(text, strnlen(text, 4));
        switch (*text) {
        case ' ': sw_out_printf(out, text[1] == '%' ? "&nbsp;" : " "); break;
        case '<': sw_out_printf(out, "&lt;"); break;
        case '>': sw_out_printf(out, "&gt;"); break;
        case '&': sw_out_printf(out, "&amp;"); break;
        case '"': sw_out_printf(out, "&quot;"); break;
        case '\'': sw_out_printf(out, "&#39;"); break;
        default:
            if (n > 0 && !sw_shown_is_control(text, n) && !sw_shown_turns(text, n))
                sw_out_bytes(out, text, n);
        }
    }
}

/* class "" is none. The text is escaped; name and class are the program's own. */
void html_put_element(struct sw_out *out, const char *name, const char *class, const char *text)
{
    sw_out_printf(out, *class != '\0' ? "<%s class=\"%s\">" : "<%s>", name, class);
    html_put_escaped(out, text);
    sw_out_printf(out, "</%s>\n", name);
}

/* Once at the beginning of the file: each page that follows is a row of elements. */
void html_put_head(struct sw_out *out)
{
    sw_out_printf(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>slot-advise</title>\n<style>\n"
        "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:1rem auto;padding:0 1rem;color:#1b1b1b;"
        "background:#fff}\n"
        "h1{font-size:1.15rem;overflow-wrap:anywhere}h2{font-size:1rem;margin:1.4rem 0 .2rem}p{margin:.2rem 0;"
        "overflow-wrap:anywhere}\n"
        ".answer{border-left:.3rem solid #1f6f8b;padding:.4rem .8rem;background:#eef5f8;font-size:1.1rem}\n"
        ".wide{overflow-x:auto}\n"
        "pre{background:#f4f4f4;padding:.5rem;font-size:.8rem;white-space:pre-wrap;overflow-wrap:anywhere}\n"
        "table{border-collapse:collapse;font-size:.85rem}th,td{padding:.15rem .5rem;text-align:right;"
        "border-bottom:1px solid #ddd}tbody th{text-align:left}td:nth-child(2){white-space:nowrap}"
        "thead th{vertical-align:bottom;font-weight:600}tr.chosen{background:#eef5f8}\n"
        "figure{margin:1rem 0}svg{width:100%%;max-width:34rem;height:auto;font-size:14px}\n"
        "rect.better{fill:#7fb3c8}rect.worse{fill:#d9a48f}\n"
        "rect.chosen{fill:#1f6f8b}path{stroke:#1b1b1b;stroke-width:2}\n"
        "figcaption{font-size:.85rem;color:#555}\n"
        "</style></head><body>\n");
}

void html_put_foot(struct sw_out *out) { sw_out_printf(out, "</body></html>\n"); }
