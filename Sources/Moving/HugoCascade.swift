import JSONTree

/// Front matter that Hugo gives to the pages below a list page, or to those that its configuration names.
struct HugoCascade: Hashable, Sendable {
    /// Whether Hugo then shows no page.
    let hidesPages: Bool
    private let path: PathGlob?

    /// - Parameter table: one item in `cascade`.
    init(_ table: JSON) {
        let values = table.words
        func target(_ key: String) -> String? { values["target.\(key)"] ?? values["_target.\(key)"] }
        let hides = values.contains { key, value in
            switch key {
            case "draft", "headless": value == "true"
            case "build.render", "_build.render": ["false", "link", "never"].contains(value)
            default: false
            }
        }
        hidesPages = hides && (target("kind") ?? "page") == "page"
        path = target("path").map { PathGlob($0.lowercased(), crossesSlashes: false) }
    }

    /// - Parameter path: of the page below the folder of the content, with a “/” in front.
    func hides(_ path: String) -> Bool { hidesPages && self.path?.matches(path) ?? true }
}
