import Glibc

/// The bare peers that Galley is measured against, and the drivers of both. A peer does what a programmer would write
/// directly on the C libraries; the only Galley code is the panel engine, which has no other peer.
///
/// Each prints one line of JSON with its measurements.
@main
struct Peers {
    static let use = """
        galley-bench cmark FILE COUNT               parse and render a text
                     create STORE BODY COUNT GROUP  write posts, GROUP to a commit
                     arrange STORE DOCUMENT COUNT   write an arrangement again and again
                     frames PANELS COUNT            place so many panels
                     query STORE SQL COUNT          run the statements of a file
                     open STORE                     open a store, then tell NOTIFY_SOCKET
                     load SOCKET REQUEST COUNT CONNECTIONS
                                                    send requests; ######## in one becomes its number
                     receive TABLE                  answer requests on a port of 127.0.0.1 until standard input ends
                     post URL BODY COUNT PARALLEL   send webhooks with curl_multi, each over a fresh connection
        """

    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        let numbers = words.compactMap { Int($0) }
        switch (words.first, words.count) {
        case ("cmark", 3): try MarkdownLoop.run(text: File.bytes(words[1]), count: numbers[0])
        case ("create", 5):
            try PostWriter.run(words[1], body: File.bytes(words[2]), count: numbers[0], group: numbers[1])
        case ("arrange", 4): try ArrangementWriter.run(words[1], document: File.bytes(words[2]), count: numbers[0])
        case ("frames", 3): PanelFrames.run(panels: numbers[0], count: numbers[1])
        case ("query", 4): try QueryLoop.run(words[1], sql: File.bytes(words[2]), count: numbers[0])
        case ("open", 2): try StoreOpening.run(words[1])
        case ("load", 5): try Load.run(words[1], File.bytes(words[2]), count: numbers[0], connections: numbers[1])
        case ("receive", 2): try Receiver(table: File.bytes(words[1])).run()
        case ("post", 5): try WebhookLoop.run(words[1], File.bytes(words[2]), count: numbers[0], parallel: numbers[1])
        default: throw PeerError("Use: \(use)")
        }
    }
}

struct PeerError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }

    /// With the system's message for the last call.
    static func system(_ what: String) -> PeerError { PeerError("\(what): \(String(cString: strerror(errno)))") }
}

enum File {
    static func bytes(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw PeerError.system(path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}

enum Time {
    /// The CPU seconds that the process has used.
    static var computed: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }
    /// Elapsed seconds.
    static var passed: Double { seconds(CLOCK_MONOTONIC) }

    private static func seconds(_ clock: Int32) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// One line for the driver, flushed at once.
func report(_ line: String) {
    print(line)
    fflush(nil)
}
