/* SPDX-License-Identifier: GPL-3.0-or-later */
/* validate.c - see validate.h. */
#include "tools/replay/backtest.h"
#include "tools/replay/validate.h"

static int validate_one(struct sw_cli *cli, const struct as_given *given, const char *file, struct sw_out *out,
                        uint64_t *n_untold, struct sw_err *err)
{
    struct backtest *b = backtest_new(cli, cli->config, given, file);
    if (!b)
        return sw_err_memory(err);
    int status = backtest_run(b, file, err);
    b->row.note = b->log.note;
    if (status == SW_OK)
        compare_put(&b->row, out);
    *n_untold += b->row.n_compared == 0;
    backtest_free(b);
    return status;
}

int validate_run(struct sw_cli *cli, struct sw_err *err)
{
    const struct as_given given = setup_given(cli->config);
    struct sw_out *out;
    uint64_t n_untold = 0;
    int status = sw_cli_open(cli, &out, cli->output, err);
    if (status != SW_OK)
        return SW_FAIL;
    compare_header(out);
    for (size_t i = 0; i < cli->n_files && status == SW_OK; i++)
        status = validate_one(cli, &given, cli->files[i], out, &n_untold, err);
    if (status != SW_OK) {
        sw_out_abandon(out);
        return SW_FAIL;
    }
    if (sw_out_close(out, err) != SW_OK)
        return SW_FAIL;
    return n_untold == 0 ? SW_OK
                         : sw_err_set(err, "--validate: %llu of %zu logs cannot tell (their note says why)",
                                      (unsigned long long)n_untold, cli->n_files);
}
