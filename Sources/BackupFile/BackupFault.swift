/// Why a file is not a usable backup.
package enum BackupFault: Error, Hashable, Sendable, CustomStringConvertible {
    case notABackup(String)
    case newerFormat(Int)
    /// The store in it is from a newer Galley, of this version.
    case newerStore(String)
    /// The store's schema differs from the listed one, so the two come from different backups.
    case otherStore(listed: Int, found: Int)
    /// The store is not built as Galley builds one: what differs.
    case otherSchema(String)
    /// The file is truncated.
    case brokenOff
    /// A file in it has changed since the backup was made.
    case damaged(String)
    /// The daemon could not make the backup; its reason.
    case failed(String)
    /// The file cannot be read; the system's reason.
    case unreadable(String)

    package var description: String {
        switch self {
        case .notABackup(let found): "This is no backup of Galley: \(found). Name another file."
        case .newerFormat(let found):
            "The backup was made by a newer Galley: its format is \(found), and this one knows \(BackupFacts.format). "
                + "Install the newer Galley."
        case .newerStore(let version):
            "The backup was made by Galley \(version), and this one is older. Nothing was changed. Install that one, or a "
                + "later one."
        case .otherStore(let listed, let found):
            "The backup is not as Galley made it: its list says that the store has schema \(listed), and it has \(found). "
                + "Nothing was changed. Use another one."
        case .otherSchema(let difference):
            "The backup is not as Galley made it: of its store, \(difference). Nothing was changed. Use another one."
        case .brokenOff: "The backup is not whole: it breaks off before its list of digests. Use another one."
        case .damaged(let name): "The backup is damaged: “\(name)” is not as it was. Use another one."
        case .failed(let words): words
        case .unreadable(let words): "The backup cannot be read: \(words)."
        }
    }
}
