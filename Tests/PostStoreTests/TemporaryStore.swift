import Foundation

/// A place for a store in a folder of its own, which goes with it.
final class TemporaryStore: Sendable {
    let folder = FileManager.default.temporaryDirectory.path + "/store-\(UUID().uuidString)"
    var path: String { folder + "/galley.sqlite" }

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: folder) }
}
