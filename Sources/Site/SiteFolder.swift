import Glibc

/// The folder of the finished site, which may also contain files of other origin.
///
/// `replace(with:)` makes Galley's part of the folder equal to the given files. It can be killed at any moment: each
/// file is then complete, old or new, and the next call with the same or newer files finishes the work.
/// `.galley-site.json` lists the files that Galley wrote; it never changes or removes any other file. The list names the
/// desk, because two desks with one folder would remove each other's pages.
struct SiteFolder: Sendable {
    let path: String
    /// The name of the desk that writes; nil while it has no posts.
    var desk: String?

    /// Writes new files, then changed ones, then removes unwanted ones, then writes the list of files.
    ///
    /// A file with equal bytes keeps its date. Each step keeps the order of `parts`. Parts are made one after the other
    /// and not kept. The call examines every file, in about 2 µs each, and waits for the disk, so call it on a thread
    /// that may block.
    /// - Parameter known: of the last call for this folder.
    /// - Throws: before any change, if another process or another desk uses the folder, or if a file of the same name is
    ///   not Galley's and differs; later, when a file cannot be made or written, with the number of remaining steps.
    func replace(with parts: [SitePart], known: inout KnownFiles) throws(SiteFolderError) -> SiteChanges {
        // Of all parts, every plan can be carried out.
        try write(parts, areAll: true, known: &known) ?? SiteChanges(written: [], removed: [], unchanged: 0)
    }

    /// Writes those of `parts` that differ, and examines no other file of the folder.
    /// - Returns: nil, without having changed anything, if one of them is not in the list of Galley's files.
    func update(_ parts: [SitePart], known: inout KnownFiles) throws(SiteFolderError) -> SiteChanges? {
        try write(parts, areAll: false, known: &known)
    }

    /// - Returns: nil if a file is not listed and the parts are not all.
    private func write(
        _ parts: [SitePart], areAll: Bool, known: inout KnownFiles
    ) throws(SiteFolderError) -> SiteChanges? {
        let root = try openRoot()
        let lock = try openRoot()
        try take(lock)
        // Closing is not enough: a process that was just forked may hold a copy of the descriptor for a moment.
        defer { flock(lock.raw, LOCK_UN) }
        defer { known.settle() }
        let manifest = try known.manifest(in: root)
        if let owner = manifest?.desk, owner != desk { throw .otherDesk(path, owner, own: desk) }
        let plan = try SitePlan(for: parts, areAll: areAll, of: desk, manifest: manifest, root: root, known: &known)
        guard areAll || plan.isListed else { return nil }
        guard !plan.isListed || !plan.doubtful.isEmpty || !plan.new.isEmpty else {
            return SiteChanges(written: [], removed: [], unchanged: plan.unchanged)
        }
        return try carryOut(plan, parts, root, &known)
    }

    private func carryOut(
        _ plan: SitePlan, _ parts: [SitePart], _ root: consuming Descriptor, _ known: inout KnownFiles
    ) throws(SiteFolderError) -> SiteChanges {
        var writer = SiteWriter(root: root, steps: plan.new.count + plan.doubtful.count + plan.gone.count)
        // Record the files before writing them, so that a killed process leaves no file that the list does not name.
        if !plan.isListed && !plan.new.isEmpty || plan.hasAdopted {
            try writer.record(SiteManifest(files: plan.wanted.union(plan.gone), desk: desk), &known)
        }
        for index in plan.new { try writer.write(parts[index], &known) }
        try writer.settle(&known)
        for index in plan.doubtful { try writer.update(parts[index], &known) }
        try writer.settle(&known)
        for path in plan.gone { try writer.remove(path, &known) }
        try writer.settle(&known)
        if !plan.isListed, !plan.gone.isEmpty || plan.new.isEmpty && !plan.hasAdopted {
            try writer.record(SiteManifest(files: plan.wanted, desk: desk), &known)
        }
        let same = plan.unchanged + plan.new.count + plan.doubtful.count - writer.written.count
        return SiteChanges(written: writer.written, removed: plan.gone, unchanged: same)
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
                if raw >= 0 { try? Descriptor(raw).sync() }
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
    static func isPossible(_ path: String) -> Bool {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        return names.allSatisfy { name in
            !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 255 && !name.utf8.contains(0)
        } && path.utf8.count < 4000 && !path.hasPrefix(".galley-site")
    }
}

/// The result of `SiteFolder.replace(with:)`.
struct SiteChanges: Equatable, Sendable {
    /// In the order in which they were written.
    let written: [String]
    let removed: [String]
    /// The number of files that needed no change.
    let unchanged: Int
}

/// Why the site could not be written. The folder is unchanged or partly updated, and the next attempt continues.
package enum SiteFolderError: Error, Equatable, CustomStringConvertible {
    case badPath(String)
    case cannotOpen(String, String)
    case busy(String)
    /// The folder, the name of the desk in its list, and that of this desk.
    case otherDesk(String, String, own: String?)
    case notOurs(String)
    case link(String)
    case badManifest(String)
    case failed(String, String, done: Int, of: Int)

    /// Whether the folder is as it was before.
    package var changedNothing: Bool { if case .failed = self { false } else { true } }

    /// Whether only another setting helps, or a decision of the author.
    package var isOfSettings: Bool { if case .otherDesk = self { true } else { false } }

    /// The path in the folder at which something stands that Galley did not write.
    var pathOfOtherOrigin: String? {
        switch self {
        case .notOurs(let path), .link(let path): path
        default: nil
        }
    }

    package var description: String {
        switch self {
        case .badPath(let path):
            "“\(path.shortenedAtWord(to: 100))” cannot be a file of the site. "
                + "Each part of it needs 1 to 255 bytes and may not be “..”."
        case .cannotOpen(let path, let reason):
            "The site's folder \(path) cannot be used. \(reason) Nothing was changed."
        case .busy(let path):
            "Another process is writing the site in \(path). Nothing was changed; try again when it has ended."
        case .otherDesk(let path, let owner, let own):
            "The site's folder \(path) belongs to another desk: its list \(SiteManifest.name) names \(owner), and this desk "
                + (own.map { "is \($0)" } ?? "has no posts yet")
                + ". Nothing was changed. Set another `folder`; or, if the other galleyd no longer writes there, hand the "
                + "folder over: \(SiteManifest.release(path))"
        case .notOurs(let path):
            "\(path) is in the site's folder, differs from what the site needs there, and was not written by Galley. "
                + "It stays as it is. Move it away, or choose another folder."
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
