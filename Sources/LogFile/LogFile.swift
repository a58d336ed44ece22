import GRDBSQLite
import Glibc

/// The write-ahead log, open in one connection: gathers frames that follow each other, and writes them at once when the
/// frame that commits them is there.
///
/// Whoever looks into the log sees the same bytes as without it, and no later: SQLite tells other connections of frames
/// only after it has handed over all of them up to one with a commit mark, and looks at its own through this very file.
/// Only what is appended is gathered; all else is written as it comes, after what was gathered before.
///
/// Source: https://www.sqlite.org/fileformat2.html#walformat
struct LogFile {
    typealias File = UnsafeMutablePointer<sqlite3_file>

    /// Stands where SQLite keeps the file; the system's own file stands behind it.
    private struct State {
        /// All that SQLite sees of it.
        var base: sqlite3_file
        var gathered: UnsafeMutableRawPointer?
        /// Bytes gathered.
        var count = 0
        /// Where in the file the first of them belongs.
        var start: Int64 = 0
        /// Behind the last byte that was handed over since the log began anew; what is written before it is no addition.
        var end: Int64 = 0
        /// Whether the frame whose page is to come commits.
        var commits = false
    }

    private let state: UnsafeMutablePointer<State>

    /// Bytes that it takes in front of the system's own file.
    static let size = (MemoryLayout<State>.size + 15) & ~15
    /// The most that SQLite's own files for Unix write at once; a longer piece they take for a full disk. It holds 31
    /// frames of the usual size, more than a new post takes.
    private static let capacity = 0x1_FFFF
    private static let frameHeaderSize: Int32 = 24

    private init(_ file: File) {
        state = UnsafeMutableRawPointer(file).assumingMemoryBound(to: State.self)
    }

    /// Where the system's own file stands.
    static func system(of file: File) -> File {
        (UnsafeMutableRawPointer(file) + size).assumingMemoryBound(to: sqlite3_file.self)
    }

    /// To be called when the system has opened its own file, or failed to.
    static func begin(_ file: File) {
        // Without methods nobody closes it.
        let isOpen = system(of: file).pointee.pMethods != nil
        let base = sqlite3_file(pMethods: isOpen ? UnsafePointer(methods) : nil)
        UnsafeMutableRawPointer(file).initializeMemory(as: State.self, to: State(base: base))
    }
}

// MARK: - Gathering

extension LogFile {
    private func write(_ bytes: UnsafeRawPointer, _ count: Int32, at offset: Int64) -> Int32 {
        let isHeader = count == LogFile.frameHeaderSize && offset >= state.pointee.end
        let isPage = state.pointee.count > 0 && offset == state.pointee.end
        guard isHeader || isPage else { return writeDirectly(bytes, count, at: offset) }
        if !isNext(offset, count) {
            let code = flush()
            guard code == SQLITE_OK else { return code }
        }
        guard isHeader || state.pointee.count > 0, let gathered = memory else {
            return writeDirectly(bytes, count, at: offset)
        }
        if state.pointee.count == 0 { state.pointee.start = offset }
        (gathered + state.pointee.count).copyMemory(from: bytes, byteCount: Int(count))
        state.pointee.count += Int(count)
        state.pointee.end = offset + Int64(count)
        guard isHeader else { return state.pointee.commits ? flush() : SQLITE_OK }
        // The size of the database after the commit; 0 when it is none.
        state.pointee.commits = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self) != 0
        return SQLITE_OK
    }

    /// Whether so many bytes can stand behind those that are gathered.
    private func isNext(_ offset: Int64, _ count: Int32) -> Bool {
        guard state.pointee.count > 0 else { return true }
        return offset == state.pointee.end && state.pointee.count + Int(count) <= LogFile.capacity
    }

    /// Nil when there is none to be had. Connections that only read never ask for it.
    private var memory: UnsafeMutableRawPointer? {
        if state.pointee.gathered == nil { state.pointee.gathered = malloc(LogFile.capacity) }
        return state.pointee.gathered
    }

    private func writeDirectly(_ bytes: UnsafeRawPointer, _ count: Int32, at offset: Int64) -> Int32 {
        let code = flush()
        guard code == SQLITE_OK else { return code }
        // What is written to its very beginning begins the log anew.
        state.pointee.end = max(offset == 0 ? 0 : state.pointee.end, offset + Int64(count))
        return call { $0.xWrite?($1, bytes, count, offset) }
    }

    /// Writes what is gathered. When that fails it is given up: SQLite hears of it and undoes the transaction.
    private func flush() -> Int32 {
        guard let gathered = state.pointee.gathered, state.pointee.count > 0 else { return SQLITE_OK }
        let count = state.pointee.count
        state.pointee.count = 0
        return call { $0.xWrite?($1, gathered, Int32(count), state.pointee.start) }
    }

    private func close() -> Int32 {
        let flushed = flush()
        free(state.pointee.gathered)
        state.pointee.gathered = nil
        let closed = call { $0.xClose?($1) }
        return flushed == SQLITE_OK ? closed : flushed
    }
}

// MARK: - What SQLite calls

extension LogFile {
    /// What the system's own file says to it.
    private func call(_ method: (sqlite3_io_methods, File) -> Int32?) -> Int32 {
        let system = LogFile.system(of: UnsafeMutableRawPointer(state).assumingMemoryBound(to: sqlite3_file.self))
        guard let methods = system.pointee.pMethods else { return SQLITE_IOERR }
        return method(methods.pointee, system) ?? SQLITE_IOERR
    }

    /// The same, after everything that was handed over has been written.
    private func callFlushed(_ method: (sqlite3_io_methods, File) -> Int32?) -> Int32 {
        let code = flush()
        return code == SQLITE_OK ? call(method) : code
    }

    /// Version 1: nobody locks the log or maps it into memory. It lives as long as the process, and nobody writes it: a
    /// pointer is all that SQLite takes, and that is not known to be safe between threads.
    private nonisolated(unsafe) static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
        var methods = sqlite3_io_methods()
        methods.iVersion = 1
        methods.xClose = { file in file.map { LogFile($0).close() } ?? SQLITE_IOERR }
        methods.xRead = { file, bytes, count, offset in
            file.map { LogFile($0).callFlushed { $0.xRead?($1, bytes, count, offset) } } ?? SQLITE_IOERR
        }
        methods.xWrite = { file, bytes, count, offset in
            guard let file, let bytes else { return SQLITE_IOERR }
            return LogFile(file).write(bytes, count, at: offset)
        }
        methods.xTruncate = { file, size in
            guard let file else { return SQLITE_IOERR }
            LogFile(file).state.pointee.end = size
            return LogFile(file).callFlushed { $0.xTruncate?($1, size) }
        }
        methods.xSync = { file, flags in
            file.map { LogFile($0).callFlushed { $0.xSync?($1, flags) } } ?? SQLITE_IOERR
        }
        methods.xFileSize = { file, size in
            file.map { LogFile($0).callFlushed { $0.xFileSize?($1, size) } } ?? SQLITE_IOERR
        }
        methods.xLock = { file, level in file.map { LogFile($0).call { $0.xLock?($1, level) } } ?? SQLITE_IOERR }
        methods.xUnlock = { file, level in file.map { LogFile($0).call { $0.xUnlock?($1, level) } } ?? SQLITE_IOERR }
        methods.xCheckReservedLock = { file, isLocked in
            file.map { LogFile($0).call { $0.xCheckReservedLock?($1, isLocked) } } ?? SQLITE_IOERR
        }
        methods.xFileControl = { file, operation, argument in
            file.map { LogFile($0).call { $0.xFileControl?($1, operation, argument) } } ?? SQLITE_NOTFOUND
        }
        methods.xSectorSize = { file in file.map { LogFile($0).call { $0.xSectorSize?($1) } } ?? 0 }
        methods.xDeviceCharacteristics = { file in
            file.map { LogFile($0).call { $0.xDeviceCharacteristics?($1) } } ?? 0
        }
        let kept = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        kept.initialize(to: methods)
        return kept
    }()
}
