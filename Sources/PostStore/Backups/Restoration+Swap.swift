import BackupFile
import FoundationEssentials
import Glibc
import Posts

/// Exchanging the store for the unpacked backup, by renaming.
///
/// Before the first file moves, a mark beside the store records where the old store goes and which files belong to it.
/// Until the last file is in place the mark keeps daemons out. A restore that finds the mark of one that was cut off
/// goes on by it: the old store ends up whole in one folder, and what that restore had put in place is replaced.
extension Restoration {
    /// What the mark records.
    struct SwapPlan: Hashable {
        /// The path of the folder that keeps the old store.
        let aside: String
        /// The files of the old store, by their names in that folder.
        let old: Set<String>
    }

    /// - Returns: the folder with the former store; nil when there was none.
    func changePlaces() throws -> String? {
        try MediaFolder(beside: staged).syncNames()
        try own(staging)
        let plan = try swapPlan()
        for step in swapSteps(plan) { try step() }
        // Only an empty folder can be removed so.
        return unsafe rmdir(plan.aside) == 0 ? nil : plan.aside
    }

    /// The plan of a restore that was cut off, else a new one, which is on disk when this returns.
    func swapPlan() throws -> SwapPlan {
        if let found = foundPlan() {
            guard unsafe mkdir(found.aside, 0o700) == 0 || errno == EEXIST else { throw noFolder(found.aside) }
            try own(found.aside)
            return found
        }
        let old = places.filter { isThere($0.path) }.map(\.name)
        let name = try makeFolder()
        // It appears whole or not at all: a part of it would mistake old files for restored ones.
        let draft = try MediaFolder(beside: staged).draft()
        try draft.write(([name] + old).joined(separator: "\n").utf8, at: 0)
        try draft.sync()
        try own(draft.path)
        try move(draft.path, to: mark)
        try StoreFile.syncFolder(folder)
        return SwapPlan(aside: "\(folder)/\(name)", old: Set(old))
    }

    /// Each can be repeated, and the swap can be cut off before each.
    func swapSteps(_ plan: SwapPlan) -> [() throws -> Void] {
        let syncNames = { for folder in [plan.aside, folder] { try StoreFile.syncFolder(folder) } }
        let keep = places.filter { plan.old.contains($0.name) }.map { place in
            {
                let kept = "\(plan.aside)/\(place.name)"
                if isThere(place.path), !isThere(kept) { try move(place.path, to: kept) }
            }
        }
        // The old store is elsewhere by then, so this is of a restore that was cut off.
        let clear = places.map { place in
            { if isThere(place.path) { try FileManager.default.removeItem(atPath: place.path) } }
        }
        let fill = [
            { try move(MediaFolder(beside: staged).path, to: MediaFolder(beside: store).path) },
            { try move(staged, to: store) },
        ]
        let end = {
            _ = unsafe unlink(mark)
            try StoreFile.syncFolder(folder)
        }
        return keep + [syncNames] + clear + fill + [syncNames, end]
    }

    private var mark: String { StoreFile(path: store).restoreMark }

    /// Where the files of a store are, and their names in the folder that keeps the old ones.
    private var places: [(path: String, name: String)] {
        ["", "-wal", "-shm", "-journal"].map { (store + $0, BackupName.store + $0) }
            + [(MediaFolder(beside: store).path, "media")]
    }

    private static let markBytesMax = 4096

    private func foundPlan() -> SwapPlan? {
        let file = unsafe open(mark, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let bytes = StoreFile.bytes(of: file, at: 0, count: Restoration.markBytesMax)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        guard let name = lines.first, name.hasPrefix(Restoration.asidePrefix), !name.utf8.contains(UInt8(ascii: "/"))
        else { return nil }
        return SwapPlan(aside: "\(folder)/\(name)", old: Set(lines.dropFirst()))
    }

    /// - Returns: the name of a new folder for the old store.
    private func makeFolder() throws -> String {
        for number in 1...100 {
            let name = Restoration.asidePrefix + RFC3339.name(now) + (number == 1 ? "" : "-\(number)")
            let path = "\(folder)/\(name)"
            if unsafe mkdir(path, 0o700) == 0 {
                try own(path)
                return name
            }
            guard errno == EEXIST else { throw noFolder(path) }
        }
        throw StoreError.unavailable("\(folder) is full of folders of earlier restores. Remove some.")
    }

    private func noFolder(_ path: String) -> StoreError {
        StoreFile.unavailable("The folder \(path) cannot be made", errno)
    }
}
