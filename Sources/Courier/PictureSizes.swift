import Darkroom
import FoundationEssentials
import Logging
import Pictures
import PostStore
import Programs
import Site

/// Smaller versions of the pictures of sites, so that a telephone need not load what a large screen needs.
///
/// The files `DIGEST-WIDTH.ENDING` in the folder `sizes` beside the pictures are a cache: they can be removed while the
/// daemon is stopped, and no backup contains them. They are made one at a time after a post was published, never before.
actor PictureSizes {
    private let store: PostStore
    private let log: Logger
    /// By the digest of the picture. nil until the folder was read.
    private var made: [String: [SitePictureSize]]?
    /// The pictures that have all their sizes, or whose sizes could not be made by this process.
    private var settled: Set<String> = []

    /// Pixels. A size must save a fifth of the width.
    private static let widths = [480, 960, 1920]

    init(store: PostStore, log: Logger) { (self.store, self.log) = (store, log) }

    private nonisolated var folder: String { store.mediaFolder.path + "/sizes" }

    /// All sizes, by the digest of the picture.
    func known() async -> [String: [SitePictureSize]] {
        if let made { return made }
        let found = (try? await onOwnThread { [folder] in PictureSizes.read(folder) }) ?? [:]
        made = made ?? found
        return made ?? [:]
    }

    /// Makes the missing sizes of up to `max` pictures.
    /// - Returns: whether there are new ones; nil if no picture is left that may need some.
    func makeMissing(of pictures: [SitePicture], by darkroom: Darkroom, max: Int) async -> Bool? {
        _ = await known()
        var digests: [String] = []
        for picture in pictures where digests.count < max {
            if !settled.contains(picture.digest), !digests.contains(picture.digest) { digests.append(picture.digest) }
        }
        guard !digests.isEmpty, let facts = try? await store.mediaFacts(of: digests) else { return nil }
        settled.formUnion(digests)
        var isNew = false
        for (digest, facts) in facts where facts.isFittable {
            for width in PictureSizes.widths where width * 5 <= facts.width * 4 && !Task.isCancelled {
                guard made?[digest]?.contains(where: { $0.width == width }) != true else { continue }
                guard let size = await make(digest, facts, width, darkroom) else { break }
                made?[digest, default: []].append(size)
                isNew = true
            }
        }
        return isNew
    }

    private func make(_ digest: String, _ facts: MediaFacts, _ width: Int, _ darkroom: Darkroom) async
        -> SitePictureSize?
    {
        let path = "\(folder)/\(digest)-\(width).\(facts.kind.fileEnding)"
        let side = Swift.max(width, (facts.height * width + facts.width / 2) / facts.width)
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try await darkroom.develop(
                store.mediaFolder.file(of: digest), into: path, as: facts.kind, sideMax: side)
            return SitePictureSize(path: path)
        } catch {
            log.info(
                "A smaller picture for sites could not be made.",
                metadata: ["digest": "\(digest)", "error": "\(error)"])
            return nil
        }
    }

    private static func read(_ folder: String) -> [String: [SitePictureSize]] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let sizes = names.sorted().compactMap { SitePictureSize(path: "\(folder)/\($0)") }
        return Dictionary(grouping: sizes, by: \.digest).mapValues { $0.sorted { $0.width < $1.width } }
    }
}
