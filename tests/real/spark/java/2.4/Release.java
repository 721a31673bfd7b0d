/* SPDX-License-Identifier: GPL-3.0-or-later */
package org.apache.spark.scheduler;

import java.util.ArrayList;
import java.util.Properties;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.Success$;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskEndReason;
import org.apache.spark.util.AccumulatorV2;
import org.apache.spark.util.Clock;
import scala.Option;
import scala.collection.JavaConverters;
import scala.collection.IndexedSeq;
import scala.collection.Seq;

/** What differs between releases of Spark: 2.4. */
final class Release {
    private Release() { }

    static final class Scheduler extends TaskSchedulerImpl {
        private final VirtualSpark of;

        Scheduler(SparkContext context, int mostFailures, Clock clock, VirtualSpark of) {
            super(context, mostFailures, false);
            this.of = of;
        }

        @Override public TaskSetManager createTaskSetManager(TaskSet set, int mostFailures) {
            return new TaskSetManager(this, set, mostFailures, blacklistTrackerOpt(), of.clock);
        }

        @Override public IndexedSeq<WorkerOffer> shuffleOffers(IndexedSeq<WorkerOffer> offers) {
            return VirtualSpark.list(of.shuffle(new ArrayList<>(JavaConverters.seqAsJavaListConverter(offers).asJava()))).toIndexedSeq();
        }

        @Override public Option<String> getRackForHost(String host) { return of.rack(host); }
    }

    private static final class OurTask extends Task<Object> {
        private final transient Seq<TaskLocation> wishes;

        OurTask(int stage, int i, int n, Properties properties, int job, Seq<TaskLocation> wishes) {
            super(stage, 0, i, properties, new byte[0], Option.apply((Object) (Integer) job),
                Option.apply("app"), Option.<String>empty(), false);
            this.wishes = wishes;
        }

        @Override public Object runTask(TaskContext context) { return 0; }
        @Override public Seq<TaskLocation> preferredLocations() { return wishes; }
    }

    static Task<?> task(int stage, int i, int n, Properties properties, int job, Seq<TaskLocation> wishes) {
        return new OurTask(stage, i, n, properties, job, wishes);
    }

    static TaskSet taskSet(Task<?>[] tasks, int stage, int job, Properties properties) {
        return new TaskSet(tasks, stage, 0, job, properties);
    }

    private static final class Dag extends DAGScheduler {
        private VirtualSpark of;

        Dag(SparkContext context) { super(context, context.taskScheduler()); }
        @Override public void taskStarted(Task<?> task, TaskInfo info) { of.taskStarted(task, info); }
        @Override public void taskGettingResult(TaskInfo info) { }
        @Override public void taskEnded(Task<?> task, TaskEndReason reason, Object result, Seq<AccumulatorV2<?, ?>> a, TaskInfo info) {
            of.taskEnded(task, reason == Success$.MODULE$);
        }
        @Override public void executorLost(String executor, ExecutorLossReason reason) { }
        @Override public void executorAdded(String executor, String host) { }
        @Override public void workerRemoved(String id, String host, String message) { }
        @Override public void taskSetFailed(TaskSet set, String why, Option<Throwable> e) { throw new IllegalStateException(why); }
    }

    private static Dag dag;

    static DAGScheduler dag(SparkContext context, VirtualSpark of) {
        if (dag == null) {
            DAGScheduler was = context.dagScheduler();
            dag = new Dag(context);
            context.taskScheduler().setDAGScheduler(was);
        }
        dag.of = of;
        return dag;
    }

    static void forgetDag() { dag = null; }
    static Object resources(TaskDescription d) { return null; }
    /** StatusUpdate has the task's CPUs. */
    static boolean cpus() { return false; }
    static Object launchedExecutor(String executor) { return null; }
    static Object gpus(String[] addresses) {
        throw new IllegalStateException("2.4 knows no GPUs");
    }
    static ExecutorLossReason loss() { return new SlaveLost("lost", false); }
    static void start(VirtualSpark.Backend backend) { backend.start(); }
    static void stop(TaskSchedulerImpl scheduler) { scheduler.stop(); }

    static Object reviveOffers() {
        try {
            return Class.forName("org.apache.spark.scheduler.cluster.CoarseGrainedClusterMessages$ReviveOffers$").getField("MODULE$").get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static DirectTaskResult<?> result() {
        DirectTaskResult<Object> r = new DirectTaskResult<>(
            SparkEnv.get().serializer().newInstance().serialize((Object) (Integer) 0, scala.reflect.ClassTag$.MODULE$.Any()),
            (Seq) scala.collection.immutable.Nil$.MODULE$);
        r.value(SparkEnv.get().serializer().newInstance());
        return r;
    }
}
