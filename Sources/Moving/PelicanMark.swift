/// What Pelican writes in front of the path of a file or the name of a list: `{static}/images/x.png`, `|filename|other.md`.
package enum PelicanMark {
    private static let files = ["static", "attach", "filename"]
    private static let lists = ["tag", "category", "author", "index", "archives"]

    /// The path of the file, from the root of the texts or beside the file that names it.
    /// - Returns: the address itself if it has no mark.
    package static func path(in address: String) -> String {
        length(files, address).map { String(address.dropFirst($0)) } ?? address
    }

    /// Whether the address means nothing without Pelican.
    package static func begins(_ address: some StringProtocol) -> Bool { length(files + lists, address) != nil }

    private static func length(_ names: [String], _ address: some StringProtocol) -> Int? {
        guard let first = address.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "|") else {
            return nil
        }
        let beginning = address.prefix(12).lowercased()
        return names.first { beginning.hasPrefix("{\($0)}") || beginning.hasPrefix("|\($0)|") }.map { $0.count + 2 }
    }
}
