/// A complete answer, whatever its status: 404 is an answer, not an error. Redirects are answers too.
package struct TransferAnswer: Sendable, Equatable {
    /// Of the last answer; 1xx come before it and are left out.
    package let status: Int
    package let headers: TransferHeaders
    /// As it came: nothing is decompressed, since nothing compressed is asked for.
    package let body: [UInt8]

    package init(status: Int, headers: TransferHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
