import Foundation
import JSONTree
import Posts
import StoreSupport
import Synchronization

@testable import Panels
@testable import PostStore

// Several windows on one desk. The store decides what they share and what each keeps.
extension Reading {
    func sharedData() async throws -> [Claim] {
        if given.has("opened") { return try await listeners() }
        let items: [String] = try given.items
        if let shown: String = try given.w1Shows { return try await deletedWhileShown(shown, items) }
        // One window adds or deletes; every window gets one event and finds the same list.
        let scene = try await WindowScene(posts: items, windows: names(ofWindows: given.windows))
        let ears = try await scene.ears()
        try await scene.act(given.action)
        var updates: [(String, JSON)] = []
        for (window, ear) in ears { updates.append((window, .number(try await scene.updates(of: ear)))) }
        return answer(["items": .texts(try await scene.items()), "updates": .object(of: updates)])
    }

    /// A closed window gets no events: its listener is removed.
    private func listeners() async throws -> [Claim] {
        let (opened, closed): (Int, Int) = (try given.opened, try given.closed)
        guard closed >= 0, try given.action == "add an item" else { throw RowError("unknown action") }
        let scene = try await WindowScene(posts: [], windows: names(ofWindows: opened))
        let ears = try await scene.ears().sorted { $0.key < $1.key }.dropFirst(closed)
        try await scene.add("d")
        var called = 0
        for (_, ear) in ears { called += try await scene.updates(of: ear) }
        return answer(["closuresCalled": .number(called)])
    }

    /// At most 100 windows.
    private func names(ofWindows count: Int) throws -> [String] {
        guard (0...100).contains(count) else { throw RowError("there cannot be \(count) windows") }
        return (0..<count).map { "w\($0 + 1)" }
    }

    /// A window shows a post that another one deletes.
    private func deletedWhileShown(_ shown: String, _ items: [String]) async throws -> [Claim] {
        let scene = try await WindowScene(posts: items, windows: ["w1", "w2"])
        try await scene.show(shown, in: "w1")
        try await scene.act(given.action)
        let (seen, notices) = try await scene.seen(in: "w1")
        if let seen, notices.isEmpty { return answer(["w1Shows": .text(seen)]) }
        guard seen == nil, notices.count == 1, notices[0].contains("is gone") else {
            throw RowError("the window shows \(seen ?? "nothing") and says \(notices)")
        }
        let wanted: String = try wanted.w1Shows
        guard !items.contains(wanted), wanted.contains("placeholder"), wanted.hasSuffix("with a notice") else {
            throw RowError("the window shows a placeholder with a notice, the row says “\(wanted)”")
        }
        return [Claim(told: [:], expected: [:])]
    }

    /// A window's choice reaches no other window.
    func ownState() async throws -> [Claim] {
        let (before, after): ([String: [String: String]], [String: [String: String]]) = (
            try given.windows, try wanted.windows
        )
        let posts = Set((Array(before.values) + after.values).flatMap(\.values)).sorted()
        let scene = try await WindowScene(posts: posts, windows: before.keys.sorted())
        for (window, choice) in before {
            guard choice.count == 1, let post = choice["selected"] else { throw unknown("\(choice)") }
            try await scene.show(post, in: window)
        }
        let last = try await scene.store.newestEventID()
        try await scene.act(given.action)
        let events = Int(try await scene.store.newestEventID() - last)
        var windows: [(String, JSON)] = []
        for window in before.keys {
            windows.append((window + "?", ["selected": .text(try await scene.seen(in: window).0 ?? "none")]))
        }
        return answer(["windows": .object(of: windows), "eventsToW2": .number(events)])
    }

    func windowRestore() async throws -> [Claim] {
        if given.has("cases") { return try restoreOrder() }
        if given.has("save") { return try light() }
        // A window comes back, and the post that it showed is gone.
        let scene = try await WindowScene(posts: given.store, windows: ["w1"])
        try await scene.show(given.part("saved").openPost, in: "w1")
        let (seen, notices) = try await scene.seen(in: "w1")
        let notice = try (wanted.notice as String?).map { ["The post \($0)."] } ?? []
        guard notices == notice else { throw RowError("it says \(notices), the row \(notice)") }
        return answer(["openPost?": seen.map { .text($0) } ?? .null, "notice?": try wanted.notice])
    }

    /// The page's own choice, else the one stored with the window, else the default.
    private func restoreOrder() throws -> [Claim] {
        let used = try (given.cases as [[String?]]).map { line in
            let views = line.map { name in
                name.map { ViewState(salvaging: ["inside": ["posts": ["items": [.text($0)]]]]) }
            }
            guard views.count == 2 else { throw RowError("a case has two activities") }
            return ViewState.restored(fromPage: views[0], kept: views[1]).inside("posts").items.first ?? "default"
        }
        return answer(["used": .texts(used)])
    }

    /// The store keeps only ids and small facts of a window.
    private func light() throws -> [Claim] {
        let facts: [String: (field: String, value: JSON)] = [
            "item id": ("items", ["d1"]), "scroll position": ("scroll", 120), "split fraction": ("fraction", 0.5),
        ]
        let saved = try (given.save as [String]).map { name in
            guard let fact = facts[name] else { throw unknown(name) }
            return fact
        }
        let body = ["body", "content", "text"].map { ($0, JSON.text("the item's body")) }
        let fields = Dictionary(body + saved.map { ($0.field, $0.value) }) { $1 }
        let view = ViewState(salvaging: ["inside": ["posts": .object(fields)]])
        guard view.document.at("inside", "posts") == .object(of: saved.map { ($0.field, $0.value) }) else {
            throw RowError("kept is \(view.document)")
        }
        return answer(["notSaved": ["item body"]])
    }
}

/// A store with posts, newest first, and windows that show them.
private final class WindowScene {
    let store: PostStore
    private let user: UserID
    private let folder: String
    private var posts: [String: PostID] = [:]
    private var windows: [String: WindowID] = [:]

    typealias Ear = (changes: AsyncStream<Void>, last: Int64)

    init(posts names: [String], windows labels: [String]) async throws {
        folder = FileManager.default.temporaryDirectory.path + "/windows-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // A minute later with each reading.
        let minutes = Mutex<Int64>(0)
        let clock: @Sendable () -> Instant = {
            Instant(seconds: 1_796_126_400)
                + .minutes(
                    minutes.withLock {
                        $0 += 1; return $0
                    })
        }
        store = try PostStore.open(at: folder + "/galley.sqlite", boot: BootID("boot 1"), now: clock)
        user = try await store.firstUser(named: "ana").id
        for name in names.reversed() { try await add(name) }
        for label in labels {
            let view = try await store.addWindow(
                label: label, size: Size(width: 1366, height: 900), insets: .zero, for: user, .composer)
            if case .window(let id) = view.reference { windows[label] = id }
        }
    }

    deinit {
        store.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    func add(_ name: String) async throws {
        posts[name] = try await store.create(Draft(title: name, body: "Text of \(name)."), owner: user).post.id
    }

    func items() async throws -> [String] { try await store.posts().items.map { $0.title ?? "" } }

    /// “window 1 adds d3”, “window 2 deletes d1”, “window 1 selects d2”.
    func act(_ action: String) async throws {
        let words = action.split(separator: " ").map(String.init)
        guard words.count == 4, words[0] == "window" else { throw RowError("unknown: “\(action)”") }
        switch words[2] {
        case "adds": try await add(words[3])
        case "deletes": _ = try await store.delete(try id(words[3], in: posts), by: user)
        case "selects": try await show(words[3], in: "w" + words[1])
        default: throw RowError("unknown: “\(action)”")
        }
    }

    /// The post may have been chosen while it still existed. The product refuses a choice that changes nothing.
    func show(_ post: String, in window: String) async throws {
        if try await seen(in: window).0 == post { return }
        let item = JSON.text(posts[post]?.text ?? post)
        let id = try id(window, in: windows)
        let show = try ArrangementCommand(["command": "show", "panel": "posts", "item": item])
        _ = try await store.perform(show, at: .window(id), of: user, by: id, .composer)
    }

    /// The name of the post that the window shows, and its notes about missing ones.
    func seen(in window: String) async throws -> (String?, [String]) {
        let view = try await store.view(at: .window(try id(window, in: windows)), of: user, .composer)
        let item = view.view.inside("posts").items.last
        return (posts.first { $0.value.text == item }?.key ?? item, view.diagnostics)
    }

    func ears() async throws -> [String: Ear] {
        let last = try await store.newestEventID()
        return windows.mapValues { _ in (store.changes(), last) }
    }

    /// How many events about posts the window gets after it is woken. Without any event it is not woken.
    func updates(of ear: Ear) async throws -> Int {
        guard try await store.newestEventID() > ear.last else { return 0 }
        var changes = ear.changes.makeAsyncIterator()
        _ = await changes.next()
        guard case .rows(let events) = try await store.events(after: ear.last, for: user) else { return 0 }
        return events.count { $0.kind.rawValue.hasPrefix("post-") }
    }

    private func id<ID>(_ name: String, in ids: [String: ID]) throws -> ID {
        guard let id = ids[name] else { throw RowError("there is no \(name)") }
        return id
    }
}
