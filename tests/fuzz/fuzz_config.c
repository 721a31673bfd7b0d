/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz_config.c - any bytes as a configuration file or a topology: refused with a reason, or the pools made of it can
 * be read.
 *
 * The first byte chooses the dialect. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "lib/trace/config/sw_config.h"
#include "lib/trace/import/sw_importer.h"
#include "slotwise/sw_import.h"

static int in_memory(char path[64], const uint8_t *data, size_t size)
{
    int fd = memfd_create("fuzz", 0);
    if (fd < 0 || write(fd, data, size) != (ssize_t)size)
        abort();
    snprintf(path, 64, "/proc/self/fd/%d", fd);
    return fd;
}

static void refused(const struct sw_err *err)
{
    if (err->text[0] == '\0')
        abort();
}

static void read_pools(const char *path)
{
    struct sw_err err;
    struct sw_csv *in;
    struct sw_pool_row row;
    int got;
    if (sw_csv_open(&in, path, &err) != SW_OK || sw_csv_bind(in, &sw_schema_pools, &err) != SW_OK)
        abort();
    while ((got = sw_csv_read(in, &row, &err)) == 1)
        continue;
    if (got < 0)
        abort();
    sw_csv_close(in);
}

static void write_all(struct sw_config *c)
{
    struct sw_err err;
    struct sw_out *out;
    char to[] = "/tmp/slotwise-fuzz-XXXXXX";
    int fd = mkstemp(to);
    if (fd < 0 || sw_out_open(&out, to, &err) != SW_OK)
        abort();
    if (sw_config_put_pools(c, NULL, out, &err) == SW_OK) {
        if (sw_out_close(out, &err) != SW_OK)
            abort();
        read_pools(to);
    } else {
        refused(&err);
        sw_out_abandon(out);
    }
    if (sw_out_open(&out, to, &err) != SW_OK)
        abort();
    if (sw_config_put_options(c, out, &err) != SW_OK)
        refused(&err);
    sw_out_abandon(out);
    unlink(to);
    close(fd);
}

/* Placement rules give a user a queue, or say why not. */
static void place_some(struct sw_config *c)
{
    static const char *const users[] = { "joe", "eve.b", "", "%user" };
    for (size_t i = 0; sw_config_places(c) && i < 8; i++) {
        struct sw_text user = { users[i / 2], strlen(users[i / 2]) };
        struct sw_text queue = { i % 2 ? "default" : "etl", i % 2 ? 7 : 3 };
        struct sw_err err;
        if (sw_config_place(c, user, &queue, &err) != SW_OK)
            refused(&err);
        else if (queue.len == 0)
            abort();
    }
}

static void as_config(const char *path, enum sw_config_dialect dialect)
{
    struct sw_config_rules rules = SW_CONFIG_RULES_DEFAULT;
    struct sw_config *c;
    struct sw_err err;
    if (sw_config_new(&c, &rules, &err) != SW_OK)
        abort();
    if (sw_config_read(c, path, dialect, &err) == SW_OK) {
        place_some(c);
        write_all(c);
    } else
        refused(&err);
    sw_config_free(c);
}

/* Whatever a value is, it is a finding and ends nothing. */
static void as_lint(const char *path)
{
    static const char *const pools[] = { "etl", "root.web" };
    static const uint64_t n_jobs[] = { 1, 2 };
    struct sw_config_log log = { "log", 2, pools, n_jobs, 3, 2.5 };
    struct sw_config_rules rules = SW_CONFIG_RULES_DEFAULT;
    struct sw_config *c;
    struct sw_err err;
    rules.go_on = true;
    if (sw_config_new(&c, &rules, &err) != SW_OK)
        abort();
    if (sw_config_read(c, path, SW_CONFIG_AUTO, &err) != SW_OK || sw_config_lint(c, &log, &err) != SW_OK)
        refused(&err);
    for (size_t i = 0; i < sw_config_n_notes(c); i++) {
        struct sw_config_note note = sw_config_note(c, i);
        if (note.text[0] == '\0' || note.place_len > strlen(note.text))
            abort();
    }
    sw_config_free(c);
}

static void write_topology(struct sw_hosts *hosts)
{
    struct sw_slots_given slots[] = { { 2, 1, 0 }, { 0, 0, 3 } };
    struct sw_err err;
    struct sw_out *out;
    size_t n_racks;
    if (sw_hosts_own_racks(hosts, &err) != SW_OK || sw_out_open(&out, "/dev/null", &err) != SW_OK)
        abort();
    for (int i = 0; i < 2; i++)
        sw_hosts_put_cluster(hosts, &slots[i], NULL, out);
    sw_hosts_put_sls(hosts, NULL, out);
    if (sw_hosts_n(hosts, &n_racks) < n_racks)
        abort();
    sw_out_abandon(out);
}

static void as_topology(const char *path)
{
    struct sw_hosts *hosts;
    struct sw_err err;
    if (sw_hosts_new(&hosts, &err) != SW_OK)
        abort();
    if (sw_hosts_read(hosts, path, &err) == SW_OK)
        write_topology(hosts);
    else
        refused(&err);
    sw_hosts_free(hosts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    if (size < 1)
        return 0;
    int fd = in_memory(path, data + 1, size - 1);
    as_config(path, (enum sw_config_dialect)(data[0] % (SW_CONFIG_PROPERTIES + 1)));
    as_lint(path);
    as_topology(path);
    close(fd);
    return 0;
}
