import Foundation

/// A path for a store in its own folder, which is removed with this object.
final class TemporaryStore: Sendable {
    let folder = FileManager.default.temporaryDirectory.path + "/store-\(UUID().uuidString)"
    var path: String { folder + "/galley.db" }

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: folder) }
}
