/* SPDX-License-Identifier: GPL-3.0-or-later */
package org.apache.spark.scheduler;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskState;
import org.apache.spark.rpc.*;
import org.apache.spark.scheduler.cluster.CoarseGrainedClusterMessages;
import org.apache.spark.scheduler.cluster.CoarseGrainedSchedulerBackend;
import org.apache.spark.util.Clock;
import org.apache.spark.util.SerializableBuffer;
import scala.Option;
import scala.PartialFunction;
import scala.collection.JavaConverters;

/**
 * A workload under Spark's own TaskSchedulerImpl, TaskSetManager, Pool and CoarseGrainedSchedulerBackend, in virtual time.
 *
 * <p>Ours are: the messages, which are queued and handed to the backend's DriverEndpoint one by one; the executors, where a task ends
 * after its time; the DAG scheduler, which submits a stage when its parents are done, one after the other; the getter of results, which
 * are handled after the offers that the ends of the instant made. The clock counts microseconds, so waits are given in thousandths. The
 * shuffle of the executors is slotwise's (rule R9), of those with a free slot, so that launches can be compared one by one.
 */
final class VirtualSpark {
    /** What happens at an instant, in this order; ends by executor and then in order of launch (R5). */
    private enum What { COMES, GOES, END, SUBMIT }

    private static final class Event implements Comparable<Event> {
        final long at, order;
        final What what;
        final Object of;

        Event(long at, What what, long order, Object of) {
            this.at = at;
            this.what = what;
            this.order = order;
            this.of = of;
        }

        @Override public int compareTo(Event other) {
            int c = Long.compare(at, other.at);
            if (c == 0)
                c = what.compareTo(other.what);
            return c != 0 ? c : Long.compare(order, other.order);
        }
    }

    static final class VirtualClock implements Clock {
        long us, divisor = 1;

        @Override public long getTimeMillis() { return us / divisor; }
        public long nanoTime() { // from 3.0 on an override
            return us * 1000;
        }
        @Override public long waitTillTime(long at) { return at; }
    }

    private static final class Run {
        long id;
        Workload.Stage stage;
        Executor on;
        boolean over;
        Object resources;
    }

    private static final class Executor {
        Workload.Exec is;
        int number, free;
        boolean up;
        RpcEndpointRef ref;
    }

    static final String[] SETTINGS = { "spark.scheduler.mode", "spark.scheduler.allocation.file", "spark.locality.wait.process",
        "spark.locality.wait.node", "spark.locality.wait.rack", "spark.locality.wait.legacyResetOnTaskLaunch" };
    static final long REVIVE_US = Workload.US;
    private static int ports = 1;

    final VirtualClock clock = new VirtualClock();
    private final SparkContext context;
    private final Workload workload;
    private final PrintWriter out;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final ArrayDeque<Object> messages = new ArrayDeque<>();
    private final ArrayDeque<Object[]> results = new ArrayDeque<>();
    private final ArrayDeque<Workload.Job> goOn = new ArrayDeque<>();
    private final List<Executor> executors = new ArrayList<>();
    private final Map<String, Executor> byName = new HashMap<>();
    private final Map<String, String> rackOf = new HashMap<>();
    private final Map<Integer, Workload.Stage> stageOf = new HashMap<>();
    private final Map<Long, TaskInfo> started = new HashMap<>();
    private final Map<Long, Integer> startedOf = new HashMap<>();
    private final List<Run> runs = new ArrayList<>();
    private long sequence, launches;
    private int jobsLeft;
    private Release.Scheduler scheduler;
    private RpcEndpoint endpoint;
    private RpcEndpointRef driver;

    VirtualSpark(SparkContext context, Workload workload, PrintWriter out) {
        this.context = context;
        this.workload = workload;
        this.out = out;
    }

    /* ---- messages ---- */

    private final class Ref extends RpcEndpointRef {
        private final String name;
        private final Executor of;
        private final RpcAddress address;

        Ref(String name, Executor of) {
            super(context.conf());
            this.name = name;
            this.of = of;
            address = new RpcAddress("v-" + name, 1 + ports++ % 60000);
        }

        @Override public RpcAddress address() { return address; }
        @Override public String name() { return name; }

        @Override public void send(Object message) {
            if (of == null)
                messages.add(message);
            else if (message instanceof CoarseGrainedClusterMessages.LaunchTask)
                launched(of, ((CoarseGrainedClusterMessages.LaunchTask) message).data().value());
        }

        @Override public <X> scala.concurrent.Future<X> ask(Object message, RpcTimeout timeout, scala.reflect.ClassTag<X> tag) {
            if (of == null)
                ((PartialFunction<Object, ?>) (Object) endpoint.receiveAndReply(new Context(null))).apply(message);
            return (scala.concurrent.Future<X>) (Object) scala.concurrent.Future$.MODULE$.successful(Boolean.TRUE);
        }
    }

    private static final class Context implements RpcCallContext {
        private final RpcAddress address;

        Context(RpcAddress address) { this.address = address; }
        @Override public void reply(Object answer) { }
        @Override public void sendFailure(Throwable why) { throw new IllegalStateException(why); }
        @Override public RpcAddress senderAddress() { return address; }
    }

    private final class Env extends RpcEnv {
        private final RpcAddress address = new RpcAddress("driver", 1);

        Env() { super(context.conf()); }
        @Override public RpcEndpointRef endpointRef(RpcEndpoint e) { return new Ref("driver", null); }
        @Override public RpcAddress address() { return address; }
        @Override public RpcEndpointRef setupEndpoint(String name, RpcEndpoint e) { endpoint = e; return driver = new Ref(name, null); }
        @Override public scala.concurrent.Future<RpcEndpointRef> asyncSetupEndpointRefByURI(String uri) { return null; }
        @Override public void stop(RpcEndpointRef ref) { }
        @Override public void shutdown() { }
        @Override public void awaitTermination() { }
        @Override public <X> X deserialize(scala.Function0<X> f) { return f.apply(); }
        @Override public RpcEnvFileServer fileServer() { return null; }
        @Override public ReadableByteChannel openChannel(String uri) { return null; }
    }

    final class Backend extends CoarseGrainedSchedulerBackend {
        Backend(TaskSchedulerImpl s, RpcEnv e) { super(s, e); }
        @Override public boolean sufficientResourcesRegistered() { return true; }
    }

    private final class Getter extends TaskResultGetter {
        Getter(SparkEnv e, TaskSchedulerImpl s) { super(e, s); }
        @Override public void enqueueSuccessfulTask(TaskSetManager set, long id, ByteBuffer data) { results.add(new Object[] { set, id }); }
    }

    private void tell(Object message) {
        endpoint.receive().apply(message);
    }

    private void tellAll() {
        while (!messages.isEmpty())
            tell(messages.poll());
    }

    /* What came of the messages: results, then stages that follow. */
    private void settle() {
        for (;;) {
            tellAll();
            if (!results.isEmpty()) {
                Object[] r = results.poll();
                scheduler.handleSuccessfulTask((TaskSetManager) r[0], (Long) r[1], Main.result);
            } else if (!goOn.isEmpty()) {
                submitReady(goOn.poll());
            } else {
                return;
            }
        }
    }

    /* ---- what the scheduler tells ---- */

    void taskStarted(Task<?> task, TaskInfo info) {
        started.put(info.taskId(), info);
        startedOf.put(info.taskId(), task.stageId());
    }

    private static String localityOf(TaskInfo info, Workload.Task task) {
        switch (info.taskLocality().toString()) {
        case "PROCESS_LOCAL": return task.wishes.isEmpty() ? "none" : "process";
        case "NODE_LOCAL": return "node";
        case "RACK_LOCAL": return "rack";
        default: return "any";
        }
    }

    private void launched(Executor on, ByteBuffer data) {
        TaskDescription d = TaskDescription.decode(data);
        TaskInfo info = started.get(d.taskId());
        Run run = new Run();
        run.id = d.taskId();
        run.stage = stageOf.get(startedOf.get(run.id));
        run.on = on;
        run.resources = Release.resources(d);
        Workload.Task task = run.stage.tasks.get(info.index());
        String at = localityOf(info, task);
        long takes = task.duration * (at.equals("rack") ? workload.penaltyRack : at.equals("any") ? workload.penaltyOff : 1);
        runs.add(run);
        launches++;
        on.free--;
        out.println(run.stage.job.id() + "," + run.stage.id + "," + info.index() + "," + info.attemptNumber() + "," + Workload.seconds(clock.us)
            + "," + on.is.id + "," + at);
        events.add(new Event(clock.us + takes, What.END, on.number * 1_000_000_000L + ++sequence, run));
    }

    void taskEnded(Task<?> task, boolean well) {
        Workload.Stage stage = stageOf.get(task.stageId());
        if (!well || --stage.left > 0)
            return;
        stage.done = true;
        if (--stage.job.left > 0) {
            goOn.add(stage.job);
            return;
        }
        jobsLeft--;
        for (Workload.Job next : workload.jobs)
            if (next.after == stage.job)
                events.add(new Event(clock.us + next.think, What.SUBMIT, ++sequence, next));
    }

    /* R9 */
    private static long mix(long x) {
        x += 0x9e3779b97f4a7c15L;
        x = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L;
        x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
        return x ^ (x >>> 31);
    }

    List<WorkerOffer> shuffle(List<WorkerOffer> offers) {
        List<WorkerOffer> free = new ArrayList<>(), rest = new ArrayList<>(), shuffled = new ArrayList<>();
        for (WorkerOffer o : offers)
            (executors.get(Integer.parseInt(o.executorId())).free > 0 ? free : rest).add(o);
        free.sort(Comparator.comparingInt(o -> Integer.parseInt(o.executorId())));
        int n = free.size();
        int[] p = new int[n];
        for (int i = 0; i < n; i++)
            p[i] = i;
        long state = mix(mix(mix(workload.seed ^ (12L << 56)) ^ clock.us) ^ launches);
        for (int left = n; left > 1; left--) {
            long z = mix(state);
            state += 0x9e3779b97f4a7c15L;
            int k = (int) (Math.multiplyHigh(z, (long) left) + ((z >> 63) & left)), last = p[left - 1];
            p[left - 1] = p[k];
            p[k] = last;
        }
        for (int i : p)
            shuffled.add(free.get(i));
        shuffled.addAll(rest);
        return shuffled;
    }

    Option<String> rack(String host) {
        return Option.apply(rackOf.get(host.contains(":") ? host.substring(0, host.indexOf(':')) : host));
    }

    List<Option<String>> racks(List<String> hosts) {
        List<Option<String>> all = new ArrayList<>();
        hosts.forEach(h -> all.add(rack(h)));
        return all;
    }

    /* ---- what it is told ---- */

    static <X> scala.collection.immutable.List<X> list(List<X> of) {
        return JavaConverters.asScalaBufferConverter(of).asScala().toList();
    }

    /* The constructor has other parameters at its end from release to release. */
    static Object make(Class<?> type, Object... arguments) {
        for (Constructor<?> c : type.getConstructors())
            if (c.getParameterCount() <= arguments.length)
                try {
                    return c.newInstance(Arrays.copyOf(arguments, c.getParameterCount()));
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
        throw new IllegalStateException("no constructor of " + type);
    }

    private TaskLocation location(String wish) {
        Executor e = byName.get(wish);
        return e != null && !e.is.host.equals(wish) ? TaskLocation$.MODULE$.apply(e.is.host, "" + e.number) : TaskLocation$.MODULE$.apply(wish);
    }

    private void submitStage(Workload.Stage stage) {
        int n = stage.tasks.size();
        Task<?>[] tasks = new Task<?>[n];
        Properties properties = new Properties();
        if (stage.job.pool != null)
            properties.setProperty("spark.scheduler.pool", stage.job.pool);
        for (int i = 0; i < n; i++) {
            LinkedHashSet<TaskLocation> wishes = new LinkedHashSet<>();
            stage.tasks.get(i).wishes.forEach(w -> wishes.add(location(w)));
            tasks[i] = Release.task(stage.id, i, n, properties, stage.job.number, list(new ArrayList<>(wishes)));
        }
        stage.on = true;
        stage.left = n;
        scheduler.submitTasks(Release.taskSet(tasks, stage.id, stage.job.number, properties));
        tellAll();
    }

    private void submitReady(Workload.Job job) {
        for (Workload.Stage s : job.stages)
            if (!s.on && s.parents.stream().allMatch(p -> p.done))
                submitStage(s);
    }

    private void end(Run run) {
        if (run.over)
            return;
        run.over = true;
        run.on.free++;
        tell(make(CoarseGrainedClusterMessages.StatusUpdate.class, "" + run.on.number, run.id, TaskState.FINISHED(),
            new SerializableBuffer(ByteBuffer.allocate(0)), Release.cpus() ? workload.taskCpus : run.resources, run.resources));
    }

    private void come(Executor e) {
        Object none = scala.collection.immutable.Map$.MODULE$.empty(), gpus = none;
        String[] addresses = new String[e.is.gpus];
        for (int i = 0; i < addresses.length; i++)
            addresses[i] = "" + i;
        e.up = true;
        e.free = e.is.slots;
        e.ref = new Ref("exec-" + e.number, e);
        if (e.is.gpus > 0)
            gpus = Release.gpus(addresses);
        Object message = make(CoarseGrainedClusterMessages.RegisterExecutor.class, "" + e.number, e.ref, e.is.host, e.is.cores, none, none, gpus, 0);
        ((PartialFunction<Object, ?>) (Object) endpoint.receiveAndReply(new Context(e.ref.address()))).apply(message);
        settle();
        Object launched = Release.launchedExecutor("" + e.number);
        if (launched != null)
            tell(launched);
        settle();
    }

    private void go(Executor e) {
        if (!e.up)
            return;
        e.up = false;
        e.free = 0;
        for (Run r : runs)
            r.over |= r.on == e;
        tell(make(CoarseGrainedClusterMessages.RemoveExecutor.class, "" + e.number, Release.loss()));
        settle();
    }

    /* ---- a run ---- */

    private void happen(Event event) {
        switch (event.what) {
        case COMES: come((Executor) event.of); break;
        case GOES: go((Executor) event.of); break;
        case SUBMIT: submitReady((Workload.Job) event.of); settle(); break;
        default: // the ends of an instant are there before all that they cause
            end((Run) event.of);
            while (!events.isEmpty() && events.peek().at == clock.us && events.peek().what == What.END)
                end((Run) events.poll().of);
            settle();
        }
    }

    private void setUp(Path allocations) throws IOException {
        SparkConf conf = context.conf();
        for (String key : SETTINGS)
            conf.remove(key);
        conf.set("spark.scheduler.revive.interval", "30000d");
        workload.settings.forEach(conf::set);
        if (!workload.pools.isEmpty()) {
            workload.writeAllocations(allocations);
            conf.set("spark.scheduler.allocation.file", allocations.toAbsolutePath().toString());
        }
        clock.divisor = workload.clockDivisor;
        for (Workload.Exec is : workload.execs) {
            Executor e = new Executor();
            e.is = is;
            e.number = executors.size();
            executors.add(e);
            byName.put(is.id, e);
            rackOf.put(is.host, is.rack);
        }
        for (Workload.Job j : workload.jobs) {
            j.stages.forEach(s -> stageOf.put(s.id, s));
            if (j.after == null)
                events.add(new Event(j.submit, What.SUBMIT, ++sequence, j));
        }
        jobsLeft = workload.jobs.size();
        scheduler = new Release.Scheduler(context, 100, clock, this);
        scheduler.setDAGScheduler(Release.dag(context, this));
        Backend backend = new Backend(scheduler, new Env());
        Release.start(backend);
        scheduler.initialize(backend);
        scheduler.taskResultGetter_$eq(new Getter(SparkEnv.get(), scheduler));
        for (Executor e : executors) {
            if (e.is.from > 0)
                events.add(new Event(e.is.from, What.COMES, e.number, e));
            else
                come(e);
            if (e.is.to >= 0)
                events.add(new Event(e.is.to, What.GOES, e.number, e));
        }
    }

    /** The launches go to the writer, in order. */
    void run(Path allocations) throws IOException {
        setUp(allocations);
        out.println("job_id,stage,task_id,attempt,launch_s,node,locality");
        long revive = 0, idle = 0;
        while (jobsLeft > 0) {
            Event next = events.peek();
            if (next == null && ++idle > 100_000)
                throw new IllegalStateException("stuck at " + clock.us);
            if (next == null || revive < next.at) {
                clock.us = revive;
                revive += REVIVE_US;
                driver.send(Release.reviveOffers());
                settle();
                continue;
            }
            events.poll();
            clock.us = next.at;
            happen(next);
        }
        Release.stop(scheduler);
    }
}
