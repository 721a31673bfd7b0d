# The release of Spark, as slot-replay --offers takes it: three numbers of the version, the flag of the old resets, the Scala of the build.
. "$TOP/tests/cli/slot-trace/spark-events"
release() {
    {
        [ -z "$1" ] || log_start "$1"
        app_start app_1 0
        ev EnvironmentUpdate "\"JVM Information\":{\"Scala Version\":\"version $2\"},\"Spark Properties\":{$3}"
        app_end 1000
    } >log
    slot-trace --info log | grep '^offers'
}
release 3.5.8 2.12.18 ''
release 4.1.1 2.13.16 '"spark.locality.wait.legacyResetOnTaskLaunch":"true"'
release 3.1.3-amzn-0 2.12.10 ''
release 2.4.8 2.11.12 ''
release 1.6 2.10.5 ''
release '' 2.10.5 ''     # before 1.3
release 5.0.0 3.3.1 ''   # none that is known: as the last
