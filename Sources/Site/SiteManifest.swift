import Glibc
import JSONTree
import Posts

/// The list of files that Galley wrote to a site's folder, stored there as `.galley-site.json`.
struct SiteManifest: Codable {
    private var version = 1
    /// The name of the desk that writes the folder (see `PostStore.deskName`); nil in lists of older versions, and of a
    /// desk without posts.
    let desk: String?
    let files: Set<String>

    static let name = ".galley-site.json"
    private static let bytesMax = 1 << 28

    private enum CodingKeys: String, CodingKey { case version, desk, files }

    init(files: Set<String>, desk: String? = nil) {
        self.files = files
        self.desk = desk
    }

    /// The command that leaves the folder to the next desk that writes it.
    static func release(_ folder: String) -> String {
        "sed -i '/^ *\"desk\" *:/d' \("\(folder)/\(name)".quotedForShell)"
    }

    /// Sorted, one name per line.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
        try container.encodeIfPresent(desk, forKey: .desk)
        try container.encode(files.sorted(), forKey: .files)
    }

    /// nil if the list does not exist yet.
    static func read(in root: borrowing Descriptor) throws(SiteFolderError) -> SiteManifest? {
        let raw = unsafe openat(root.raw, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard raw >= 0 else {
            if errno == ENOENT { return nil }
            throw .badManifest(errorText(errno))
        }
        guard let bytes = Descriptor(raw).read(upTo: bytesMax) else { throw .badManifest("It cannot be read.") }
        guard let manifest = try? JSONCoding.decode(SiteManifest.self, from: bytes) else {
            throw .badManifest("It is damaged.")
        }
        guard manifest.version == 1 else { throw .badManifest("It was written by a newer Galley.") }
        return manifest
    }

    var file: SiteFile {
        // Encoding strings and a number never fails.
        SiteFile(path: Self.name, bytes: (try? JSONCoding.encode(self, isPretty: true)) ?? [])
    }
}
