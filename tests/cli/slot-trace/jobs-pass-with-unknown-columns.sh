# SPDX-License-Identifier: GPL-3.0-or-later
# Rows pass as they stand; a column in no schema is carried through, known ones come in the schema's order.
printf 'note,submit_s,job_id,map_s,maps\nhello,0,a,1.50,2\n"x,y",1.25,b,1,1\n' | slot-trace
