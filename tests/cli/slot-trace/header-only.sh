# SPDX-License-Identifier: GPL-3.0-or-later
echo job_id,submit_s,maps,map_s | slot-trace
echo job_id,submit_s,maps,map_s | slot-trace --info
