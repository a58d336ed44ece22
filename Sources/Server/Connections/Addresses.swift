import Glibc

// The kernel's address structures, made from text and read back. Each value lives only for the length of a call.

/// An IPv4 or IPv6 address with its port.
struct InternetAddress {
    private var four = sockaddr_in()
    private var six = sockaddr_in6()
    let family: Int32

    /// - Returns: nil unless `host` is `localhost` or a numeric loopback address, with or without brackets.
    init?(loopback host: String, port: Int) {
        guard let port = UInt16(exactly: port) else { return nil }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let name = host == "localhost" ? "127.0.0.1" : isBracketed ? String(host.dropFirst().dropLast()) : host
        if unsafe inet_pton(AF_INET, name, &four.sin_addr) == 1 {
            family = AF_INET
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
        } else if unsafe inet_pton(AF_INET6, name, &six.sin6_addr) == 1 {
            family = AF_INET6
            six.sin6_family = sa_family_t(AF_INET6)
            six.sin6_port = port.bigEndian
        } else {
            return nil
        }
        guard isLoopback else { return nil }
    }

    /// The address to which a socket of either family is bound; nil when the socket has none.
    init?(boundTo descriptor: Int32) {
        guard AddressBytes.read(&six, of: descriptor) else { return nil }
        switch Int32(six.sin6_family) {
        case AF_INET6: family = AF_INET6
        case AF_INET:
            family = AF_INET
            unsafe withUnsafeBytes(of: six) { source in
                unsafe withUnsafeMutableBytes(of: &four) { copy in
                    unsafe copy.copyMemory(from: UnsafeRawBufferPointer(rebasing: source.prefix(copy.count)))
                }
            }
        default: return nil
        }
    }

    var port: Int { Int(UInt16(bigEndian: family == AF_INET ? four.sin_port : six.sin6_port)) }

    /// The numeric address, without brackets.
    var host: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        var (four, six) = (four.sin_addr, six.sin6_addr)
        let isWritten =
            family == AF_INET
            ? unsafe inet_ntop(AF_INET, &four, &text, socklen_t(text.count)) != nil
            : unsafe inet_ntop(AF_INET6, &six, &text, socklen_t(text.count)) != nil
        guard isWritten else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    var isLoopback: Bool { family == AF_INET ? host.hasPrefix("127.") : host == "::1" }

    /// - Returns: 0 or `errno`.
    func bind(_ descriptor: Int32) -> Int32 {
        family == AF_INET
            ? unsafe AddressBytes.pass(four) { unsafe Glibc.bind(descriptor, $0, $1) }
            : unsafe AddressBytes.pass(six) { unsafe Glibc.bind(descriptor, $0, $1) }
    }
}

/// The path of a Unix socket.
struct FileAddress {
    private var address = sockaddr_un()

    /// - Returns: nil when the path is empty, contains a zero byte or is longer than the kernel allows.
    init?(_ path: String) {
        let room = MemoryLayout.size(ofValue: address.sun_path)
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count < room, !bytes.contains(0) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    }

    func bind(_ descriptor: Int32) -> Int32 {
        unsafe AddressBytes.pass(address) { unsafe Glibc.bind(descriptor, $0, $1) }
    }

    func connect(_ descriptor: Int32) -> Int32 {
        unsafe AddressBytes.pass(address) { unsafe Glibc.connect(descriptor, $0, $1) }
    }

    static func path(boundTo descriptor: Int32) -> String? {
        var address = sockaddr_un()
        guard AddressBytes.read(&address, of: descriptor), Int32(address.sun_family) == AF_UNIX else { return nil }
        let bytes = unsafe withUnsafeBytes(of: address.sun_path) { unsafe Array($0.prefix { $0 != 0 }) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

private enum AddressBytes {
    /// Passes an address to a system call.
    /// - Returns: 0 or `errno`.
    static func pass<Address>(_ address: Address, to call: (UnsafePointer<sockaddr>?, socklen_t) -> Int32) -> Int32 {
        unsafe withUnsafeBytes(of: address) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) {
                unsafe call($0.baseAddress, socklen_t(bytes.count)) == 0 ? 0 : errno
            }
        }
    }

    /// Reads the address to which a socket is bound, as far as it fits.
    static func read<Address>(_ address: inout Address, of descriptor: Int32) -> Bool {
        unsafe withUnsafeMutableBytes(of: &address) { bytes in
            var length = socklen_t(bytes.count)
            return unsafe bytes.withMemoryRebound(to: sockaddr.self) {
                unsafe getsockname(descriptor, $0.baseAddress, &length) == 0
            }
        }
    }
}
