import HTTPValues

@testable import Transfer

/// Limits that end a test soon if the peer does nothing.
extension TransferLimits {
    static var short: TransferLimits {
        var limits = TransferLimits()
        limits.connectMilliseconds = 200
        limits.firstByteMilliseconds = 200
        limits.stallMilliseconds = 200
        limits.wholeMilliseconds = 5_000
        return limits
    }

    /// For exchanges that must not reach a limit.
    static var long: TransferLimits { TransferLimits() }
}

extension TransferRequest {
    init(
        _ method: String, _ url: String, headers: [HTTPHeader] = [], body: [UInt8] = [], unixSocket: String? = nil,
        limits: TransferLimits = TransferLimits(), certificateAuthorityFile: String? = nil,
        carriesCredentials: Bool = false
    ) {
        self.init(
            HTTPRequest(method, url, headers: headers, body: body, carriesCredentials: carriesCredentials),
            unixSocket: unixSocket, limits: limits, certificateAuthorityFile: certificateAuthorityFile)
    }
}

extension Transfer {
    /// The error of an exchange that is expected to fail; nil if it did not.
    func failure(_ request: TransferRequest) async -> TransferError? {
        do throws(TransferError) {
            _ = try await exchange(request)
            return nil
        } catch {
            return error
        }
    }
}

extension HTTPAnswer {
    var text: String { String(decoding: body, as: UTF8.self) }
}

extension [UInt8] {
    init(_ text: String) { self = Array(text.utf8) }
}
