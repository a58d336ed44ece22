import Transfer

/// An answer that is read as it arrives.
struct DaemonStream {
    private let stream: TransferStream

    init(_ stream: TransferStream) { self.stream = stream }

    var status: Int { stream.status }

    /// - Returns: the next bytes of the body; nil at its end.
    func next() throws(TransferError) -> [UInt8]? {
        try Waiting.result { [stream] () async throws(TransferError) in try await stream.next() }
    }
}
