/// Why a file is no backup that can be relied on.
package enum BackupFault: Error, Hashable, Sendable, CustomStringConvertible {
    case notABackup(String)
    case newerFormat(Int)
    /// The store in it is of a newer Galley, of this version.
    case newerStore(String)
    /// The store in it has another schema than the list says: they are of two backups.
    case otherStore(listed: Int, found: Int)
    /// It ends before its end.
    case brokenOff
    /// A file in it is not as it was when the backup was made.
    case damaged(String)
    /// The daemon could not make it, in these words.
    case failed(String)
    /// The file cannot be read, in the system's words.
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
        case .brokenOff: "The backup is not whole: it breaks off before its list of digests. Use another one."
        case .damaged(let name): "The backup is damaged: “\(name)” is not as it was. Use another one."
        case .failed(let words): words
        case .unreadable(let words): "The backup cannot be read: \(words)."
        }
    }
}
