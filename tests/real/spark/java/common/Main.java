/* SPDX-License-Identifier: GPL-3.0-or-later */
package org.apache.spark.scheduler;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;

/** Main RELEASE FAMILIES N SEED MOST FOLDER: N workloads of each family, of at most so many tasks, each with its launches. */
public final class Main {
    static DirectTaskResult<?> result;
    private static SparkContext context;
    private static Map<String, String> contextOf;

    private Main() { }

    /* One for all workloads that agree on what it cannot change. */
    private static SparkContext contextFor(Workload w) {
        if (context != null && contextOf.equals(w.ofContext))
            return context;
        if (context != null) {
            context.stop();
            Release.forgetDag();
        }
        SparkConf conf = new SparkConf(false).setMaster("local[4]").setAppName("v").set("spark.ui.enabled", "false")
            .set("spark.driver.host", "localhost").set("spark.driver.bindAddress", "127.0.0.1").set("spark.starvation.timeout", "1000000s");
        contextOf = new TreeMap<>(w.ofContext);
        contextOf.forEach(conf::set);
        context = new SparkContext(conf);
        result = Release.result();
        return context;
    }

    public static void main(String[] a) throws Exception {
        String release = a[0];
        int n = Integer.parseInt(a[2]), seed = Integer.parseInt(a[3]), most = Integer.parseInt(a[4]), failed = 0;
        Path top = Path.of(a[5]);
        for (String family : a[1].split(","))
            for (int i = 0, at = seed; i < n; at++) {
                Workload w = new Workload(family, at);
                if (w.tasks() > most)
                    continue;
                i++;
                Path folder = top.resolve(family).resolve("" + at);
                w.write(folder, release);
                try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(folder.resolve("launches.csv")))) {
                    new VirtualSpark(contextFor(w), w, out).run(top.resolve("allocations.xml"));
                } catch (RuntimeException e) {
                    System.err.println(family + "/" + at + ": " + e);
                    failed++;
                }
            }
        context.stop();
        System.exit(failed > 0 ? 1 : 0);
    }
}
