import BackupFile
import Digests
import Glibc
import Synchronization

/// A checked copy of the store with the pictures that it names, read once as one tar archive. The copy is removed with
/// this object.
package final class BackupCopy: Sendable {
    private let facts: BackupFacts
    private let files: [File]
    private let seconds: Int64
    private let storeCopy: String
    private let permit: BackupPermit
    private let progress = Mutex(Progress())

    struct File: Sendable {
        let name, path: String
        let size: Int
    }

    private struct Progress {
        var hasBegun = false
        /// The file that is being read.
        var index = 0
        var offset = 0
        var digest = RunningDigest()
        var digests = DigestList()
        var isOver = false
    }

    /// - Parameters:
    ///   - files: the store's copy first.
    ///   - seconds: since 1970; the time of all files.
    init(facts: BackupFacts, files: [File], seconds: Int64, storeCopy: String, permit: BackupPermit) {
        self.facts = facts
        self.files = files
        self.seconds = seconds
        self.storeCopy = storeCopy
        self.permit = permit
    }

    deinit { _ = unsafe unlink(storeCopy) }

    private static let partLength = 1 << 18

    /// The next bytes of the archive, up to a quarter of a megabyte; nil at its end. Reads the disk: do not call it on an
    /// event loop.
    package func next() throws(StoreError) -> [UInt8]? {
        do {
            return try progress.withLock { try next(&$0) }
        } catch {
            throw error as? StoreError ?? .unavailable("\(error)")
        }
    }

    private func next(_ progress: inout Progress) throws -> [UInt8]? {
        if !progress.hasBegun {
            progress.hasBegun = true
            return small(BackupName.facts, try facts.encoded(), &progress)
        }
        guard progress.index < files.count else {
            if progress.isOver { return nil }
            progress.isOver = true
            return small(BackupName.digests, progress.digests.bytes, &progress) + TarEntry.end
        }
        return try part(of: files[progress.index], &progress)
    }

    private func small(_ name: String, _ bytes: [UInt8], _ progress: inout Progress) -> [UInt8] {
        let digest = RunningDigest()
        digest.add(bytes)
        progress.digests.note(name, digest.finish().hexadecimal)
        let entry = TarEntry(name: name, size: bytes.count, modifiedAt: seconds)
        return entry.header + bytes + TarEntry.padding(after: bytes.count)
    }

    private func part(of file: File, _ progress: inout Progress) throws -> [UInt8] {
        var bytes: [UInt8] = []
        if progress.offset == 0 {
            progress.digest = RunningDigest()
            bytes = TarEntry(name: file.name, size: file.size, modifiedAt: seconds).header
        }
        let count = min(BackupCopy.partLength, file.size - progress.offset)
        let found = try read(file, at: progress.offset, count: count)
        progress.digest.add(found)
        progress.offset += count
        bytes += found
        if progress.offset == file.size {
            progress.digests.note(file.name, progress.digest.finish().hexadecimal)
            progress.index += 1
            progress.offset = 0
            bytes += TarEntry.padding(after: file.size)
        }
        return bytes
    }

    private func read(_ file: File, at offset: Int, count: Int) throws(StoreError) -> [UInt8] {
        let descriptor = unsafe open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreFile.unavailable("\(file.path) cannot be read", errno) }
        defer { close(descriptor) }
        let bytes = StoreFile.bytes(of: descriptor, at: offset, count: count)
        guard bytes.count < count else { return bytes }
        guard file.name != BackupName.store else {
            throw .unavailable("\(file.path) became shorter while it was read.")
        }
        // A bad sector under one picture must not prevent all backups. Its digest shows the reader that it is damaged.
        return bytes + [UInt8](repeating: 0, count: count - bytes.count)
    }
}

/// Allows one backup at a time, and keeps the files of pictures while it is made, because the copy of the store names
/// them.
final class BackupCoordinator: Sendable {
    private struct State {
        var isUnderWay = false
        /// Digests of the files whose removal was put off.
        var leftOver: Set<String> = []
    }
    private let state = Mutex(State())

    /// - Returns: nil while another one is being made.
    func permit() -> BackupPermit? {
        let isFree = state.withLock { state in
            defer { state.isUnderWay = true }
            return !state.isUnderWay
        }
        return isFree ? BackupPermit(coordinator: self) : nil
    }

    /// Whether the file has to stay for now. The next `tidy` removes it.
    func keeps(_ digest: String) -> Bool {
        state.withLock { state in
            if state.isUnderWay { state.leftOver.insert(digest) }
            return state.isUnderWay
        }
    }

    /// The files that may be removed now.
    func takeLeftOver() -> Set<String> {
        state.withLock { state in
            guard !state.isUnderWay else { return [] }
            defer { state.leftOver = [] }
            return state.leftOver
        }
    }

    fileprivate func end() { state.withLock { $0.isUnderWay = false } }
}

/// The right to make a backup. It ends when the last reference to it does.
package final class BackupPermit: Sendable {
    private let coordinator: BackupCoordinator
    fileprivate init(coordinator: BackupCoordinator) { self.coordinator = coordinator }
    deinit { coordinator.end() }
}
