/* SPDX-License-Identifier: GPL-3.0-or-later */
/* foreign.c - what a file is that was given for CSV and is none, told by its first bytes.
 *
 * The importers in lib/trace have closer looks of their own. Here a name for the message is all that is wanted.
 * Order matters: what is told surely stands before what is guessed from a separator. */
#include <string.h>
#include "lib/csv/sw_bytes.h"
#include "lib/csv/text.h"

static bool holds(const char *at, size_t n, const char *what)
{
    return memmem(at, n, what, strlen(what));
}

static size_t first_line(const char *at, size_t n)
{
    const char *end = n > 0 ? memchr(at, '\n', n) : NULL;
    return end ? (size_t)(end - at) : n;
}

/* ---- text of another encoding ------------------------------------------------------------------ */

/* Without a mark: every other byte of the first eight is a NUL, as in ASCII text. */
static bool is_utf16(const char *at, size_t n)
{
    if (bytes_begin(at, n, "\xff\xfe") || bytes_begin(at, n, "\xfe\xff"))
        return true;
    for (size_t nul = 0; nul < 2 && n >= 8; nul++) {
        size_t i = 0;
        while (i < 8 && (at[i] == '\0') == (i % 2 == nul))
            i++;
        if (i == 8)
            return true;
    }
    return false;
}

/* ---- logs and other formats -------------------------------------------------------------------- */

/* Told by the bracket and what stands behind it. One brace may begin a field of CSV. */
static bool is_json(const char *at, size_t n)
{
    size_t i = 1;
    if (n == 0 || (*at != '{' && *at != '['))
        return false;
    while (i < n && at[i] != '\0' && strchr(" \t\r\n", at[i]))
        i++;
    return i < n && at[i] != '\0' && strchr(*at == '{' ? "\"}" : "{[]\"", at[i]);
}

/* For JSON and for YAML. */
static const char of_kubernetes[] = "objects of Kubernetes: slot-trace reads jobs of them, and pools (--record=pools)";

/* NULL: of no log that is known here. */
static const char *json_name(const char *at, size_t n)
{
    if (holds(at, first_line(at, n), "\"Event\":"))
        return "a Spark event log: slot-trace reads it";
    if (holds(at, n, "\"apps\"") && holds(at, n, "\"app\""))
        return "applications of YARN's ResourceManager: slot-trace reads it";
    if (holds(at, n, "\"jobID\"") || holds(at, n, "\"mapTasks\""))
        return "a job trace of Rumen: slot-trace reads it";
    if (holds(at, n, "\"job.start.ms\"") || holds(at, n, "\"job.tasks\"") || holds(at, n, "\"am.type\""))
        return "jobs of YARN's load simulator: slot-trace reads them";
    if (holds(at, n, "\"apiVersion\"") && holds(at, n, "\"kind\""))
        return of_kubernetes;
    return NULL;
}

/* Of logs that are known here the lines are events, not rows. */
bool sw_bytes_are_json_lines(const char *at, size_t n)
{
    return n > 0 && *at == '{' && is_json(at, n) && !json_name(at, n);
}

/* ---- CSV with other separators ----------------------------------------------------------------- */

/* In the header, outside quotes. */
static bool separated_by(char separator, const char *at, size_t n)
{
    bool quoted = false, any = false;
    for (size_t i = 0; i < n; i++) {
        /* A comma outside of quotes: then it is CSV, whatever else separates. */
        quoted ^= at[i] == '"';
        if (at[i] == ',' && !quoted)
            return false;
        any |= at[i] == separator && !quoted && i > 0 && i + 1 < n;
    }
    return any;
}

const char *sw_bytes_foreign(const char *at, size_t n)
{
    size_t line = first_line(at, n);
    if (is_utf16(at, n))
        return "UTF-16 text: convert it to UTF-8 first (iconv -f UTF-16 -t UTF-8)";
    if (is_json(at, n)) {
        const char *name = json_name(at, n);
        return name        ? name
               : *at == '[' ? "a JSON array, where CSV or JSON lines are expected (jq -c '.[]' makes lines of it)"
                            : "JSON of no log that is known here, where CSV or JSON lines are expected";
    }
    if (bytes_begin(at, n, "Avro-Json\n") || bytes_begin(at, n, "Meta VERSION=") || bytes_begin(at, n, "Job JOBID="))
        return "a job history of Hadoop: slot-trace reads it";
    if ((holds(at, line, "JobID|") && separated_by('|', at, line))
        || (bytes_begin(at, n, "JobId=") && holds(at, line, " JobState=")))
        return "accounting of Slurm: slot-trace reads it";
    if (bytes_begin(at, n, "<?xml") || bytes_begin(at, n, "<configuration") || bytes_begin(at, n, "<allocations"))
        return "XML, where CSV is expected (slot-trace --record=pools reads configurations)";
    if (bytes_begin(at, n, "apiVersion:") || holds(at, n, "\napiVersion:"))
        return of_kubernetes;
    if (bytes_begin(at, n, ";"))
        return "begins like a log in the Standard Workload Format: slot-trace reads such logs";
    if (separated_by('\t', at, line))
        return "fields are separated by tabs, not by commas";
    return separated_by(';', at, line) ? "fields are separated by semicolons, not by commas" : NULL;
}
