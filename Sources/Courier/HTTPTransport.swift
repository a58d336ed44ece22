package import HTTPValues
package import Targets

/// Carries one HTTP exchange. Two exist: libcurl's, and the scripted one of the tests.
package protocol HTTPTransport: Sendable {
    /// Never throws: what went wrong is in the answer, with the point that was reached.
    func exchange(_ request: HTTPRequest, for target: Target) async -> Exchange
}
