import Moving
import Posts

/// Finds the files that references name: those of Hugo (`ref`, `relref`) and Jekyll (`post_url`, `link`), and links to
/// files (`../boats.md`, Zola's `@/boats.md`, Pelican's `{filename}/boats.md`).
struct PostReferences {
    private let files: Set<String>
    /// The files by their last name, without its extension; of a bundle, the name of its folder.
    private let byName: [String: [String]]
    /// The addresses of posts by their files.
    private let addresses: [String: String]

    init(_ files: [String], addresses: [String: String]) {
        self.files = Set(files)
        byName = Dictionary(grouping: files) { PostReferences.name($0) }
        self.addresses = addresses
    }

    /// Whether a text may contain a reference.
    static func occur(in text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "{"))
            && text.contains(#/\{\{[<%]-?\s*(?:rel)?ref\s|\{%-?\s*(?:post_url|link)\s/#)
            || LinkReferences.all(in: text).contains { LinkReferences.namesFile($0.address) }
    }

    /// The address of a post.
    /// - Parameters:
    ///   - reference: such as `posts/harbour.md`, `../harbour`, `/posts/harbour#boats` or `2019-05-01-harbour`.
    ///   - file: the file that contains it.
    /// - Returns: nil unless it names exactly one post with an address.
    func address(of reference: String, in file: String) -> String? {
        let path = String(reference.prefix { $0 != "#" && $0 != "?" })
        // Zola's names begin at its folder of posts.
        let named = path.hasPrefix("@/") ? String(path.dropFirst()) : PelicanMark.path(in: path)
        let found = self.file(named, in: file) ?? (named.contains("%") ? self.file(named.percentRead, in: file) : nil)
        guard !path.isEmpty, let found, let address = addresses[found] else {
            return nil
        }
        return address + reference[path.endIndex...]
    }

    private func file(_ path: String, in file: String) -> String? {
        let folder = file.split(separator: "/").dropLast().map(String.init)
        let parts = path.split(separator: "/").map(String.init)
        let places = path.hasPrefix("/") ? [[], ["content"]] : [folder, [], ["content"]]
        for place in places {
            let whole = PostReferences.resolved(place + parts)
            let names = [whole, whole + ".md", whole + "/index.md", whole + ".markdown", whole + ".mdx"]
            if let found = names.first(where: files.contains) { return found }
        }
        // Hugo looks for the name everywhere, and Jekyll below each `_posts`.
        let wanted = PostReferences.resolved(parts)
        let stem = PostReferences.withoutExtension(wanted)
        let candidates = (byName[PostReferences.name(wanted)] ?? []).filter { file in
            let known = PostReferences.withoutExtension(file)
            return [known, known.hasSuffix("/index") ? String(known.dropLast("/index".count)) : known].contains {
                $0 == stem || $0.hasSuffix("/" + stem)
            }
        }
        return candidates.count == 1 ? candidates[0] : nil
    }

    private static func name(_ file: String) -> String {
        let parts = withoutExtension(file).split(separator: "/").map(String.init)
        return parts.last == "index" && parts.count > 1 ? parts[parts.count - 2] : parts.last ?? ""
    }

    private static func withoutExtension(_ file: String) -> String {
        for ending in [".md", ".markdown", ".mdx"] where file.hasSuffix(ending) {
            return String(file.dropLast(ending.count))
        }
        return file
    }

    /// Without `.` and `..`.
    private static func resolved(_ parts: [String]) -> String {
        var path: [String] = []
        for part in parts where part != "." {
            if part == ".." { _ = path.popLast() } else { path.append(part) }
        }
        return path.joined(separator: "/")
    }
}
