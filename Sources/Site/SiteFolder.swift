import Glibc

/// The folder of the finished site, which may also contain files of other origin.
///
/// `replace(with:)` makes Galley's part of the folder equal to the given files. It can be killed at any moment: each
/// file is then complete, old or new, and the next call with the same or newer files finishes the work.
/// `.galley-site.json` lists the files that Galley wrote; it never changes or removes any other file.
package struct SiteFolder: Sendable {
    package let path: String

    package init(path: String) { self.path = path }

    /// Writes new files, then changed ones, then removes unwanted ones, then writes the list of files.
    ///
    /// A file with equal bytes keeps its date. Each step keeps the order of `files`. The call reads every file once to
    /// compare it, in about 15 µs each, and waits for the disk, so call it on a thread that may block.
    /// - Throws: before any change, if another process uses the folder, or if a file of the same name is not Galley's
    ///   and differs; later, when a write fails, with the number of remaining steps.
    package func replace(with files: [SiteFile]) throws(SiteFolderError) -> SiteChanges {
        for file in files where !Self.isPossible(file.path) { throw .badPath(file.path) }
        let root = try openRoot()
        let lock = try openRoot()
        try take(lock)
        // Closing is not enough: a process that was just forked may hold a copy of the descriptor for a moment.
        defer { flock(lock.raw, LOCK_UN) }
        let manifest = try SiteManifest.read(in: root)
        let plan = try SitePlan(for: files, manifest: manifest, root: root)
        guard !plan.isEmpty || manifest?.files != plan.wanted else {
            return SiteChanges(written: [], removed: [], unchanged: plan.unchanged)
        }
        var writer = SiteWriter(root: root, steps: plan.new.count + plan.changed.count + plan.gone.count)
        // Record the files before writing them, so that a killed process leaves no file that the list does not name.
        if !plan.new.isEmpty || plan.hasAdopted {
            try writer.record(SiteManifest(files: plan.wanted.union(plan.gone)))
        }
        for stage in [plan.new, plan.changed] {
            for index in stage { try writer.write(files[index]) }
            try writer.settle()
        }
        for path in plan.gone { try writer.remove(path) }
        try writer.settle()
        try writer.record(SiteManifest(files: plan.wanted))
        return SiteChanges(
            written: (plan.new + plan.changed).map { files[$0].path }, removed: plan.gone, unchanged: plan.unchanged)
    }

    private func openRoot() throws(SiteFolderError) -> Descriptor {
        try makeFolders()
        let raw = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard raw >= 0 else { throw .cannotOpen(path, errorText(errno)) }
        return Descriptor(raw)
    }

    private func makeFolders() throws(SiteFolderError) {
        var reached = ""
        for name in path.split(separator: "/") {
            let parent = reached.isEmpty ? "/" : reached
            reached += "/" + name
            if unsafe mkdir(reached, 0o755) == 0 {
                let raw = unsafe open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                if raw >= 0 { _ = fsync(Descriptor(raw).raw) }
            } else if errno != EEXIST {
                // mkdir can fail for other reasons, such as a read-only disk, although the folder exists.
                let code = errno
                guard unsafe access(reached, F_OK) == 0 else { throw .cannotOpen(reached, errorText(code)) }
            }
        }
    }

    /// Locks the folder itself, so that no lock file is left and the lock ends with the process. Some network file
    /// systems cannot lock folders; there the daemon's own lock has to suffice.
    private func take(_ lock: borrowing Descriptor) throws(SiteFolderError) {
        guard flock(lock.raw, LOCK_EX | LOCK_NB) != 0 else { return }
        if errno == EWOULDBLOCK { throw .busy(path) }
    }

    /// Whether the path stays inside the folder and has names that every file system accepts.
    private static func isPossible(_ path: String) -> Bool {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        return names.allSatisfy { name in
            !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 255 && !name.utf8.contains(0)
        } && path.utf8.count < 4000 && !path.hasPrefix(".galley-site")
    }
}

/// The result of `SiteFolder.replace(with:)`.
package struct SiteChanges: Equatable, Sendable {
    /// In the order in which they were written.
    package let written: [String]
    package let removed: [String]
    /// The number of files that needed no change.
    package let unchanged: Int
}

/// Why the site could not be written. The folder is unchanged or partly updated, and the next attempt continues.
package enum SiteFolderError: Error, Equatable, CustomStringConvertible {
    case badPath(String)
    case cannotOpen(String, String)
    case busy(String)
    case notOurs(String)
    case link(String)
    case badManifest(String)
    case failed(String, String, done: Int, of: Int)

    package var description: String {
        switch self {
        case .badPath(let path):
            "“\(path.shortened(to: 100))” cannot be a file of the site. "
                + "Each part of it needs 1 to 255 bytes and may not be “..”."
        case .cannotOpen(let path, let reason):
            "The site's folder \(path) cannot be used. \(reason) Nothing was changed."
        case .busy(let path):
            "Another process is writing the site in \(path). Nothing was changed; try again when it has ended."
        case .notOurs(let path):
            "\(path) is in the site's folder, differs from what the site needs there, and was not written by Galley. "
                + "Nothing was changed. Move it away, or choose another folder."
        case .link(let path):
            "\(path) in the site's folder is a symbolic link, which might lead elsewhere. "
                + "Nothing is written through it. Replace it by a folder."
        case .badManifest(let reason):
            "The list of Galley's files, .galley-site.json in the site's folder, cannot be used. \(reason) "
                + "Move it away; Galley adopts files that already match."
        case .failed(let path, let reason, let done, let all):
            "\(path) could not be written. \(reason) "
                + "\(done) of \(all) changes are made; the next attempt makes the rest."
        }
    }
}
