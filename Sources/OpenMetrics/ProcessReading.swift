import Glibc

/// The system's figures about this process. Reading them takes a few system calls.
package struct ProcessReading: Hashable, Sendable {
    package let processorSeconds: Double
    package let residentBytes: Int
    package let filesOpen: Int
    package let filesMax: Int

    package init() {
        var usage = rusage()
        _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        processorSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        residentBytes = Self.residentPages * Int(sysconf(Int32(_SC_PAGESIZE)))
        filesOpen = Self.entries(of: "/proc/self/fd")
        filesMax = Self.filesMax
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }

    /// How many files and connections may be open at the same time.
    package static var filesMax: Int {
        var limit = rlimit()
        // Linux's number of this limit (`asm-generic/resource.h`): Swift imports it as an enumeration on some systems
        // and as a number on others.
        return unsafe getrlimit(__rlimit_resource_t(7), &limit) == 0 ? Int(clamping: limit.rlim_cur) : 1024
    }

    /// The second number of `/proc/self/statm` (proc(5)); 0 if it cannot be read.
    private static var residentPages: Int {
        let file = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = unsafe read(file, &bytes, bytes.count)
        let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
        return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }

    private static func entries(of path: String) -> Int {
        guard let folder = unsafe opendir(path) else { return 0 }
        defer { unsafe closedir(folder) }
        var count = 0
        while let entry = unsafe readdir(folder) {
            if unsafe entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
        }
        // Without the descriptor used for this count.
        return max(0, count - 1)
    }
}
