import CSQLite

extension SQLError {
    package init(_ kind: Kind, _ message: String, _ code: Int32 = 1, _ systemError: Int32 = 0) {
        self.init(kind: kind, code: "\(code)", message: message, systemError: systemError)
    }
}

extension SQLError.Kind {
    /// - Parameter code: of SQLite, extended or not; see https://www.sqlite.org/rescode.html.
    package init(_ code: Int32) {
        switch code & 0xFF {
        case SQLITE_CONSTRAINT, SQLITE_MISMATCH: self = .constraint
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        case SQLITE_READONLY: self = .readOnly
        case SQLITE_CANTOPEN: self = .cannotOpen
        case SQLITE_PERM: self = .notPermitted
        case SQLITE_FULL: self = .diskFull
        case SQLITE_IOERR: self = .diskFailed
        case SQLITE_ABORT, SQLITE_INTERRUPT: self = .ended
        default: self = .other
        }
    }
}
