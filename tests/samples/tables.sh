#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tables.sh - the tables of docs/validation.md that rest on published samples are what their commands come to. Run only where the samples are.
S=${SAMPLES:-} exec "$(dirname "$0")/../../docs/validation.sh" -q samples
