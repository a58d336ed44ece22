/// The modules of the page, found by following `import` lines from the first one.
///
/// A browser sees the imports of a module only once it has loaded the module, so a graph six levels deep would cost six
/// round trips. The page therefore preloads all modules.
enum ModuleGraph {
    /// - Parameters:
    ///   - first: the path of the module that the page loads.
    ///   - read: returns the text of the module at a path; nil when there is none.
    /// - Returns: existing paths, each once, those nearest to `first` in front.
    static func paths(from first: String, read: (String) -> String?) -> [String] {
        var (found, waiting, known) = ([String](), [first], Set([first]))
        while !waiting.isEmpty {
            var next: [String] = []
            for path in waiting {
                guard let text = read(path) else { continue }
                found.append(path)
                for name in names(in: text) {
                    guard let other = resolved(name, from: path), known.insert(other).inserted else { continue }
                    next.append(other)
                }
            }
            waiting = next
        }
        return found
    }

    /// The names in a module's static `import` and `export … from` lines, in their order. The keyword must stand at the
    /// beginning of a line or after the closing brace of a list, and the name in double quotes.
    static func names(in text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard let first = line.first, firsts.contains(first), starts.contains(where: { line.starts(with: $0.utf8) })
            else { return nil }
            let parts = Substring(line).split(separator: "\"", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0] == "import " || parts[0].hasSuffix(" from ") else { return nil }
            return String(parts[1])
        }
    }

    private static let starts = ["import ", "export ", "} from "]
    /// A look at the first byte rules out most lines.
    private static let firsts = starts.compactMap(\.utf8.first)

    /// - Returns: nil for a path that is not relative or leaves the page's folder.
    private static func resolved(_ name: String, from path: String) -> String? {
        guard name.hasPrefix("./") || name.hasPrefix("../") else { return nil }
        var folder = path.split(separator: "/").dropLast()
        for part in name.split(separator: "/") where part != "." {
            if part != ".." {
                folder.append(part)
            } else if folder.popLast() == nil {
                return nil
            }
        }
        return folder.joined(separator: "/")
    }
}
