/* SPDX-License-Identifier: GPL-3.0-or-later */
package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.NodeId;

/**
 * A random small workload of a family, a function of its number: nodes, queues, jobs and settings. It is written as a cluster, a trace, pools
 * and options of slot-replay, and as an allocation file or properties of Hadoop's.
 */
final class Workload {
    static final long US = 1_000_000, UNTIL_US = 260 * US, WAITS_FOR_EVER_US = 3600 * US;
    /** What each family is about. */
    static final String[] FAMILIES = {
        "fair-order",          // weights, minimum and maximum shares, fair and fifo queues
        "fair-thresholds",     // locality thresholds
        "fair-updates",        // all of these three, the update each 500 ms
        "fair-large",          // both, containers of 2 GB: reservations
        "fair-masters",        // application masters with containers, maxAMShare
        "fair-continuous",     // continuous scheduling
        "fair-preemption",     // timeouts
        "capacity-delay",      // node-locality-delay and rack-locality-additional-delay
        "capacity-queues",     // capacities, maxima, user-limit-factor, fifo and fair queues
        "capacity-users",      // user-limit-factor and minimum-user-limit-percent of six users
        "capacity-masters",    // application masters with containers, maximum-am-resource-percent
        "capacity-preemption", // ProportionalCapacityPreemptionPolicy as shipped
    };

    static final class Node {
        String name, rack;
        int slots;
        long phase;
    }

    static final class Queue {
        String name, policy = "fair";
        double weight = 1;
        int minimum, maximum = -1;
        int capacity, maxCapacity = -1;      // thousandths
        int userLimit = -1, leastUser = 100; // factor, per cent
        double masterShare = -2;             // -2: that of all, -1: no limit
    }

    static final class Task {
        int stage;          // 1: asked for when all of stage 0 have ended
        long duration;
        List<String> hosts = new ArrayList<>();
    }

    static final class Job {
        String id, user;
        Queue queue;
        long submit;
        final List<Task> tasks = new ArrayList<>();
    }

    final List<Node> nodes = new ArrayList<>();
    final List<Queue> queues = new ArrayList<>();
    final List<Job> jobs = new ArrayList<>();
    final Map<String, String> settings = new LinkedHashMap<>();
    final boolean fair, kills, updates, masters;
    double masterShare = -1;
    long masterStarts; // from the launch of a master to its asks
    final int slotMb;
    long delayMs = -1; // continuous scheduling: for the node and the rack
    String timeouts = "";
    final StringBuilder options = new StringBuilder("--cluster cluster.csv --pools pools.csv --placement trace");

    private final String family;
    private final Random random;
    private int slots;

    Workload(String family, int number, Map<Integer, long[]> phases) {
        this.family = family;
        fair = family.startsWith("fair");
        kills = family.endsWith("preemption");
        random = new Random((family + "/" + number).hashCode() * 31L + number);
        random.nextInt();
        updates = is("fair-updates");
        masters = is("fair-masters", "capacity-masters");
        slotMb = is("fair-large") || (updates && random.nextInt(3) == 0) ? 2048 : 1024;
        drawNodes(phases);
        drawQueues();
        drawJobs();
        options.append(fair ? " --preset yarn-fair --over-min keep" : " --preset capacity");
        if (masters && !fair)
            drawMasters();
        if (fair)
            setFair();
        else
            setCapacity();
        if (masters && fair)
            drawMasters();
        if (kills || masters) // a pool may have too small a share for a master
            until(UNTIL_US);
    }

    void until(long us) {
        options.append(" --until ").append(us / US).append('s');
    }

    int tasks() {
        return jobs.stream().mapToInt(j -> j.tasks.size()).sum();
    }

    /* ---- drawing ---- */

    private boolean is(String... families) {
        return List.of(families).contains(family);
    }

    @SafeVarargs
    private <X> X choice(X... of) {
        return of[random.nextInt(of.length)];
    }

    private int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    /* Hadoop goes through its nodes by their hashes where it goes through all: continuous scheduling, preemption. */
    private List<String> inOrder(List<String> names) {
        Map<NodeId, String> of = new HashMap<>();
        names.forEach(name -> of.put(NodeId.newInstance(name, VirtualYarn.PORT), name));
        return new ArrayList<>(of.values());
    }

    private void drawNodes(Map<Integer, long[]> phases) {
        int n = kills ? choice(4, 6, 10, 20) : choice(3, 6, 10, 20, 40), racks = kills ? 1 : Math.min(n, choice(1, 2, 4));
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= n; i++)
            names.add("n" + i);
        for (String name : inOrder(names)) {
            Node node = new Node();
            node.name = name;
            node.rack = "r" + ((Integer.parseInt(name.substring(1)) - 1) * racks / n + 1);
            node.slots = is("fair-preemption") ? 1 : is("capacity-preemption") ? between(1, 3) : choice(1, 2, 4, 6);
            node.phase = phases.get(n)[nodes.size()];
            nodes.add(node);
            slots += node.slots;
        }
    }

    /* FifoCandidatesSelector goes through the leaf queues by the hashes of their paths. */
    private List<String> queueNames(int n) {
        List<String> names = new ArrayList<>();
        Set<String> paths = new HashSet<>();
        for (int i = 0; i < n; i++)
            paths.add("root.q" + i);
        paths.forEach(path -> names.add(path.substring(5)));
        if (!is("capacity-preemption"))
            Collections.sort(names);
        return names;
    }

    private void drawQueues() {
        int n = kills ? between(2, 4) : is("fair-order", "fair-updates", "fair-large", "fair-masters", "capacity-queues", "capacity-masters")
                ? choice(1, 2, 3, 5) : choice(1, 1, 1, 2, 3);
        boolean limits = is("fair-order") || (is("fair-large", "fair-updates", "fair-masters") && random.nextBoolean());
        double[] part = random.doubles(n, 0.5, 2).toArray();
        double sum = 0;
        for (double x : part)
            sum += x;
        int left = 1000;
        List<String> names = queueNames(n);
        for (int i = 0; i < n; i++) {
            Queue q = new Queue();
            q.name = names.get(i);
            q.policy = kills ? fair ? "fair" : "fifo" : fair || is("capacity-queues", "capacity-masters") ? choice("fair", "fair", "fifo") : "fifo";
            q.weight = limits ? choice(1.0, 1.0, 2.0, 3.0, 0.5) : choice(1.0, 1.0, 2.0);
            q.minimum = limits ? choice(0, 0, 2, Math.max(1, slots / 3)) : is("fair-preemption") ? choice(0, 0, Math.max(1, slots / 4)) : 0;
            q.maximum = limits ? choice(-1, -1, Math.max(1, slots / 2)) : -1;
            q.capacity = i == n - 1 ? left : (int) (part[i] / sum * 1000);
            left -= q.capacity;
            if (is("capacity-queues", "capacity-masters")) {
                q.maxCapacity = choice(-1, -1, Math.min(1000, q.capacity * 3 / 2));
                q.userLimit = choice(-1, -1, 1, 2);
            }
            if (is("capacity-users") || (is("capacity-masters") && random.nextBoolean())) {
                q.userLimit = choice(-1, 1, 1, 2);
                q.leastUser = choice(100, 50, 34, 20);
            }
            queues.add(q);
        }
    }

    private void drawMasters() {
        masterShare = fair ? choice(-1.0, 0.5, 0.5, 0.3, 0.75, 1.0) : choice(0.1, 0.1, 0.2, 0.3, 0.5, 1.0);
        masterStarts = between(300, 6000) * 1000L + between(1, 999);
        options.append(" --am-container ").append(seconds(masterStarts)).append('s');
        if (masterShare >= 0)
            options.append(" --am-share ").append(masterShare);
        for (Queue q : queues)
            q.masterShare = fair ? choice(-2.0, -2.0, -1.0, 0.4, 0.2) : choice(-2.0, -2.0, 0.4, 0.15);
    }

    private void drawJobs() {
        int replicas = Math.min(nodes.size(), choice(1, 2, 3)), n = kills ? between(2, 6) : choice(2, 8, 25), most = choice(2, 8, 30);
        double seconds = choice(2, 8, 20), gap = most / 2.0 * seconds / slots / choice(0.5, 0.9, 1.5);
        long at = kills ? 0 : 1;
        for (int j = 0; j < n; j++) {
            Job job = new Job();
            job.id = String.format("j%03d", j);
            job.user = "u" + random.nextInt(is("capacity-users", "capacity-masters") ? 6 : 3);
            job.queue = queues.get(random.nextInt(queues.size()));
            job.submit = at * 1000;
            boolean withoutHosts = kills || random.nextDouble() < (is("fair-order") ? 0.5 : 0.1);
            int tasks = kills ? between(1, 2 * slots) : between(1, most);
            long length = (long) choice(100, 150, 300) * US;
            if (kills) // no end falls on an update or a round
                length += between(1, 400_000);
            for (int i = 0; i < tasks; i++) {
                Task t = new Task();
                t.duration = kills ? length : Math.round((0.4 + 1.2 * random.nextDouble()) * seconds * US);
                List<Node> all = new ArrayList<>(nodes);
                Collections.shuffle(all, random);
                for (int k = 0; k < replicas && !withoutHosts; k++)
                    t.hosts.add(all.get(k).name);
                job.tasks.add(t);
            }
            for (int i = updates ? between(1, 2 * tasks) : tasks; i < tasks; i++)
                job.tasks.get(i).stage = 1;
            jobs.add(job);
            if (kills) // at multiples of the time between updates
                at += 500 * between(1, 60);
            else
                at += (long) (-Math.log(1 - random.nextDouble()) * gap * 1000) + 1;
        }
    }

    /* ---- settings, for both sides ---- */

    private void set(String key, Object value) {
        settings.put(key, String.valueOf(value));
    }

    private void setFair() {
        String fairs = "yarn.scheduler.fair.";
        double[] threshold = { -1, -1 };
        String many = is("fair-order", "fair-thresholds", "fair-updates", "fair-large", "fair-masters") ? choice("1", "1", "half", "3", "all") : "1";
        if (is("fair-thresholds") || (is("fair-large", "fair-updates", "fair-masters") && random.nextBoolean()))
            threshold = choice(new double[] { 0, 0 }, new double[] { 0.1, 0.1 }, new double[] { 0.2, 0.2 }, new double[] { 0.5, 0.5 },
                new double[] { 0.8, 0.8 }, new double[] { 1, 1 }, new double[] { 0.2, 1 }, new double[] { 1, 0.3 }, new double[] { -1, 0.5 });
        set(fairs + "locality.threshold.node", threshold[0]);
        set(fairs + "locality.threshold.rack", threshold[1]);
        set(fairs + "assignmultiple", !many.equals("1"));
        set(fairs + "dynamic.max.assign", many.equals("half"));
        if (!many.equals("1") && !many.equals("half"))
            set(fairs + "max.assign", many.equals("all") ? "-1" : many);
        options.append(" --per-heartbeat ").append(many);
        if (threshold[0] >= 0 && threshold[1] >= 0)
            options.append(" --delay yarn:").append(threshold[0]).append(',').append(threshold[1]);
        if (slotMb > 1024)
            options.append(" --reservable 0.05");
        if (updates)
            options.append(" --update 500ms");
        if (is("fair-continuous")) {
            int[] ms = choice(new int[] { 0, 0 }, new int[] { 500, 500 }, new int[] { 1000, 1000 }, new int[] { 5000, 5000 }, new int[] { 3000, 1000 });
            set(fairs + "continuous-scheduling-enabled", true);
            set(fairs + "locality-delay-node-ms", ms[0]);
            set(fairs + "locality-delay-rack-ms", ms[1]);
            options.append(" --continuous 5ms --delay yarn-time:").append(ms[0]).append("ms,").append(ms[1]).append("ms");
        }
        if (is("fair-preemption"))
            setTimeouts(fairs);
    }

    private void setTimeouts(String fairs) {
        int least = choice(-1, 5, 10, 20), share = choice(5, 10, 15, 30);
        set(fairs + "preemption", true);
        timeouts = "<defaultFairSharePreemptionTimeout>" + share + "</defaultFairSharePreemptionTimeout>";
        if (least > 0)
            timeouts += "<defaultMinSharePreemptionTimeout>" + least + "</defaultMinSharePreemptionTimeout>";
        options.append(" --preempt yarn:").append(least > 0 ? least + "s" : "never").append(',').append(share).append('s');
    }

    private void setCapacity() {
        String top = "yarn.scheduler.capacity.", each = top + "per-node-heartbeat.";
        int delay = kills ? 40 : choice(40, 40, 5, 0), more = is("capacity-delay") ? choice(-1, -1, 0, 10) : -1, off = kills ? 1 : choice(1, 1, 1, 4);
        String many = kills ? "100" : choice("100", "100", "1");
        StringBuilder names = new StringBuilder();
        queues.forEach(q -> names.append(names.length() > 0 ? "," : "").append(q.name));
        set(top + "root.queues", names);
        set(top + "root.capacity", 100);
        set(top + "maximum-am-resource-percent", masters ? masterShare : 1e6);
        set(top + "resource-calculator", "org.apache.hadoop.yarn.util.resource.DefaultResourceCalculator");
        set(top + "node-locality-delay", delay);
        set(top + "rack-locality-additional-delay", more);
        set(each + "maximum-offswitch-assignments", off);
        if (many.equals("1"))
            set(each + "multiple-assignments-enabled", false);
        else
            set(each + "maximum-container-assignments", many);
        for (Queue q : queues) {
            String at = top + "root." + q.name + ".";
            set(at + "capacity", q.capacity / 10.0);
            if (q.maxCapacity >= 0)
                set(at + "maximum-capacity", q.maxCapacity / 10.0);
            set(at + "ordering-policy", q.policy);
            set(at + "minimum-user-limit-percent", q.leastUser);
            set(at + "user-limit-factor", q.userLimit > 0 ? q.userLimit : 100_000);
            if (q.masterShare >= 0)
                set(at + "maximum-am-resource-percent", q.masterShare);
        }
        options.append(" --delay capacity:").append(delay).append(more >= 0 ? "," + more : "").append(" --per-heartbeat ").append(many)
            .append(" --off-switch ").append(off);
        if (kills) {
            set("yarn.resourcemanager.scheduler.monitor.enable", true);
            options.append(" --preempt capacity");
        }
    }

    /** The allocation file of the Fair Scheduler. */
    String allocations() {
        StringBuilder x = new StringBuilder("<?xml version=\"1.0\"?><allocations>").append(timeouts);
        for (Queue q : queues) {
            x.append("<queue name=\"").append(q.name).append("\"><weight>").append(q.weight).append("</weight><schedulingPolicy>")
                .append(q.policy).append("</schedulingPolicy>");
            if (q.minimum > 0)
                x.append("<minResources>").append(q.minimum * slotMb).append(" mb,0 vcores</minResources>");
            if (q.maximum >= 0)
                x.append("<maxResources>").append(q.maximum * slotMb).append(" mb,").append(q.maximum * (masters ? 1 : 1000)).append(" vcores</maxResources>");
            if (masters)
                x.append("<maxAMShare>").append(q.masterShare > -2 ? q.masterShare : masterShare).append("</maxAMShare>");
            x.append("</queue>");
        }
        return x.append("</allocations>").toString();
    }

    /* ---- files ---- */

    static String seconds(long us) {
        String s = String.format("%d.%06d", us / US, us % US);
        return s.replaceAll("0*$", "").replaceAll("\\.$", "");
    }

    private static String or(boolean given, String value) {
        return given ? value : "";
    }

    /* As slot-trace makes them of the files: a maximum is not below the minimum (FSQueue.getMaxShare). */
    private String pools() {
        StringBuilder out = new StringBuilder(fair ? "pool,policy,weight,min_share,max_share"
                                                   : "pool,policy,capacity,max_capacity,user_limit,min_user_limit");
        out.append(or(masters, ",am_share")).append('\n');
        for (Queue q : queues) {
            out.append(q.name).append(',').append(q.policy).append(',');
            if (fair)
                out.append(q.weight).append(',').append(q.minimum).append(',').append(or(q.maximum >= 0, "" + Math.max(q.maximum, q.minimum)));
            else
                out.append(q.capacity / 1000.0).append(',').append(or(q.maxCapacity >= 0, "" + q.maxCapacity / 1000.0)).append(',')
                    .append(or(q.userLimit > 0, "" + q.userLimit)).append(',').append(or(q.leastUser < 100, "" + q.leastUser / 100.0));
            if (masters)
                out.append(',').append(or(q.masterShare > -2, "" + q.masterShare));
            out.append('\n');
        }
        return out.toString();
    }

    private String trace() {
        StringBuilder out = new StringBuilder(kills ? "job_id,submit_s,pool,user,maps,map_s\n"
                                                    : "job_id,submit_s,pool,user," + or(updates, "parents,") + "stage,kind,task_id,duration_s,hosts\n");
        for (Job j : jobs) {
            String of = "," + j.queue.name + "," + j.user + ",";
            if (kills)
                out.append(j.id).append(',').append(seconds(j.submit)).append(of).append(j.tasks.size()).append(',')
                    .append(seconds(j.tasks.get(0).duration)).append('\n');
            else
                for (int i = 0; i < j.tasks.size(); i++)
                    out.append(j.id).append(',').append(or(i == 0, seconds(j.submit))).append(of)
                        .append(or(updates, or(j.tasks.get(i).stage > 0, "0") + ",")).append(j.tasks.get(i).stage).append(",task,").append(i).append(',')
                        .append(seconds(j.tasks.get(i).duration)).append(',').append(String.join("|", j.tasks.get(i).hosts)).append('\n');
        }
        return out.toString();
    }

    private static void put(Path file, String header, List<String> lines) throws IOException {
        Files.writeString(file, header + "\n" + String.join("\n", lines) + (lines.isEmpty() ? "" : "\n"));
    }

    void write(Path folder, List<String> launches, List<String> killed) throws IOException {
        Files.createDirectories(folder);
        List<String> lines = new ArrayList<>();
        nodes.forEach(n -> lines.add(n.name + "," + n.rack + "," + n.slots));
        put(folder.resolve("cluster.csv"), "node,rack,slots", lines);
        Files.writeString(folder.resolve("pools.csv"), pools());
        Files.writeString(folder.resolve("trace.csv"), trace());
        Files.writeString(folder.resolve("options"), options + "\n");
        put(folder.resolve("launches.csv"), kills ? "launch_s,node,job_id" : "launch_s,node,job_id,task_id,locality", launches);
        if (kills)
            put(folder.resolve("kills.csv"), "finish_s,node,job_id", killed);
    }
}
