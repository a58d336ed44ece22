import Glibc

/// The machine code that only starting needs: reading settings, checking the store, building the routes. It is more than
/// half of what a resting daemon would keep mapped, on servers where memory is dear.
enum StartUpCode {
    /// Lets go of all code that was mapped so far. What runs again is mapped again from the page cache, at a microsecond for
    /// each 64 KB; the rest is the kernel's to take when somebody else needs the memory.
    static func letGo() {
        // Read line by line: the kernel gives a page at a time, which other readers take for the end.
        guard let maps = unsafe fopen("/proc/self/maps", "re") else { return }
        var buffer: UnsafeMutablePointer<CChar>?
        var size = 0
        while unsafe getline(&buffer, &size, maps) > 0, let line = unsafe buffer {
            let words = unsafe String(cString: line)
            guard let code = range(ofCode: words.dropLast()),
                let start = unsafe UnsafeMutableRawPointer(bitPattern: code.lowerBound)
            else { continue }
            unsafe madvise(start, code.count, MADV_DONTNEED)
        }
        unsafe free(buffer)
        unsafe fclose(maps)
    }

    /// - Parameter line: of `/proc/self/maps` (proc_pid_maps(5)), such as `55d0-55e0 r-xp 00001000 fe:00 1234 /usr/bin/x`.
    /// - Returns: nil unless it is code from a file that nobody can have written to: of other memory the kernel would
    ///   forget what was changed there.
    static func range(ofCode line: Substring) -> Range<UInt>? {
        let fields = line.split(separator: " ", maxSplits: 5)
        guard fields.count == 6, fields[1] == "r-xp", fields[5].drop(while: { $0 == " " }).hasPrefix("/") else {
            return nil
        }
        let ends = fields[0].split(separator: "-").map { UInt($0, radix: 16) }
        guard ends.count == 2, let start = ends[0], let end = ends[1], start < end else { return nil }
        return start..<end
    }
}
