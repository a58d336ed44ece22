import JSONTree
import Posts

/// Front matter that Hugo gives to the pages below a list page, or to those that its configuration names.
struct HugoCascade: Hashable, Sendable {
    /// Whether Hugo then shows no page to everyone.
    let hidesPages: Bool
    private let path: PathGlob?

    /// - Parameters:
    ///   - table: one item in `cascade`.
    ///   - privacy: which entries keep a page from the public.
    init(_ table: JSON, _ privacy: PrivacyRules) {
        let values = table.words
        func target(_ key: String) -> String? { values["target.\(key)"] ?? values["_target.\(key)"] }
        hidesPages = !privacy.marks(in: table.sourceEntries).isEmpty && (target("kind") ?? "page") == "page"
        path = target("path").map { PathGlob($0.lowercased(), crossesSlashes: false) }
    }

    /// - Parameter path: of the page below the folder of the content, with a “/” in front.
    func hides(_ path: String) -> Bool { hidesPages && self.path?.matches(path) ?? true }
}
