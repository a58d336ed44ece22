import Hummingbird
import OpenMetrics
import PostStore
import Posts
import Wire

/// `/metrics`, in the text format of Prometheus or that of OpenMetrics.
struct MetricsRoutes: ServiceRoutes {
    let service: PostService
    let settings: ServerSettings

    func add(to book: inout RouteTable) {
        book.answer(API.exportMetrics, metrics)
    }

    @Sendable private func metrics(_ call: Call<Nothing, Nothing>) async throws -> Reply<Bytes> {
        var text = MetricsText(call.request.headers.metricsFormat)
        addProgram(to: &text)
        await addStore(to: &text)
        try await addCounts(to: &text)
        try await addWarnings(to: &text)
        if let at = try await store.lastBackup()?.madeAt {
            text.add(
                .gauge, "galley_last_backup_timestamp_seconds", unit: "seconds",
                "What was committed by then is in the newest checked backup, in seconds since 1970.",
                value: Double(at.microseconds) / 1e6)
        }
        addMetrics(to: &text)
        return Reply(
            Response(
                status: .ok, headers: [.contentType: text.format.contentType, .vary: "Accept"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text.text))))
    }

    /// What `galley status` warns of.
    private func addWarnings(to text: inout MetricsText) async throws {
        let routes = DaemonRoutes(service: service, settings: settings)
        let counts = Dictionary(
            grouping: try await routes.warnings(routes.targetStates(), within: .everyone), by: \.kind)
        text.add(
            .gauge, "galley_warnings", "Warnings of `galley status`, by kind; the latest 20 deliveries of each state.",
            Warning.Kind.allCases.filter { $0 != .other }.map {
                (["kind": $0.rawValue], Double(counts[$0]?.count ?? 0))
            })
    }

    private func addProgram(to text: inout MetricsText) {
        text.add(.info, "galley_build", "The program that answers.", [(["version": settings.version], 1)])
        let process = ProcessReading()
        text.add(
            .gauge, "process_start_time_seconds", unit: "seconds", "When it was started, in seconds since 1970.",
            value: Double(settings.startedAt.microseconds) / 1e6)
        text.add(
            .counter, "process_cpu_seconds", unit: "seconds", "CPU time used.",
            value: process.processorSeconds)
        text.add(
            .gauge, "process_resident_memory_bytes", unit: "bytes", "Resident memory.", count: process.residentBytes)
        text.add(.gauge, "process_open_fds", "Open files and connections.", count: process.filesOpen)
        text.add(.gauge, "process_max_fds", "Limit of open files.", count: process.filesMax)
    }

    private func addStore(to text: inout MetricsText) async {
        let sizes = await store.sizes()
        text.add(.gauge, "galley_store_bytes", unit: "bytes", "Size of the store's file.", count: sizes.file)
        text.add(
            .gauge, "galley_store_log_bytes", unit: "bytes", "Size of the store's write-ahead log.", count: sizes.log)
        text.add(.gauge, "galley_disk_free_bytes", unit: "bytes", "Space left on the store's disk.", count: sizes.free)
        text.add(
            .gauge, "galley_store_fault", "1 for the current fault, by kind.",
            store.fault.map { [(["kind": $0.word], 1)] } ?? [])
    }

    private func addCounts(to text: inout MetricsText) async throws {
        let counts = try await store.counts().posts
        text.add(
            .gauge, "galley_posts", "Posts by state.",
            PostState.allCases.map { (["state": $0.rawValue], Double(counts[$0] ?? 0)) })
        text.add(
            .gauge, "galley_deliveries", "Deliveries by target and state.",
            try await store.countsByTarget().map { (["target": $0.target, "state": $0.state], Double($0.count)) })
    }

    private func addMetrics(to text: inout MetricsText) {
        let metrics = settings.metrics
        text.add(
            .counter, "galley_attempts", "Attempts at targets that ended, by outcome.",
            sorted(metrics.attempts) { ["target": $0.target, "outcome": $0.outcome] })
        text.add(
            .counter, "galley_notifications", "Notifications, by means and outcome.",
            sorted(metrics.notifications) { ["means": $0.means, "outcome": $0.outcome] })
        text.add(
            "galley_store_commit_seconds", unit: "seconds", "Durable commits of the store, by how long they took.",
            metrics.commits.reading)
        text.add(
            .counter, "galley_http_requests", "Requests that were answered, by route and status.",
            sorted(metrics.requests) { ["method": $0.method, "route": $0.route, "status": "\($0.status)"] })
        text.add(.gauge, "galley_event_streams", "Open event streams.", count: metrics.streams.now)
    }

    /// Sorts the samples, so that a comparison of two scrapes shows only real changes.
    private func sorted<Kind>(
        _ tally: Counter<Kind>, _ labels: (Kind) -> MetricsText.Labels
    ) -> [(MetricsText.Labels, Double)] {
        tally.counts.map { (labels($0.key), Double($0.value)) }.sorted { one, other in
            one.0.map(\.value).lexicographicallyPrecedes(other.0.map(\.value))
        }
    }
}
