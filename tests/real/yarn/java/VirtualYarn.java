/* SPDX-License-Identifier: GPL-3.0-or-later */
package org.apache.hadoop.yarn.server.resourcemanager.scheduler.fair;

import java.io.File;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.RMContextImpl;
import org.apache.hadoop.yarn.server.resourcemanager.ahs.RMApplicationHistoryWriter;
import org.apache.hadoop.yarn.server.resourcemanager.metrics.SystemMetricsPublisher;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.capacity.ProportionalCapacityPreemptionPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.placement.ApplicationPlacementContext;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptImpl;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.ContainerAllocationExpirer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.RMNode;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.UpdatedContainerInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Allocation;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ContainerUpdates;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacitySchedulerConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.constraint.AllocationTagsManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.NodeUpdateSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.security.AMRMTokenSecretManager;
import org.apache.hadoop.yarn.server.resourcemanager.security.ClientToAMTokenSecretManagerInRM;
import org.apache.hadoop.yarn.server.resourcemanager.security.NMTokenSecretManagerInRM;
import org.apache.hadoop.yarn.server.resourcemanager.security.RMContainerTokenSecretManager;
import org.apache.hadoop.yarn.util.ControlledClock;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.mockito.Mockito;

/**
 * The ResourceManager's scheduler in virtual time. Submissions, heartbeats, updates, rounds and kills are events of one queue; each calls the
 * scheduler's own method, and none of its threads runs. Ours are the nodes, and an application master that asks as RMContainerAllocator and
 * RMContainerRequestor do, and answers as soon as a node's offers are over. It has a container of its own where the workload says so.
 */
final class VirtualYarn {
    static final int PORT = 1;
    private static final long BEAT_US = Workload.US, UPDATE_US = 500_000, ROUND_US = 3 * Workload.US;
    private static final ContainerUpdates NONE = new ContainerUpdates();

    /* At an instant in this order. */
    private enum Kind { END, REPORT, SUBMIT, STARTED, KILL, UPDATE, ROUND, BEAT, CONTINUOUS }

    private static final class What {
        long at, number;
        Kind kind;
        Object of;
    }

    private static final class App {
        Workload.Job job;
        ApplicationId id;
        ApplicationAttemptId attempt;
        int left, leftOfFirst; // tasks; of stage 0
        boolean gone;
        Running master; // null: it has no container, or none yet
        long lastEnd;
        int priority = 20;
        final Map<Integer, Workload.Task> waiting = new LinkedHashMap<>();
        final Map<String, List<Integer>> byPlace = new HashMap<>();       // hosts and racks
        final Map<String, Integer> wanted = new HashMap<>();              // by resource name
        final Set<String> changed = new LinkedHashSet<>();                // of these, since the last heartbeat
        final Map<ContainerId, Integer> running = new HashMap<>();
        final List<ContainerId> released = new ArrayList<>();
    }

    private static final class Running {
        long endsAt;
        ContainerId id;
        App app;
        boolean killed;
    }

    private static final class Node {
        Workload.Node of;
        RMNode rm;
        final List<UpdatedContainerInfo> news = new ArrayList<>();
        final List<ContainerStatus> started = new ArrayList<>();
        final Set<ContainerId> known = new HashSet<>();
        final List<Running> running = new ArrayList<>();
        List<Running> over; // of this heartbeat
    }

    private final Workload w;
    private final List<String> launches, kills;
    private final PriorityQueue<What> queue = new PriorityQueue<>(
        Comparator.<What>comparingLong(x -> x.at).thenComparing(x -> x.kind).thenComparingLong(x -> x.number));
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Map<ApplicationId, App> apps = new LinkedHashMap<>();
    private final ControlledClock clock = new ControlledClock();
    private long now, number;
    private int left;
    private AbstractYarnScheduler<?, ?> scheduler;
    private FairScheduler fair; // the same, or null
    private RMContextImpl context;
    private ProportionalCapacityPreemptionPolicy policy;

    VirtualYarn(Workload w, List<String> launches, List<String> kills) {
        this.w = w;
        this.launches = launches;
        this.kills = kills;
    }

    private void push(long at, Kind kind, Object of) {
        What what = new What();
        what.at = at;
        what.kind = kind;
        what.of = of;
        what.number = number++;
        queue.add(what);
    }

    /* ---- the ResourceManager ---- */

    private static <T> T stub(Class<T> of) {
        return Mockito.mock(of, Mockito.withSettings().stubOnly());
    }

    private RMNode rmNode(Node node) {
        NodeId id = NodeId.newInstance(node.of.name, PORT);
        Resource total = Resources.createResource(node.of.slots * w.slotMb, node.of.slots);
        return (RMNode) Proxy.newProxyInstance(VirtualYarn.class.getClassLoader(), new Class<?>[] { RMNode.class }, (self, method, args) -> {
            switch (method.getName()) {
            case "getNodeID": return id;
            case "getHostName": case "toString": return node.of.name;
            case "getRackName": return "/" + node.of.rack;
            case "getNodeAddress": case "getHttpAddress": return node.of.name + ":" + PORT;
            case "getTotalCapability": return total;
            case "getState": return NodeState.RUNNING;
            case "pullContainerUpdates": {
                List<UpdatedContainerInfo> news = new ArrayList<>(node.news);
                node.news.clear();
                return news;
            }
            case "pullNewlyIncreasedContainers": return Collections.emptyList();
            case "getNodeLabels": case "getAllNodeAttributes": return Collections.emptySet();
            case "hashCode": return id.hashCode();
            case "equals": return self == args[0];
            default:
                Class<?> result = method.getReturnType();
                return result == boolean.class ? (Object) false : result == int.class ? (Object) 0 : result == long.class ? (Object) 0L : null;
            }
        });
    }

    private Configuration configuration() throws Exception {
        Configuration conf = w.fair ? new YarnConfiguration() : new CapacitySchedulerConfiguration(new YarnConfiguration(), false);
        conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, 1 << 20);
        conf.setInt(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES, 1 << 16);
        w.settings.forEach(conf::set);
        if (w.fair) {
            File file = File.createTempFile("allocations", ".xml");
            file.deleteOnExit();
            Files.writeString(file.toPath(), w.allocations());
            conf.set(FairSchedulerConfiguration.ALLOCATION_FILE, file.getAbsolutePath());
        }
        return conf;
    }

    private void openContext(Configuration conf) {
        EventHandler<Event> handler = e -> {
            if (e instanceof SchedulerEvent)
                scheduler.handle((SchedulerEvent) e);
        };
        Dispatcher dispatcher = stub(Dispatcher.class);
        Mockito.when(dispatcher.getEventHandler()).thenReturn(handler);
        RMContainerTokenSecretManager containers = new RMContainerTokenSecretManager(conf);
        containers.rollMasterKey();
        NMTokenSecretManagerInRM tokens = new NMTokenSecretManagerInRM(conf);
        tokens.rollMasterKey();
        context = new RMContextImpl(dispatcher, new ContainerAllocationExpirer(dispatcher), null, null, null,
            new AMRMTokenSecretManager(conf, null), containers, tokens, new ClientToAMTokenSecretManagerInRM());
        context.setYarnConfiguration(conf);
        context.setSystemMetricsPublisher(stub(SystemMetricsPublisher.class));
        context.setRMApplicationHistoryWriter(stub(RMApplicationHistoryWriter.class));
        RMNodeLabelsManager labels = stub(RMNodeLabelsManager.class);
        Mockito.when(labels.getResourceByLabel(Mockito.any(), Mockito.any())).thenAnswer(call -> call.getArgument(1));
        Mockito.when(labels.getQueueResource(Mockito.any(), Mockito.any(), Mockito.any())).thenAnswer(call -> call.getArgument(2));
        Mockito.when(labels.getClusterNodeLabelNames()).thenReturn(Collections.emptySet());
        context.setNodeLabelManager(labels);
        context.setAllocationTagsManager(new AllocationTagsManager(context));
    }

    private void open() throws Exception {
        DefaultMetricsSystem.setMiniClusterMode(true);
        QueueMetrics.clearQueueMetrics();
        DefaultMetricsSystem.shutdown();
        Configuration conf = configuration();
        openContext(conf);
        if (w.fair) {
            scheduler = fair = new FairScheduler() {
                @Override
                void attemptScheduling(FSSchedulerNode node) {
                    super.attemptScheduling(node);
                    answerFor(nodes.get(node.getNodeName()));
                }
            };
            fair.setClock(clock);
            fair.setRMContext(context);
            context.setScheduler(fair);
            fair.init(conf);
            fair.update();
        } else {
            CapacityScheduler capacity = new CapacityScheduler();
            scheduler = capacity;
            capacity.setConf(conf);
            capacity.setRMContext(context);
            context.setScheduler(capacity);
            capacity.init(conf);
            if (w.kills)
                policy = new ProportionalCapacityPreemptionPolicy(context, capacity, clock);
        }
        for (Workload.Node of : w.nodes) {
            Node node = new Node();
            node.of = of;
            node.rm = rmNode(node);
            NetUtils.addStaticResolution(of.name, "127.0.0.1");
            nodes.put(of.name, node);
            scheduler.handle(new NodeAddedSchedulerEvent(node.rm));
            push(of.phase, Kind.REPORT, node);
        }
        for (Workload.Job job : w.jobs) {
            App app = new App();
            app.job = job;
            app.id = ApplicationId.newInstance(1, apps.size() + 1);
            app.attempt = ApplicationAttemptId.newInstance(app.id, 1);
            app.left = job.tasks.size() + (w.masters ? 1 : 0);
            app.leftOfFirst = w.updates ? (int) job.tasks.stream().filter(t -> t.stage == 0).count() : 0;
            left += app.left;
            apps.put(app.id, app);
            push(job.submit, Kind.SUBMIT, app);
        }
        if (fair != null && (w.kills || w.updates))
            push(0, Kind.UPDATE, null);
        if (fair != null && fair.isContinuousSchedulingEnabled())
            push(0, Kind.CONTINUOUS, null);
        if (policy != null)
            push(0, Kind.ROUND, null);
    }

    /* ---- the application master ---- */

    private String rackOf(String host) {
        return "/" + nodes.get(host).of.rack;
    }

    private Set<String> placesOf(Workload.Task task) {
        Set<String> places = new LinkedHashSet<>(task.hosts);
        task.hosts.forEach(host -> places.add(rackOf(host)));
        return places;
    }

    private void want(App app, Workload.Task task, int by) {
        Set<String> names = placesOf(task);
        names.add(ResourceRequest.ANY);
        for (String name : names) {
            app.wanted.merge(name, by, Integer::sum);
            app.changed.remove(name);
            app.changed.add(name);
        }
    }

    private void ask(App app, int number) {
        Workload.Task task = app.job.tasks.get(number);
        app.waiting.put(number, task);
        for (String place : placesOf(task))
            app.byPlace.computeIfAbsent(place, x -> new ArrayList<>()).add(number);
        want(app, task, 1);
    }

    private List<Container> heartbeat(App app) {
        List<ResourceRequest> asks = new ArrayList<>();
        for (String name : app.changed) {
            ResourceRequest request = ResourceRequest.newInstance(Priority.newInstance(app.priority), name, Resources.createResource(w.slotMb, 1),
                app.wanted.get(name), true);
            request.setNodeLabelExpression("");
            asks.add(request);
        }
        app.changed.clear();
        List<ContainerId> released = new ArrayList<>(app.released);
        app.released.clear();
        Allocation got = scheduler.allocate(app.attempt, asks, null, released, null, null, NONE);
        return got == null || got.getContainers() == null ? Collections.emptyList() : got.getContainers();
    }

    /* The first task that waits and prefers the place; null: none. */
    private static Integer firstAt(App app, String place) {
        List<Integer> list = app.byPlace.getOrDefault(place, Collections.emptyList());
        while (!list.isEmpty()) {
            Integer number = list.remove(0);
            if (app.waiting.containsKey(number))
                return number;
        }
        return null;
    }

    private List<Container> assign(App app, List<Container> containers, boolean byHost) {
        List<Container> rest = new ArrayList<>();
        for (Container c : containers) {
            String host = c.getNodeId().getHost();
            Integer number = firstAt(app, byHost ? host : rackOf(host));
            if (number != null)
                start(app, c, number);
            else
                rest.add(c);
        }
        return rest;
    }

    /* What it got goes to tasks by host, then by rack, then to any (RMContainerAllocator.assignContainers). */
    private void answer(App app) {
        if (app.gone)
            return;
        List<Container> got = heartbeat(app);
        if (got.isEmpty())
            return;
        if (w.masters && app.master == null) {
            app.master = run(app, got.get(0), Long.MAX_VALUE);
            launches.add(Workload.seconds(now) + "," + got.get(0).getNodeId().getHost() + "," + app.job.id + ",0,none");
            push(now + w.masterStarts, Kind.STARTED, app);
            return;
        }
        for (Container c : assign(app, assign(app, got, true), false))
            if (app.waiting.isEmpty())
                app.released.add(c.getId());
            else
                start(app, c, app.waiting.keySet().iterator().next());
        heartbeat(app);
    }

    private Running run(App app, Container c, long endsAt) {
        Node node = nodes.get(c.getNodeId().getHost());
        Running run = new Running();
        run.endsAt = endsAt;
        run.id = c.getId();
        run.app = app;
        node.running.add(run);
        node.started.add(ContainerStatus.newInstance(c.getId(), ContainerState.RUNNING, "", 0));
        return run;
    }

    private void start(App app, Container c, int number) {
        Workload.Task task = app.waiting.remove(number);
        String host = c.getNodeId().getHost();
        want(app, task, -1);
        app.running.put(c.getId(), number);
        Running run = run(app, c, now + task.duration);
        app.lastEnd = Math.max(app.lastEnd, run.endsAt);
        if (app.master != null && app.waiting.isEmpty())
            app.master.endsAt = app.lastEnd;
        if (app.leftOfFirst > 0)
            push(run.endsAt, Kind.END, run);
        String locality = task.hosts.isEmpty() ? "none" : task.hosts.contains(host) ? "node"
            : task.hosts.stream().anyMatch(x -> rackOf(x).equals(rackOf(host))) ? "rack" : "any";
        launches.add(Workload.seconds(now) + "," + host + "," + app.job.id + (w.kills ? "" : "," + number + "," + locality));
    }

    private void submit(App app) {
        RMApp rmApp = stub(RMApp.class);
        RMAppAttempt attempt = stub(RMAppAttempt.class);
        ApplicationSubmissionContext submission = stub(ApplicationSubmissionContext.class);
        RMAppAttemptMetrics metrics = stub(RMAppAttemptMetrics.class);
        String queueName = fair != null ? "root." + app.job.queue.name : app.job.queue.name;
        Mockito.when(rmApp.getApplicationId()).thenReturn(app.id);
        Mockito.when(rmApp.getCurrentAppAttempt()).thenReturn(attempt);
        Mockito.when(rmApp.getApplicationSubmissionContext()).thenReturn(submission);
        Mockito.when(rmApp.getApplicationSchedulingEnvs()).thenReturn(new HashMap<>());
        Mockito.when(rmApp.getQueue()).thenReturn(queueName);
        Mockito.when(rmApp.getUser()).thenReturn(app.job.user);
        Mockito.when(rmApp.getAMResourceRequests()).thenReturn(w.masters ? Collections.singletonList(masterAsk()) : null);
        Mockito.when(attempt.getAppAttemptId()).thenReturn(app.attempt);
        Mockito.when(attempt.getRMAppAttemptMetrics()).thenReturn(metrics);
        Mockito.when(attempt.getSubmissionContext()).thenReturn(submission);
        Mockito.when(submission.getUnmanagedAM()).thenReturn(!w.masters);
        context.getRMApps().put(app.id, rmApp);
        scheduler.handle(new AppAddedSchedulerEvent(app.id, queueName, app.job.user, new ApplicationPlacementContext(queueName)));
        scheduler.handle(new AppAttemptAddedSchedulerEvent(app.attempt, false));
        if (w.masters) // RMAppAttemptImpl.ScheduleTransition
            scheduler.allocate(app.attempt, Collections.singletonList(masterAsk()), null, Collections.emptyList(), null, null, NONE);
        else
            askFor(app, 0);
    }

    private ResourceRequest masterAsk() {
        ResourceRequest ask = ResourceRequest.newInstance(RMAppAttemptImpl.AM_CONTAINER_PRIORITY, ResourceRequest.ANY, Resources.createResource(w.slotMb, 1), 1, true);
        ask.setNodeLabelExpression("");
        return ask;
    }

    private void askFor(App app, int stage) {
        for (int i = 0; i < app.job.tasks.size(); i++)
            if (app.job.tasks.get(i).stage == stage)
                ask(app, i);
        heartbeat(app);
    }

    /* The application master hears of it at once. The next stage is of another priority: its opportunities are its own. */
    private void ended(Running run) {
        App app = run.app;
        if (run.killed || --app.leftOfFirst != 0)
            return;
        app.priority++;
        app.wanted.clear();
        askFor(app, 1);
    }

    private void leave(App app) {
        app.gone = true;
        scheduler.handle(new AppAttemptRemovedSchedulerEvent(app.attempt, RMAppAttemptState.FINISHED, false));
        scheduler.handle(new AppRemovedSchedulerEvent(app.id, RMAppState.FINISHED));
    }

    /* ---- nodes ---- */

    private void answerFor(Node node) {
        SchedulerNode of = scheduler.getNode(node.rm.getNodeID());
        Set<App> who = new LinkedHashSet<>();
        Set<ContainerId> live = new HashSet<>();
        for (RMContainer c : of.getCopiedListOfRunningContainers()) {
            live.add(c.getContainerId());
            if (node.known.add(c.getContainerId()))
                who.add(apps.get(c.getApplicationAttemptId().getApplicationId()));
        }
        node.known.retainAll(live);
        who.forEach(this::answer);
    }

    private void complete(Node node, ContainerId id) {
        scheduler.completedContainer(scheduler.getRMContainer(id), ContainerStatus.newInstance(id, ContainerState.COMPLETE, "", 0),
            RMContainerEventType.FINISHED);
        scheduler.getNode(node.rm.getNodeID()).releaseContainer(id, true);
    }

    /* What the node tells at its heartbeat. All nodes of an instant do before an update, which comes before their offers. */
    private void report(Node node) {
        List<Running> over = node.over = new ArrayList<>(node.running);
        List<ContainerStatus> started = new ArrayList<>(node.started), done = new ArrayList<>();
        over.removeIf(run -> run.endsAt > now);
        node.running.removeAll(over);
        node.started.clear();
        for (Running run : over) {
            done.add(ContainerStatus.newInstance(run.id, ContainerState.COMPLETE, "", 0));
            if (run.killed)
                continue;
            run.app.running.remove(run.id);
            run.app.left--;
            left--;
        }
        if (fair != null && !w.kills) {
            started.removeIf(status -> scheduler.getRMContainer(status.getContainerId()) == null);
            node.news.add(new UpdatedContainerInfo(started, Collections.emptyList(), Collections.emptyList()));
            over.forEach(run -> complete(node, run.id));
        } else
            node.news.add(new UpdatedContainerInfo(started, done, Collections.emptyList()));
        push(now, Kind.BEAT, node);
        push(now + BEAT_US, Kind.REPORT, node);
    }

    /* Without kills and updates of their own demands and shares are those of the heartbeat. */
    private void beat(Node node) {
        if (fair != null && !w.kills && !w.updates)
            fair.update();
        scheduler.handle(new NodeUpdateSchedulerEvent(node.rm));
        if (fair == null)
            answerFor(node);
        for (Running run : node.over)
            if (run.app.left == 0 && !run.app.gone)
                leave(run.app);
    }

    /* ---- preemption ---- */

    /* The node is told at a heartbeat, and tells of the end at the next. A task that is over by now stays done: its node tells of it next. */
    private void killed(RMContainer c) {
        App app = apps.get(c.getApplicationAttemptId().getApplicationId());
        Node node = nodes.get(c.getAllocatedNode().getHost());
        if (node.running.stream().anyMatch(run -> run.id.equals(c.getContainerId()) && run.endsAt <= now))
            return;
        Integer task = app.running.remove(c.getContainerId());
        if (task == null)
            return;
        long beats = now <= node.of.phase ? 0 : (now - node.of.phase + BEAT_US - 1) / BEAT_US;
        for (Running run : node.running)
            if (run.id.equals(c.getContainerId())) {
                run.killed = true;
                run.endsAt = node.of.phase + (beats + 1) * BEAT_US;
            }
        kills.add(Workload.seconds(now) + "," + node.of.name + "," + app.job.id);
        ask(app, task);
        heartbeat(app);
    }

    private static Field field(Class<?> of, String name) throws Exception {
        Field f = of.getDeclaredField(name);
        f.setAccessible(true);
        return f;
    }

    /* What FSPreemptionThread.run does; its timer is an event. */
    @SuppressWarnings("unchecked")
    private void chooseVictims() throws Exception {
        FSPreemptionThread thread = (FSPreemptionThread) fair.preemptionThread;
        FSStarvedApps starved = fair.getContext().getStarvedApps();
        Queue<FSAppAttempt> waiting = (Queue<FSAppAttempt>) field(FSStarvedApps.class, "appsToProcess").get(starved);
        Method identify = FSPreemptionThread.class.getDeclaredMethod("identifyContainersToPreempt", FSAppAttempt.class);
        identify.setAccessible(true);
        long warnMs = field(FSPreemptionThread.class, "warnTimeBeforeKill").getLong(thread);
        long restMs = field(FSPreemptionThread.class, "delayBeforeNextStarvationCheck").getLong(thread);
        while (!waiting.isEmpty()) {
            FSAppAttempt app = starved.take();
            List<RMContainer> victims = (List<RMContainer>) identify.invoke(thread, app);
            if (!victims.isEmpty())
                push(now + 1000 * warnMs, Kind.KILL, victims);
            app.preemptionTriggered(restMs);
        }
        field(FSStarvedApps.class, "appBeingProcessed").set(starved, null);
    }

    private void kill(List<?> victims) {
        for (Object victim : victims) {
            RMContainer c = (RMContainer) victim;
            scheduler.completedContainer(c, SchedulerUtils.createPreemptedContainerStatus(c.getContainerId(), SchedulerUtils.PREEMPTED_CONTAINER),
                RMContainerEventType.KILL);
            killed(c);
        }
    }

    private void round() {
        Map<ContainerId, RMContainer> before = new HashMap<>();
        for (App app : apps.values())
            for (ContainerId id : app.running.keySet())
                if (scheduler.getRMContainer(id) != null)
                    before.put(id, scheduler.getRMContainer(id));
        policy.editSchedule();
        before.keySet().stream().sorted().filter(id -> scheduler.getRMContainer(id) == null).forEach(id -> killed(before.get(id)));
    }

    /* ---- the run ---- */

    private void happen(What what) throws Exception {
        switch (what.kind) {
        case SUBMIT: submit((App) what.of); break;
        case END: ended((Running) what.of); break;
        case STARTED: askFor((App) what.of, 0); break;
        case REPORT: report((Node) what.of); break;
        case BEAT: beat((Node) what.of); break;
        case KILL: kill((List<?>) what.of); break;
        case UPDATE:
            fair.update();
            if (w.kills)
                chooseVictims();
            push(now + UPDATE_US, Kind.UPDATE, null);
            break;
        case ROUND:
            round();
            push(now + ROUND_US, Kind.ROUND, null);
            break;
        default:
            fair.update();
            fair.continuousSchedulingAttempt();
            push(now + 1000L * fair.getContinuousSchedulingSleepMs(), Kind.CONTINUOUS, null);
        }
    }

    void run() throws Exception {
        open();
        long until = w.kills || w.masters ? Workload.UNTIL_US : Workload.WAITS_FOR_EVER_US;
        while (left > 0 && queue.peek().at <= until) {
            What what = queue.poll();
            now = what.at;
            clock.setTime(now / 1000);
            happen(what);
        }
        if (left > 0 && until == Workload.WAITS_FOR_EVER_US)
            w.until(until); // its limits may let nobody have a task
        scheduler.stop();
    }
}
