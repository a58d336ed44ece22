import Glibc
import Posts

/// Reports the daemon's state to systemd (sd_notify(3)): one datagram to the socket that systemd named. Does nothing
/// without systemd.
struct ServiceNotice: Sendable {
    private let socketPath: String?
    /// The interval in which systemd expects a sign of life; nil without a watchdog.
    let watchdogMicroseconds: Int64?

    init(environment: [String: String]) {
        socketPath = environment["NOTIFY_SOCKET"]
        let isOurs = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
        watchdogMicroseconds = isOurs ? environment["WATCHDOG_USEC"].flatMap(Int64.init) : nil
    }

    /// - Parameter status: any text; only its own line breaks begin an assignment.
    func ready(_ status: String) { send("READY=1\nSTATUS=\(status.withVisibleControls())") }
    /// - Parameter microseconds: of the monotonic clock, by which systemd distinguishes this reload from the previous
    ///   one.
    func reloading(at microseconds: Int64) {
        send("RELOADING=1\nMONOTONIC_USEC=\(microseconds)\nSTATUS=Reading the settings again.")
    }
    func status(_ status: String) { send("STATUS=\(status.withVisibleControls())", patience: 0) }
    func stopping() { send("STOPPING=1\nSTATUS=Stopping.") }
    func alive() { send("WATCHDOG=1", patience: 0) }

    /// - Parameter patience: how many seconds it waits while the socket's queue is full, because the service manager does
    ///   not read.
    private func send(_ message: String, patience: Int = 2) {
        guard let socketPath, let address = UnixAddress(socketPath) else { return }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let bytes = Array(message.utf8)
        var limit = timeval(tv_sec: patience, tv_usec: 0)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let flags = Int32(MSG_NOSIGNAL) | (patience == 0 ? Int32(MSG_DONTWAIT) : 0)
        // A lost notice is not an error: systemd itself acts when none arrives.
        _ = unsafe address.withPointer { pointer, length in
            unsafe sendto(descriptor, bytes, bytes.count, flags, pointer, length)
        }
    }
}

/// The address of a Unix socket. A leading `@` stands for Linux's abstract namespace.
private struct UnixAddress {
    private var raw = sockaddr_un()
    private let length: socklen_t

    init?(_ path: String) {
        var name = Array(path.utf8)
        guard !name.isEmpty, name.count < MemoryLayout.size(ofValue: raw.sun_path) else { return nil }
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        raw.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &raw.sun_path) { unsafe $0.copyBytes(from: name) }
        length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    }

    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        unsafe withUnsafePointer(to: raw) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
        }
    }
}
