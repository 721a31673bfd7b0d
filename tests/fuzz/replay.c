/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replay.c - main() for a fuzz target that is built without libFuzzer: runs each file named once.
 *
 *     gcc ... tests/fuzz/fuzz_csv.c tests/fuzz/replay.c libslotwise.a ...; fuzz_csv CORPUS-FILE... */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void replay(const char *name)
{
    static uint8_t data[1 << 20];
    FILE *f = fopen(name, "rb");
    if (!f) {
        perror(name);
        exit(1);
    }
    size_t size = fread(data, 1, sizeof data, f);
    fclose(f);
    LLVMFuzzerTestOneInput(data, size);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) replay(argv[i]);
    printf("%d inputs replayed\n", argc - 1);
    return 0;
}
