/* SPDX-License-Identifier: GPL-3.0-or-later */
package org.apache.spark.scheduler;

import java.util.ArrayList;
import java.util.Properties;
import org.apache.spark.JobArtifactSet;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.Success$;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskEndReason;
import org.apache.spark.resource.ResourceInformation;
import org.apache.spark.scheduler.cluster.CoarseGrainedClusterMessages;
import org.apache.spark.util.AccumulatorV2;
import org.apache.spark.util.Clock;
import scala.Option;
import scala.collection.JavaConverters;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/** What differs between releases of Spark: 3.5 and 4. */
final class Release {
    private Release() { }

    static final class Scheduler extends TaskSchedulerImpl {
        private final VirtualSpark of;

        Scheduler(SparkContext context, int mostFailures, Clock clock, VirtualSpark of) {
            super(context, mostFailures, false, clock);
            this.of = of;
        }

        @Override public IndexedSeq<WorkerOffer> shuffleOffers(IndexedSeq<WorkerOffer> offers) {
            return VirtualSpark.list(of.shuffle(new ArrayList<>(JavaConverters.seqAsJavaListConverter(offers).asJava()))).toIndexedSeq();
        }

        @Override public Seq<Option<String>> getRacksForHosts(Seq<String> hosts) {
            return VirtualSpark.list(of.racks(JavaConverters.seqAsJavaListConverter(hosts).asJava()));
        }
    }

    private static final class OurTask extends Task<Object> {
        private final transient Seq<TaskLocation> wishes;

        OurTask(int stage, int i, int n, Properties properties, int job, Seq<TaskLocation> wishes) {
            super(stage, 0, i, n, JobArtifactSet.emptyJobArtifactSet(), properties, new byte[0], Option.apply((Object) (Integer) job),
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
        return new TaskSet(tasks, stage, 0, job, properties, 0, Option.empty());
    }

    private static final class Dag extends DAGScheduler {
        private VirtualSpark of;

        Dag(SparkContext context) { super(context, context.taskScheduler()); }
        @Override public void taskStarted(Task<?> task, TaskInfo info) { of.taskStarted(task, info); }
        @Override public void taskGettingResult(TaskInfo info) { }
        @Override public void taskEnded(Task<?> task, TaskEndReason reason, Object result, Seq<AccumulatorV2<?, ?>> a, long[] m, TaskInfo info) {
            of.taskEnded(task, reason == Success$.MODULE$);
        }
        @Override public void executorLost(String executor, ExecutorLossReason reason) { }
        @Override public void executorAdded(String executor, String host) { }
        @Override public void workerRemoved(String id, String host, String message) { }
        @Override public void taskSetFailed(TaskSet set, String why, Option<Throwable> e) { throw new IllegalStateException(why); }
        @Override public void unschedulableTaskSetAdded(int stage, int attempt) { }
        @Override public void unschedulableTaskSetRemoved(int stage, int attempt) { }
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
    static Object resources(TaskDescription d) { return d.resources(); }
    /** StatusUpdate has the task's CPUs. */
    static boolean cpus() { return true; }
    static Object launchedExecutor(String executor) { return new CoarseGrainedClusterMessages.LaunchedExecutor(executor); }
    static Object gpus(String[] addresses) {
        return scala.collection.immutable.Map$.MODULE$.empty().updated("gpu", new ResourceInformation("gpu", addresses));
    }
    static ExecutorLossReason loss() { return new ExecutorProcessLost("lost", Option.empty(), false); }
    static void start(VirtualSpark.Backend backend) { }
    static void stop(TaskSchedulerImpl scheduler) { scheduler.stop(0); }

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
            (Seq) scala.collection.immutable.Nil$.MODULE$, new long[0]);
        r.value(SparkEnv.get().serializer().newInstance());
        return r;
    }
}
