/* SPDX-License-Identifier: GPL-3.0-or-later */
package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Main FAMILIES N SEED MOST PHASES FOLDER: N workloads of each family, of at most so many tasks, each with its launches and kills. */
public final class Main {
    private Main() { }

    /* Of so many nodes, when each makes its first heartbeat, in microseconds: lines of a number of nodes and these. */
    private static Map<Integer, long[]> phases(Path file) throws Exception {
        Map<Integer, long[]> of = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] word = line.trim().split(" ");
            long[] phase = new long[word.length - 1];
            for (int i = 0; i < phase.length; i++)
                phase[i] = Math.round(Double.parseDouble(word[i + 1]) * Workload.US);
            of.put(Integer.parseInt(word[0]), phase);
        }
        return of;
    }

    public static void main(String[] a) throws Exception {
        int n = Integer.parseInt(a[1]), seed = Integer.parseInt(a[2]), most = Integer.parseInt(a[3]), failed = 0;
        Map<Integer, long[]> phases = phases(Path.of(a[4]));
        for (String family : a[0].split(","))
            for (int i = 0, at = seed; i < n; at++) {
                Workload w = new Workload(family, at, phases);
                if (w.tasks() > most)
                    continue;
                Path folder = Path.of(a[5]).resolve(family).resolve("" + at);
                List<String> launches = new ArrayList<>(), kills = new ArrayList<>();
                try {
                    new VirtualYarn(w, launches, kills).run();
                } catch (Exception e) {
                    System.err.println(family + "/" + at + ": " + e);
                    failed++;
                }
                if (w.kills && kills.isEmpty())
                    continue;
                i++;
                w.write(folder, launches, kills);
            }
        System.exit(failed > 0 ? 1 : 0);
    }
}
