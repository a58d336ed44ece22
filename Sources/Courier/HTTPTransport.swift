package import HTTPValues
package import Targets

/// Performs one HTTP exchange. There are two implementations: libcurl, and the scripted one of the tests.
package protocol HTTPTransport: Sendable {
    /// Never throws: a failure is part of the answer, with the point that the exchange had reached.
    func exchange(_ request: HTTPRequest, for target: Target) async -> Exchange
}
