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
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let code = unsafe withUnsafeMutableBytes(of: &six) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) {
                unsafe getsockname(descriptor, $0.baseAddress, &length)
            }
        }
        guard code == 0 else { return nil }
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
            ? AddressBytes.bind(descriptor, four, MemoryLayout<sockaddr_in>.size)
            : AddressBytes.bind(descriptor, six, MemoryLayout<sockaddr_in6>.size)
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
        AddressBytes.bind(descriptor, address, MemoryLayout<sockaddr_un>.size)
    }

    func connect(_ descriptor: Int32) -> Int32 {
        unsafe withUnsafeBytes(of: address) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) {
                unsafe Glibc.connect(descriptor, $0.baseAddress, socklen_t(bytes.count)) == 0 ? 0 : errno
            }
        }
    }

    static func path(boundTo descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let code = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) {
                unsafe getsockname(descriptor, $0.baseAddress, &length)
            }
        }
        guard code == 0, Int32(address.sun_family) == AF_UNIX else { return nil }
        let bytes = unsafe withUnsafeBytes(of: address.sun_path) { unsafe Array($0.prefix { $0 != 0 }) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

private enum AddressBytes {
    static func bind<Address>(_ descriptor: Int32, _ address: Address, _ size: Int) -> Int32 {
        unsafe withUnsafeBytes(of: address) { bytes in
            unsafe bytes.withMemoryRebound(to: sockaddr.self) {
                unsafe Glibc.bind(descriptor, $0.baseAddress, socklen_t(size)) == 0 ? 0 : errno
            }
        }
    }
}
