/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xml.c - the configuration of a scheduler in place of a pools file. lib/trace/config reads the configuration;
 * slot-fair goes on as with a pools file. */
#include <math.h>
#include <string.h>
#include <unistd.h>
#include "lib/csv/sw_bytes.h"
#include "tools/fair/fair.h"

/* 1: the first letter that is no blank, nor of a byte order mark, is "<". -1: failed. */
static int is_xml(const char *path, struct sw_err *err)
{
    struct sw_bytes *in;
    const char *at;
    size_t n, i = 0;
    if (strcmp(path, "-") == 0)
        return 0; /* cannot be read twice */
    if (sw_bytes_open(&in, path, err) != SW_OK)
        return -1;
    int status = sw_bytes_peek(in, &at, 4096, &n, err) == SW_OK ? 0 : -1;
    while (status == 0 && i < n && at[i] != '\0' && strchr(" \t\r\n\xef\xbb\xbf", at[i]))
        i++;
    if (status == 0)
        status = i < n && at[i] == '<';
    sw_bytes_close(in);
    return status;
}

/* What the configuration says that pools cannot hold is told. */
static int config_to_pools(const struct sw_cli *cli, struct sw_config *c, const char *path, const char *pools,
                           struct sw_err *err)
{
    struct sw_out *out;
    if (sw_config_read(c, path, SW_CONFIG_AUTO, err) != SW_OK || sw_out_open(&out, pools, err) != SW_OK)
        return SW_FAIL;
    int status = sw_config_put_pools(c, NULL, out, err);
    for (size_t i = 0; status == SW_OK && i < sw_config_n_notes(c); i++)
        sw_cli_warn(cli, "%s", sw_config_note(c, i).text);
    return sw_out_end(out, status, err);
}

/* The pools are written to a file and read back, as between two programs. */
int xml_to_pools(const struct sw_cli *cli, const char *path, double slots, bool with_default,
                 char pools[SW_NAMELESS_MAX], int *fd, enum sw_config_dialect *of, struct sw_err *err)
{
    struct sw_config_rules rules = SW_CONFIG_RULES_DEFAULT;
    struct sw_config *c = NULL;
    int xml = is_xml(path, err);
    if (xml != 1)
        return xml;
    if (sw_out_nameless(fd, pools, err) != SW_OK)
        return -1;
    /* 0: not known; only percentages need it. */
    rules.total_slots = isnan(slots) ? 0 : (uint64_t)slots;
    rules.with_default = with_default;
    int status = sw_config_new(&c, &rules, err) == SW_OK ? config_to_pools(cli, c, path, pools, err) : SW_FAIL;
    if (status == SW_OK)
        *of = sw_config_of_pools(c);
    sw_config_free(c);
    if (status == SW_OK)
        return 1;
    close(*fd);
    return -1;
}
