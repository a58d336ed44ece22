import HTTPTypes
import HummingbirdCore
import JSONTree
import NIOCore
import OpenMetrics
import PostStore
import Posts
import ServiceLifecycle
import Wire

/// `/v1/events`: the event log as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
struct EventRoutes: ServiceRoutes {
    let service: PostService
    let sessions: Sessions
    let heartbeat: Heartbeat
    /// The number of open streams.
    let open: Gauge

    func add(to book: inout RouteTable) {
        book.answer(API.streamEvents, stream)
    }

    /// Resumes after `Last-Event-ID` or `?after=`; without either, it starts with the next event.
    @Sendable private func stream(_ call: Call<EventsQuery, Nothing>) async throws -> Reply<Bytes> {
        if let name = call.query.user { try call.known.demand(user: name) }
        var last: Int64
        if let text = call.header(.lastEventID) {
            guard let id = Int64(text), id >= 0 else {
                throw Problem.badHeader(
                    "Last-Event-ID", "found “\(text.shortened())”. Send the id of the last event you saw.")
            }
            last = id
        } else if let id = call.query.after {
            last = id
        } else {
            last = try await store.newestEventID()
        }
        let caller = try call.known
        let place = try call.context.connection?.beginStream(of: caller.user)
        let log = LogReader(store: store, times: times, caller: caller, after: last) { try await hasAccess(caller) }
        let stream = EventStream(
            place: place, store: store, heartbeat: heartbeat,
            beat: call.query.beats == true ? "event: beat\ndata: {}\n\n" : ": still here\n\n", log: log)
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store", .xAccelBuffering: "no",
        ]
        return Reply(
            Response(
                status: .ok, headers: headers,
                body: ResponseBody { [open] writer in
                    open.rise()
                    defer { open.fall() }
                    try await stream.write(to: &writer)
                }))
    }

    private func hasAccess(_ caller: Caller) async throws -> Bool {
        if let shown = caller.shown { return try await sessions.isLive(shown) }
        if let hash = caller.tokenHash { return try await store.token(hash: hash) != nil }
        return try await store.hasUser(caller.user)
    }
}

/// One stream to one client. Galley queues no events for it. When the log has grown and the client has read what was
/// sent, the stream reads on from the last row that the client has. So a slow client costs no memory.
private struct EventStream: Sendable {
    /// Reserved until this value is released.
    let place: ConnectionHandle.OpenStream?
    let store: PostStore
    let heartbeat: Heartbeat
    /// What is sent at a beat if there is no news.
    let beat: String
    let log: LogReader

    @concurrent func write(to writer: inout any ResponseBodyWriter) async throws {
        // One `AsyncStream` carries every wake-up, so that no second task is needed for each of hundreds of streams.
        // Only the newest wake-up is kept, and each leads to a read of the log.
        let (wakes, source) = AsyncStream.makeStream(of: Wake.self, bufferingPolicy: .bufferingNewest(1))
        // Subscribe before the first read, so that no event is missed.
        let changes = store.subscribe({ source.yield(.change) }, end: { source.finish() })
        let beats = heartbeat.listen { source.yield(.beat) }
        defer { withExtendedLifetime((changes, beats)) {} }
        // Send the events since the client's last one.
        source.yield(.change)
        try await withGracefulShutdownHandler {
            try await write(to: &writer, wokenBy: wakes)
        } onGracefulShutdown: {
            source.finish()
        }
    }

    private enum Wake { case change, beat }

    @concurrent private func write(to writer: inout any ResponseBodyWriter, wokenBy wakes: AsyncStream<Wake>)
        async throws
    {
        try await writer.write(ByteBuffer(string: "retry: 2000\n: galley\n\n"))
        for await wake in wakes {
            var news = try await next()
            if case .nothing = news, wake == .beat { news = .words(ByteBuffer(string: beat)) }
            while case .words(let words) = news {
                try await writer.write(words)
                news = try await next()
            }
            if case .end = news { break }
        }
        try await writer.finish(nil)
    }

    /// Reads in a task that ends. A task keeps the memory of its deepest call, and this stream's own task waits for
    /// hours.
    private func next() async throws -> LogReader.Reading {
        try await Task { [log] in try await log.next() }.value
    }
}

/// Reads the event log for one client.
private actor LogReader {
    enum Reading: Sendable {
        case words(ByteBuffer)
        /// No further news for now.
        case nothing
        /// The client has lost its access.
        case end
    }

    private let store: PostStore
    private let times: Times
    private let caller: Caller
    /// The last row that the client has.
    private var last: Int64
    /// Whether the client still has access: its session may have ended, its token may be revoked, its user removed.
    private let hasAccess: @Sendable () async throws -> Bool

    private static let batchLength = 100

    init(
        store: PostStore, times: Times, caller: Caller, after last: Int64,
        hasAccess: @escaping @Sendable () async throws -> Bool
    ) {
        (self.store, self.times, self.caller, self.last) = (store, times, caller, last)
        self.hasAccess = hasAccess
    }

    func next() async throws -> Reading {
        guard try await hasAccess() else { return .end }
        switch try await store.events(
            after: last, for: caller.user, within: caller.reach, limit: LogReader.batchLength)
        {
        case .reset(let newest, let oldest):
            let data = try JSONCoding.encode(ResetBody(oldest: oldest))
            last = newest
            return .words(
                ByteBuffer(string: "id: \(newest)\nevent: reset\ndata: \(String(decoding: data, as: UTF8.self))\n\n"))
        case .rows(let events):
            guard let end = events.last else { return .nothing }
            last = end.id
            return .words(try message(events))
        }
    }

    private func message(_ events: [LogEvent]) throws -> ByteBuffer {
        var buffer = ByteBuffer()
        for event in events {
            buffer.writeString("id: \(event.id)\nevent: \(event.kind.rawValue)\ndata: ")
            buffer.writeBytes(try JSONCoding.encode(EventBody(event, times)))
            buffer.writeString("\n\n")
        }
        return buffer
    }
}
