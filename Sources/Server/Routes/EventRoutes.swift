import AsyncAlgorithms
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
    let heartbeat: Duration
    /// How many streams are open.
    let open: Level

    func add(to book: inout RouteBook) {
        book.add(
            .get, "/v1/events", .read,
            RouteDescription("Tells what happens, as it happens.").gives("text/event-stream", "Server-sent events.")
                .heeds("Last-Event-ID", "Goes on after this one.").asks("after", "The same.")
                .asks("window", "Leaves out what this window knows.").asks(
                    "seen", "The revision that the window shows."
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
    let heartbeat: Duration
    let reader: Caller
    let after: Int64
    /// nil for a caller who wants to hear all of it.
    let ear: WindowEar?
    /// Whether the caller may still listen: a session can be ended from elsewhere, a token revoked, a user removed.
    let isWelcome: @Sendable () async throws -> Bool

    private static let batch = 100

    @concurrent func write(to writer: inout any ResponseBodyWriter) async throws {
        var (last, ear) = (after, ear)
        // Before the first read, so that nothing falls between the two.
        let changes = store.changes().map { _ in true }
        let beats = AsyncTimerSequence(interval: heartbeat, clock: .continuous).map { _ in false }
        try await writer.write(ByteBuffer(string: "retry: 2000\n: galley\n\n"))
        _ = try await send(after: &last, heardBy: &ear, to: &writer)
        for try await isChange in merge(changes, beats).cancelOnGracefulShutdown() {
            guard try await isWelcome() else { break }
            let isSent = try await send(after: &last, heardBy: &ear, to: &writer)
            if !isSent, !isChange { try await writer.write(ByteBuffer(string: ": still here\n\n")) }
        }
        try await writer.finish(nil)
    }

    /// - Returns: whether there was something to send.
    @concurrent private func send(
        after last: inout Int64, heardBy ear: inout WindowEar?, to writer: inout any ResponseBodyWriter
    ) async throws -> Bool {
        var isSent = false
        while true {
            switch try await store.events(
                after: last, for: reader.user, within: reader.reach, limit: EventStream.batch)
            {
            case .reset(let newest, let oldest):
                let data = try WireJSON.encode(ResetBody(oldest: oldest))
                try await writer.write(
                    ByteBuffer(
                        string: "id: \(newest)\nevent: reset\ndata: \(String(decoding: data, as: UTF8.self))\n\n"))
                last = newest
                isSent = true
            case .rows(let events):
                guard let end = events.last else { return isSent }
                last = end.id
                let news = try await ear?.news(of: events) ?? events
                if !news.isEmpty {
                    try await writer.write(try message(news))
                    isSent = true
                }
                if events.count < EventStream.batch { return isSent }
            }
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
