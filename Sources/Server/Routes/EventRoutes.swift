import HTTPTypes
import Hummingbird
import HummingbirdCore
import Meters
import NIOCore
import Panels
import PostStore
import Posts
import ServiceLifecycle
import Wire

/// `/v1/events`: the event log as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html).
struct EventRoutes {
    let desk: Desk
    let catalogue: PanelCatalogue
    let sessions: SessionBook
    let heartbeat: Heartbeat
    /// How many streams are open.
    let open: Level

    func add(to book: inout RouteBook) {
        book.add(
            .get, "/v1/events", .read,
            RouteDescription("Streams events as they happen.").gives("text/event-stream", "Server-sent events.")
                .heeds("Last-Event-ID", "Continues after this event.").asks(
                    "after", "The same.", whole: 0...9_000_000_000_000_000
                )
                .asks("window", "Leaves out what this window knows.").asks(
                    "seen", "The revision that the window shows.", whole: 0...9_000_000_000_000_000
                ).asks("user", "Refused when another user is signed in; for pages, whose streams carry no headers."),
            stream)
    }

    /// Goes on after `Last-Event-ID` or `?after=`; without either, with what happens from now on. With `?window=`, and
    /// `&seen=` for the revision that it shows, tells of panels only what is news to that window.
    @Sendable private func stream(_ call: Call) async throws -> Response {
        if let name = call.query["user"] { try call.known.demand(user: name) }
        let store = desk.store
        var last: Int64
        if let text = call.header(.lastEventID) ?? call.query["after"] {
            guard let id = Int64(text), id >= 0 else {
                throw Problem.badHeader(
                    "Last-Event-ID", "found “\(text.shortened())”. Send the id of the last event you saw.")
            }
            last = id
        } else {
            last = try await store.newestEventID()
        }
        let caller = try call.known
        let place = try call.context.guest?.beginStream(of: caller.user)
        let stream = EventStream(
            place: place, store: store, times: desk.times, heartbeat: heartbeat, reader: caller, after: last,
            ear: try await ear(of: call)
        ) {
            try await isWelcome(caller)
        }
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store", .xAccelBuffering: "no",
        ]
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { [open] writer in
                open.rise()
                defer { open.fall() }
                try await stream.write(to: &writer)
            })
    }

    /// Asks the store itself: it tells of commits before anybody here knows what they mean.
    private func isWelcome(_ caller: Caller) async throws -> Bool {
        if let shown = caller.shown { return try await sessions.isLive(shown) }
        if let hash = caller.tokenHash { return try await desk.store.token(hash: hash) != nil }
        return try await desk.store.hasUser(caller.user)
    }

    private func ear(of call: Call) async throws -> WindowEar? {
        guard let text = call.query["window"] else { return nil }
        guard let window = WindowID(text) else { throw StoreError.noSuchWindow(text.shortened()) }
        let seen = call.query["seen"]
        let revision = seen.flatMap { Int($0) }
        guard seen == nil || revision != nil else {
            throw Problem.badParameter("seen", "Found “\((seen ?? "").shortened())”. Use the window's revision.")
        }
        return try await WindowEar(
            window, of: try call.user, seen: revision, store: desk.store, catalogue: catalogue)
    }
}

extension HTTPField.Name {
    /// Asks nginx not to hold events back.
    static let xAccelBuffering = HTTPField.Name("X-Accel-Buffering") ?? .cacheControl
}

/// One caller's view of the log. Nothing is queued for it: whenever the log grew, and the caller took what was sent, it
/// reads on from the last row that the caller has. A slow caller costs no memory.
private struct EventStream: Sendable {
    /// Given back with this value.
    let place: Guest.StreamPlace?
    let store: PostStore
    let times: Times
    let heartbeat: Heartbeat
    let reader: Caller
    let after: Int64
    /// nil for a caller who wants to hear all of it.
    let ear: WindowEar?
    /// Whether the caller may still listen: a session can be ended from elsewhere, a token revoked, a user removed.
    let isWelcome: @Sendable () async throws -> Bool

    private static let batchLength = 100

    @concurrent func write(to writer: inout any ResponseBodyWriter) async throws {
        // One stream for all that wakes this one, and no task: a desk has hundreds of these. Whichever of two wakes is kept, the
        // log is read.
        let (wakes, source) = AsyncStream.makeStream(of: Wake.self, bufferingPolicy: .bufferingNewest(1))
        // Before the first read, so that nothing falls between the two.
        let changes = store.listen({ source.yield(.change) }, end: { source.finish() })
        let beats = heartbeat.listen { source.yield(.beat) }
        defer { withExtendedLifetime((changes, beats)) {} }
        // What happened since the caller's last event.
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
        var place = LogPlace(last: after, ear: ear)
        try await writer.write(ByteBuffer(string: "retry: 2000\n: galley\n\n"))
        wakes: for await wake in wakes {
            var isSilent = true
            while true {
                guard let batch = try await read(after: place) else { break wakes }
                place = batch.end
                if let words = batch.words {
                    isSilent = false
                    try await writer.write(words)
                }
                if batch.isLast { break }
            }
            if isSilent, wake == .beat { try await writer.write(ByteBuffer(string: ": still here\n\n")) }
        }
        try await writer.finish(nil)
    }

    /// What the caller has by now.
    private struct LogPlace: Sendable {
        var last: Int64
        var ear: WindowEar?
    }

    private struct Batch: Sendable {
        /// nil when there is nothing that the caller has to hear.
        var words: ByteBuffer?
        var end: LogPlace
        /// Whether there is no more for now.
        var isLast: Bool
    }

    /// Reads in a task that ends: a task keeps the memory of its deepest call, and that of a stream waits for hours.
    /// - Returns: nil when the caller may no longer listen.
    private func read(after place: LogPlace) async throws -> Batch? {
        try await Task { try await isWelcome() ? batch(after: place) : nil }.value
    }

    @concurrent private func batch(after place: LogPlace) async throws -> Batch {
        var place = place
        switch try await store.events(
            after: place.last, for: reader.user, within: reader.reach, limit: EventStream.batchLength)
        {
        case .reset(let newest, let oldest):
            let data = try WireJSON.encode(ResetBody(oldest: oldest))
            place.last = newest
            let words = "id: \(newest)\nevent: reset\ndata: \(String(decoding: data, as: UTF8.self))\n\n"
            return Batch(words: ByteBuffer(string: words), end: place, isLast: false)
        case .rows(let events):
            guard let end = events.last else { return Batch(words: nil, end: place, isLast: true) }
            place.last = end.id
            let news = try await place.ear?.news(of: events) ?? events
            return Batch(
                words: news.isEmpty ? nil : try message(news), end: place,
                isLast: events.count < EventStream.batchLength)
        }
    }

    private func message(_ events: [LogEvent]) throws -> ByteBuffer {
        var buffer = ByteBuffer()
        for event in events {
            buffer.writeString("id: \(event.id)\nevent: \(event.kind.rawValue)\ndata: ")
            buffer.writeBytes(try WireJSON.encode(EventBody(event, times)))
            buffer.writeString("\n\n")
        }
        return buffer
    }
}
