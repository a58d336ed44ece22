import Foundation
import JSONTree
import Panels
import Posts
import StoreSupport
import Synchronization

@testable import PostStore

// Several windows on one desk. The store decides what they share and what each keeps.
extension VectorChecks {
    func multiWindow(_ row: VectorRow, _ given: Fields, _ expected: Fields) async throws {
        switch row.area {
        case "shared-data" where given.has("opened"): try await listeners(given, expected)
        case "shared-data" where given.has("w1Shows"): try await deletedWhileShown(given, expected)
        case "shared-data": try await shared(given, expected)
        case "per-window-state": try await ownState(given, expected)
        case "restore" where given.has("cases"): try restoreOrder(given, expected)
        case "restore" where given.has("save"): try light(given, expected)
        case "restore": try await restoredAfterDeletion(given, expected)
        default: throw RowError("unknown area of windows “\(row.area)”")
        }
    }

    /// One window adds or deletes; every window gets one event and finds the same list.
    private func shared(_ given: Fields, _ expected: Fields) async throws {
        let scene = try await WindowScene(
            posts: given.get("items"), windows: names(ofWindows: try given.get("windows")))
        let ears = try await scene.ears()
        try await scene.act(try given.get("action"))
        try expected.expect(try await scene.items(), "items")
        let updates = try expected.part("updates")
        for (window, ear) in ears { try updates.expect(try await scene.updates(of: ear), window) }
    }

    /// A closed window gets no events: its listener is removed.
    private func listeners(_ given: Fields, _ expected: Fields) async throws {
        let (opened, closed): (Int, Int) = (try given.get("opened"), try given.get("closed"))
        guard closed >= 0 else { throw RowError("\(closed) windows cannot be closed") }
        let scene = try await WindowScene(posts: [], windows: try names(ofWindows: opened))
        var ears = try await scene.ears()
        for window in ears.keys.sorted().prefix(closed) { ears[window] = nil }
        guard given.has("action"), try given.get("action", as: String.self) == "add an item" else {
            throw RowError("unknown action")
        }
        try await scene.add("d")
        var called = 0
        for ear in ears.values { called += try await scene.updates(of: ear) }
        try expected.expect(called, "closuresCalled")
    }

    /// At most 100 windows.
    private func names(ofWindows count: Int) throws -> [String] {
        guard (0...100).contains(count) else { throw RowError("there cannot be \(count) windows") }
        return (0..<count).map { "w\($0 + 1)" }
    }

    /// A window shows a post that another one deletes.
    private func deletedWhileShown(_ given: Fields, _ expected: Fields) async throws {
        let items: [String] = try given.get("items")
        let scene = try await WindowScene(posts: items, windows: ["w1", "w2"])
        try await scene.show(try given.get("w1Shows"), in: "w1")
        try await scene.act(try given.get("action"))
        let (seen, notices) = try await scene.seen(in: "w1")
        let wanted: String = try expected.get("w1Shows")
        if items.contains(wanted) {
            guard seen == wanted, notices.isEmpty else {
                throw RowError("the window shows \(seen ?? "nothing") and says \(notices)")
            }
            return
        }
        guard wanted.contains("placeholder"), wanted.hasSuffix("with a notice") else {
            throw RowError("the window shows a placeholder with a notice, the row says “\(wanted)”")
        }
        guard seen == nil, notices.count == 1, notices[0].contains("is gone") else {
            throw RowError("the window shows \(seen ?? "nothing") and says \(notices)")
        }
    }

    /// A window's choice reaches no other window.
    private func ownState(_ given: Fields, _ expected: Fields) async throws {
        let (windows, wanted) = (try given.part("windows"), try expected.part("windows"))
        var chosen: [String: String] = [:]
        for window in windows.keys { chosen[window] = try windows.part(window).get("selected") }
        let later = try wanted.keys.map { try wanted.part($0).get("selected", as: String.self) }
        let scene = try await WindowScene(posts: Set(chosen.values).union(later).sorted(), windows: windows.keys)
        for (window, post) in chosen { try await scene.show(post, in: window) }
        let ears = try await scene.ears()
        let before = try await scene.store.newestEventID()
        try await scene.act(try given.get("action"))
        for window in wanted.keys {
            try wanted.part(window).expect(try await scene.seen(in: window).0 ?? "none", "selected")
        }
        guard ears.count == windows.keys.count else { throw RowError("a window is missing") }
        try expected.expect(Int(try await scene.store.newestEventID() - before), "eventsToW2")
    }

    /// The page's own choice, else the one stored with the window, else the default.
    private func restoreOrder(_ given: Fields, _ expected: Fields) throws {
        let used = try given.get("cases", as: [[Any]].self).map { line in
            let names = line.map { $0 as? String }
            guard names.count == 2 else { throw RowError("a case has two activities") }
            func view(_ name: String?) -> ViewState? {
                name.map { ViewState(salvaging: .object(["inside": choice(of: $0)])) }
            }
            return ViewState.restored(fromPage: view(names[0]), kept: view(names[1])).inside("posts").items.first
                ?? "default"
        }
        try expected.expect(used, "used")
    }

    private func choice(of item: String) -> JSON {
        .object(["posts": .object(["items": .list([.text(item)])])])
    }

    /// The store keeps only ids and small facts of a window.
    private func light(_ given: Fields, _ expected: Fields) throws {
        var fields: [String: JSON] = [
            "body": .text("the item's body"), "content": .text("the item's body"), "text": .text("the item's body"),
        ]
        for fact in try given.get("save", as: [String].self) {
            switch fact {
            case "item id": fields["items"] = .list([.text("d1")])
            case "scroll position": fields["scroll"] = .number(120)
            case "split fraction": fields["fraction"] = .number(0.5)
            default: throw RowError("unknown fact “\(fact)”")
            }
        }
        let view = ViewState(salvaging: .object(["inside": .object(["posts": .object(fields)])]))
        let kept = "\(view.document)"
        let words = ["item id": "d1", "scroll position": "120", "split fraction": "0.5"]
        for fact in try given.get("save", as: [String].self) {
            guard let word = words[fact], kept.contains(word) else { throw RowError("“\(fact)” is not kept: \(kept)") }
        }
        for fact in try expected.get("notSaved", as: [String].self) {
            guard fact == "item body", !kept.contains("the item's body") else { throw RowError("“\(fact)” is kept") }
        }
    }

    /// A window comes back, and the post that it showed is gone.
    private func restoredAfterDeletion(_ given: Fields, _ expected: Fields) async throws {
        let open: String = try given.part("saved").get("openPost")
        let kept: [String] = try given.get("store")
        let scene = try await WindowScene(posts: kept, windows: ["w1"])
        try await scene.show(open, in: "w1")
        let (seen, notices) = try await scene.seen(in: "w1")
        let wanted: String? = try expected.optional("openPost")
        guard seen == wanted else { throw RowError("it shows \(seen ?? "nothing")") }
        let notice: String? = try expected.optional("notice")
        guard notices == notice.map({ ["The post \($0)."] }) ?? [] else {
            throw RowError("it says \(notices), the row “\(notice ?? "")”")
        }
    }
}

/// A store with posts, newest first, and windows that show them.
private final class WindowScene: Sendable {
    let store: PostStore
    private let user: UserID
    private let folder: String
    private let posts = Mutex<[String: PostID]>([:])
    private let windows = Mutex<[String: WindowID]>([:])

    struct Ear {
        let changes: AsyncStream<Void>
        let last: Int64
    }

    init(posts names: [String], windows: [String]) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/windows-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let time = WindowClock()
        store = try PostStore.open(at: folder + "/galley.sqlite", boot: BootID("boot 1"), now: { time.next() })
        self.folder = folder
        user = try await store.firstUser(named: "ana").id
        for name in names.reversed() { try await add(name) }
        for window in windows {
            let view = try await store.addWindow(
                label: window, size: Size(width: 1366, height: 900), insets: .zero, for: user, .composer)
            guard case .window(let id) = view.reference else { throw RowError("a new window is no window") }
            self.windows.withLock { $0[window] = id }
        }
    }

    deinit {
        store.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    func add(_ name: String) async throws {
        let post = try await store.create(Draft(title: name, body: "Text of \(name)."), owner: user)
        posts.withLock { $0[name] = post.post.id }
    }

    func items() async throws -> [String] { try await store.posts().items.map { $0.title ?? "" } }

    /// “window 1 adds d3”, “window 2 deletes d1”, “window 1 selects d2”.
    func act(_ action: String) async throws {
        let words = action.split(separator: " ").map(String.init)
        guard words.count == 4, words[0] == "window" else { throw RowError("unknown: “\(action)”") }
        switch words[2] {
        case "adds": try await add(words[3])
        case "deletes": _ = try await store.delete(try id(of: words[3]), by: user)
        case "selects": try await show(words[3], in: "w" + words[1])
        default: throw RowError("unknown: “\(action)”")
        }
    }

    /// The post may have been chosen while it still existed. The product refuses a choice that changes nothing.
    func show(_ post: String, in window: String) async throws {
        if try await seen(in: window).0 == post { return }
        let item = posts.withLock { $0[post]?.text } ?? post
        let id = try windowID(window)
        _ = try await store.perform(
            .view(.show("posts", item)), at: .window(id), of: user, by: id, .composer)
    }

    /// The name of the post that the window shows, and its notes about missing ones.
    func seen(in window: String) async throws -> (String?, [String]) {
        let view = try await store.view(at: .window(try windowID(window)), of: user, .composer)
        let item = view.view.inside("posts").items.last
        let name = posts.withLock { posts in posts.first { $0.value.text == item }?.key }
        return (item.map { name ?? $0 }, view.diagnostics)
    }

    func ears() async throws -> [String: Ear] {
        let last = try await store.newestEventID()
        return windows.withLock { $0.mapValues { _ in Ear(changes: store.changes(), last: last) } }
    }

    /// How many events about posts the window gets after it is woken. Without any event it is not woken.
    func updates(of ear: Ear) async throws -> Int {
        guard try await store.newestEventID() > ear.last else { return 0 }
        var changes = ear.changes.makeAsyncIterator()
        _ = await changes.next()
        guard case .rows(let events) = try await store.events(after: ear.last, for: user) else { return 0 }
        return events.count { $0.kind.rawValue.hasPrefix("post-") }
    }

    private func id(of post: String) throws -> PostID {
        guard let id = posts.withLock({ $0[post] }) else { throw RowError("there is no post \(post)") }
        return id
    }

    private func windowID(_ name: String) throws -> WindowID {
        guard let id = windows.withLock({ $0[name] }) else { throw RowError("there is no window \(name)") }
        return id
    }
}

/// Advances by a minute with each reading.
private final class WindowClock: Sendable {
    private let now = Mutex(Instant(seconds: 1_796_126_400))

    func next() -> Instant {
        now.withLock { now in
            now = now + .minutes(1)
            return now
        }
    }
}
