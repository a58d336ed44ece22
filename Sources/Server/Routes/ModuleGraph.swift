/// The modules of the page, found by following the `import` lines from the first one.
///
/// A browser sees what a module imports only once it has that module: a graph six deep would cost six round trips. So the
/// page names all of them at its beginning.
enum ModuleGraph {
    /// - Parameters:
    ///   - first: the path of the module that the page asks for.
    ///   - read: the text of a module by its path; nil where there is none.
    /// - Returns: paths, each once, the nearest to `first` in front; without what is not there.
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

    /// What a module's static `import` and `export … from` lines name, in their order. Each stands at the beginning of a
    /// line, or at the end of a list in braces; the name is in double quotes.
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
    /// Most lines are skipped after a look at their first byte.
    private static let firsts = starts.compactMap(\.utf8.first)

    /// - Returns: nil for what is no relative path, or leads out of the page's folder.
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
