/* SPDX-License-Identifier: GPL-3.0-or-later */
package org.apache.spark.scheduler;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A random small workload of a family, a function of its seed: executors, jobs with their stages and tasks, pools and settings. It is
 * written as a cluster, a trace, pools and options of slot-replay.
 */
final class Workload {
    static final long US = 1_000_000;
    /** What each family adds to what all draw. */
    static final String[] FAMILIES = {
        "plain",        // waits of 3 s
        "waits",        // waits of their own for each level
        "racks",        // up to three racks
        "nopref",       // tasks without preference
        "legacy",       // legacyResetOnTaskLaunch
        "process",      // several executors on a host, tasks that prefer one
        "fair",         // FAIR with a file, in which a pool may be missing
        "nofile",       // FAIR without one
        "weight0",      // pools of weight 0
        "dag",          // stages with parents
        "roots",        // several stages without parents
        "wait0",        // waits of 0
        "cpus2",        // spark.task.cpus 2
        "gpu",          // GPUs of executors and tasks
        "arrive",       // executors that come
        "procarrive",   // to hosts that have others
        "leave",        // executors that are lost
        "outside",      // tasks that prefer hosts without executors
        "busy",         // twice to five times as much work as fits
        "ties",         // whole seconds
        "msclock",      // Spark's clock of milliseconds
        "mixed",        // several of these
    };

    static final class Exec {
        String id, host, rack;
        int cores, slots, gpus;
        long from, to = -1;
    }

    static final class Task {
        long duration;
        final List<String> wishes = new ArrayList<>();
    }

    static final class Stage {
        Job job;
        int id, left;
        final List<Stage> parents = new ArrayList<>();
        final List<Task> tasks = new ArrayList<>();
        boolean on, done;
    }

    static final class Job {
        int number, left;
        String pool;
        long submit, think;
        Job after;
        final List<Stage> stages = new ArrayList<>();

        String id() {
            return "app/" + number;
        }
    }

    static final class Pool {
        boolean fair;
        int weight = 1, minimum;
    }

    final String family;
    final long seed;                                    // of the replay
    final List<Exec> execs = new ArrayList<>();
    final List<Job> jobs = new ArrayList<>();
    final Map<String, Pool> pools = new TreeMap<>();    // of the file
    final Map<String, String> settings = new LinkedHashMap<>(), ofContext = new TreeMap<>();
    final long[] wait = new long[3];                    // process, node, rack; microseconds
    final int penaltyRack, penaltyOff;
    boolean fair, legacy, racks;
    int taskCpus = 1;
    long clockDivisor = 1;                              // Spark's clock counts so many microseconds

    private final Random random;
    private final List<String> hosts = new ArrayList<>();
    private int perHost = 1, nStages;
    private double noPreference, mean;
    private boolean hot, byExecutor;
    private int replicas;

    Workload(String family, int number) {
        this.family = family;
        random = new Random((family + "/" + number).hashCode() * 31L + number);
        random.nextInt();
        seed = 1 + random.nextInt(1_000_000);
        drawExecutors();
        drawSettings();
        drawJobs();
        int[] penalty = choice(new int[] { 1, 1 }, new int[] { 1, 2 }, new int[] { 2, 4 });
        penaltyRack = penalty[0];
        penaltyOff = penalty[1];
    }

    int tasks() {
        return jobs.stream().flatMap(j -> j.stages.stream()).mapToInt(s -> s.tasks.size()).sum();
    }

    /* ---- drawing ---- */

    private boolean is(String... families) {
        return List.of(families).contains(family);
    }

    @SafeVarargs
    private <X> X choice(X... of) {
        return of[random.nextInt(of.length)];
    }

    private boolean chance(double p) {
        return random.nextDouble() < p;
    }

    private void drawExecutors() {
        int nHosts = choice(2, 3, 4, 6, 10, 20);
        int nRacks = is("racks", "legacy", "mixed", "process", "wait0", "arrive", "procarrive", "outside", "leave")
            ? choice(0, 1, 2, 3) : choice(0, 0, 2);
        nRacks = Math.min(nRacks, nHosts);
        racks = nRacks > 0;
        taskCpus = is("cpus2") ? 2 : 1;
        byExecutor = is("process", "procarrive", "mixed");
        perHost = byExecutor ? choice(1, 2, 3) : 1;
        int same = chance(.5) ? choice(1, 2, 4, 8) : 0, gpus = choice(1, 2, 4);
        String amount = gpus > 1 ? choice("0.25", "0.5", "1", "2") : choice("0.25", "0.5", "1");
        for (int h = 0; h < nHosts; h++) {
            hosts.add("h" + h);
            for (int k = 0, n = is("mixed") ? choice(1, perHost) : perHost; k < n; k++) {
                Exec e = new Exec();
                e.host = "h" + h;
                e.id = perHost > 1 ? e.host + "/" + k : e.host;
                e.rack = racks ? "r" + h * nRacks / nHosts : null;
                e.cores = (same > 0 ? same : choice(1, 2, 4, 8)) * taskCpus + (taskCpus > 1 ? choice(0, 1) : 0);
                if (is("gpu")) {
                    e.cores = Math.max(4, e.cores);
                    e.gpus = gpus;
                }
                e.slots = is("gpu") ? Math.min(e.cores, (int) (gpus / Double.parseDouble(amount))) : e.cores / taskCpus;
                if (is("arrive", "mixed", "procarrive") && !execs.isEmpty() && chance(.4))
                    e.from = 1 + random.nextInt((int) (20 * US));
                if (is("leave") && !execs.isEmpty() && chance(.4))
                    e.to = 1 + random.nextInt((int) (20 * US));
                execs.add(e);
            }
        }
        if (is("gpu")) {
            ofContext.put("spark.executor.resource.gpu.amount", "" + gpus);
            ofContext.put("spark.task.resource.gpu.amount", amount);
            ofContext.put("spark.executor.cores", "4");
        }
        if (taskCpus > 1)
            ofContext.put("spark.task.cpus", "" + taskCpus);
        if (is("outside") || (is("mixed") && chance(.4)))
            for (int i = 0; i < Math.max(1, nHosts / 2); i++)
                hosts.add("x" + i);
    }

    private long drawWait() {
        return (long) (choice(0., .1, .5, 1., 3., 3., 3., 10.) * US);
    }

    private void drawSettings() {
        wait[1] = drawWait();
        wait[2] = drawWait();
        if (is("plain"))
            wait[0] = wait[1] = wait[2] = 3 * US;
        if (byExecutor)
            wait[0] = drawWait();
        if (is("wait0")) {
            wait[0] = choice(0, 1) * US;
            wait[1] = choice(0, 0, 2) * US;
            wait[2] = choice(0, 0, 2) * US;
        }
        legacy = is("legacy") || (is("mixed") && chance(.3));
        fair = is("fair", "nofile", "weight0", "roots") || (is("mixed") && chance(.5));
        int nPools = is("weight0") ? 3 : choice(1, 2, 4);
        for (int i = 0; i < nPools && fair && !is("nofile"); i++) {
            Pool p = new Pool();
            p.fair = is("weight0") || chance(.5);
            p.weight = is("weight0") ? choice(0, 0, 1) : choice(1, 1, 2, 3, 5);
            p.minimum = is("weight0") ? 0 : choice(0, 0, 1, 2, 5);
            pools.put("p" + i, p);
        }
        if (is("msclock"))
            clockDivisor = 1000;
        String[] levels = { "process", "node", "rack" };
        for (int i = 0; i < 3; i++) // Spark reads milliseconds; its clock counts others
            settings.put("spark.locality.wait." + levels[i], wait[i] / clockDivisor + "ms");
        settings.put("spark.scheduler.mode", fair ? "FAIR" : "FIFO");
        if (legacy)
            settings.put("spark.locality.wait.legacyResetOnTaskLaunch", "true");
        noPreference = is("nopref") ? choice(.2, .5, .8) : is("mixed") ? choice(0., .3) : 0;
        replicas = choice(1, 1, 2, 3);
        hot = chance(.4);
    }

    private List<String> drawWishes() {
        List<String> from = hot && chance(.7) ? hosts.subList(0, Math.max(1, hosts.size() / 3)) : hosts;
        List<String> some = new ArrayList<>(from), wishes = new ArrayList<>();
        if (chance(noPreference))
            return wishes;
        Collections.shuffle(some, random);
        for (String host : some.subList(0, Math.min(replicas, some.size()))) {
            List<String> there = new ArrayList<>();
            for (Exec e : execs)
                if (e.host.equals(host))
                    there.add(e.id);
            wishes.add(byExecutor && perHost > 1 && !there.isEmpty() && chance(.5) ? there.get(random.nextInt(there.size())) : host);
        }
        return wishes;
    }

    private Stage addStage(Job job, int n, boolean prefers, Stage... parents) {
        Stage s = new Stage();
        s.job = job;
        s.id = nStages++;
        s.parents.addAll(List.of(parents));
        for (int i = 0; i < n; i++) {
            Task t = new Task();
            t.duration = is("ties") ? choice(1, 2, 3) * US : Math.max(1, Math.round((.3 + 1.4 * random.nextDouble()) * mean * US));
            if (prefers)
                t.wishes.addAll(drawWishes());
            s.tasks.add(t);
        }
        job.stages.add(s);
        return s;
    }

    private void drawJobs() {
        int nJobs = choice(1, 2, 4, 8, 15), nTasks = choice(1, 3, 8, 20, 50), slots = execs.stream().mapToInt(e -> e.slots).sum();
        mean = choice(.05, .3, 1., 3., 8.);
        double load = is("busy") ? choice(2., 5.) : choice(.3, .7, .95, 1.5), gap = nTasks * mean / (slots * load);
        String shape = is("roots") ? "roots" : is("dag", "mixed", "fair", "nofile") ? choice("one", "two", "diamond", "chain")
            : choice("one", "one", "two");
        List<String> names = new ArrayList<>(pools.keySet());
        if (is("nofile"))
            names = choice(List.of("default"), List.of("a", "b", "default"));
        else if (!pools.isEmpty() && chance(.3))
            names.add("other");
        double at = .000001 + 1.5 * random.nextDouble();
        for (int j = 0; j < nJobs; j++) {
            Job job = new Job();
            job.number = j;
            job.submit = is("ties") ? ((long) at + 1) * US : Math.round(at * US);
            job.pool = names.isEmpty() ? null : names.get(random.nextInt(names.size()));
            int n = is("fair", "mixed", "dag") ? Math.max(1, (int) (nTasks * choice(.3, 1., 1., 2.))) : nTasks;
            Stage first = addStage(job, n, true);
            switch (shape) {
            case "two": addStage(job, Math.max(1, n / 3), chance(.5), first); break;
            case "diamond": addStage(job, 2, chance(.5), first, addStage(job, Math.max(1, n / 2), true)); break;
            case "roots": addStage(job, n, true); addStage(job, n, true); break;
            case "chain": for (int k = 0; k < 3; k++) first = addStage(job, choice(1, n), chance(.7), first); break;
            default: break;
            }
            Job last = j > 0 ? jobs.get(j - 1) : null;
            if (is("mixed") && last != null && last.after == null && chance(.3)) {
                job.after = last;
                job.think = random.nextInt((int) (2 * US));
            }
            job.left = job.stages.size();
            jobs.add(job);
            at -= Math.log(1 - random.nextDouble()) * gap;
        }
    }

    /* ---- writing ---- */

    static String seconds(long us) {
        String s = us / US + "." + String.format("%06d", us % US);
        return s.replaceAll("\\.?0+$", "");
    }

    private static PrintWriter open(Path folder, String name) throws IOException {
        return new PrintWriter(Files.newBufferedWriter(folder.resolve(name)));
    }

    /** fairscheduler.xml, which Spark reads. */
    void writeAllocations(Path file) throws IOException {
        try (PrintWriter to = new PrintWriter(Files.newBufferedWriter(file))) {
            to.println("<?xml version=\"1.0\"?><allocations>");
            pools.forEach((name, p) -> to.printf("<pool name=\"%s\"><schedulingMode>%s</schedulingMode><weight>%d</weight><minShare>%d</minShare></pool>%n",
                name, p.fair ? "FAIR" : "FIFO", p.weight, p.minimum));
            to.println("</allocations>");
        }
    }

    private void writeCluster(Path folder) throws IOException {
        boolean change = execs.stream().anyMatch(e -> e.from > 0 || e.to >= 0);
        try (PrintWriter to = open(folder, "cluster.csv")) {
            to.println("node,rack,slots" + (change ? ",from_s,to_s" : "") + (perHost > 1 ? ",host" : ""));
            for (Exec e : execs) {
                to.print(e.id + "," + (racks ? e.rack : "") + "," + e.slots);
                if (change)
                    to.print("," + (e.from > 0 ? seconds(e.from) : "") + "," + (e.to >= 0 ? seconds(e.to) : ""));
                to.println(perHost > 1 ? "," + e.host : "");
            }
        }
    }

    private void writeTrace(Path folder) throws IOException {
        boolean follow = jobs.stream().anyMatch(j -> j.after != null);
        try (PrintWriter to = open(folder, "trace.csv")) {
            to.println("job_id,submit_s" + (fair ? ",pool" : "") + ",stage,parents,kind,task_id,duration_s,hosts" + (follow ? ",after_job,think_s" : ""));
            for (Job j : jobs) {
                boolean first = true;
                for (Stage s : j.stages)
                    for (int i = 0; i < s.tasks.size(); i++, first = false) {
                        List<String> parents = new ArrayList<>();
                        s.parents.forEach(p -> parents.add("" + p.id));
                        to.print(j.id() + "," + (first && j.after == null ? seconds(j.submit) : "") + (fair ? "," + (j.pool == null ? "" : j.pool) : ""));
                        to.print("," + s.id + "," + String.join("|", parents) + ",task," + i + "," + seconds(s.tasks.get(i).duration));
                        to.print("," + String.join("|", s.tasks.get(i).wishes));
                        to.println(follow ? first && j.after != null ? "," + j.after.id() + "," + seconds(j.think) : ",," : "");
                    }
            }
        }
    }

    /** What slot-replay needs to play the same. */
    void write(Path folder, String release) throws IOException {
        Files.createDirectories(folder);
        writeCluster(folder);
        writeTrace(folder);
        try (PrintWriter to = open(folder, "options")) {
            to.printf("--cluster cluster.csv --placement trace --preset spark-3 --offers spark-%s%s --delay spark:%s,%s,%s --penalty rack=%d,any=%d --seed %d",
                release, legacy ? ",legacy" : "", seconds(wait[0]), seconds(wait[1]), seconds(wait[2]), penaltyRack, penaltyOff, seed);
            to.print(racks ? "" : " --no-rack-level");
            to.println(!fair ? "" : pools.isEmpty() ? " --order hfs" : " --order hfs --pools pools.csv");
        }
        if (pools.isEmpty())
            return;
        try (PrintWriter to = open(folder, "pools.csv")) {
            to.println("pool,policy,weight,min_share");
            pools.forEach((name, p) -> to.println(name + "," + (p.fair ? "fair" : "fifo") + "," + p.weight + "," + p.minimum));
        }
    }
}
