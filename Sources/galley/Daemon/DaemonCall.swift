import HTTPValues
import JSONTree
import Posts

/// One request to the daemon, without its method.
struct DaemonCall {
    /// Percent-encoded.
    let path: String
    private var query: [String] = []
    private(set) var headers: [HTTPHeader] = []
    private(set) var body: [UInt8] = []

    /// - Parameter parts: the path below `/v1`, not encoded; slugs may be in any script.
    init(_ parts: String...) { self.init(parts) }

    init(_ parts: [String]) { path = "/v1/" + parts.map { $0.percentEncoded() }.joined(separator: "/") }

    /// - Parameter path: of a page outside the API, percent-encoded.
    init(page path: String) { self.path = path }

    /// The path with the query.
    var target: String { query.isEmpty ? path : path + "?" + query.joined(separator: "&") }

    /// Adds a parameter to the query unless `value` is nil.
    func asking(_ name: String, _ value: String?) -> DaemonCall {
        guard let value else { return self }
        return changed { $0.query.append("\(name)=\(value.percentEncoded())") }
    }

    func saying(_ name: String, _ value: String) -> DaemonCall { changed { $0.headers.append(name, value) } }

    /// The daemon refuses the write if the post has another revision by now.
    func ifMatch(_ revision: Int64) -> DaemonCall { saying("If-Match", "\"\(revision)\"") }

    func carrying(_ value: some Encodable) throws -> DaemonCall {
        carrying(try JSONCoding.encode(value), type: "application/json")
    }

    func carrying(_ bytes: [UInt8], type: String) -> DaemonCall {
        changed { $0.body = bytes }.saying("Content-Type", type)
    }

    private func changed(_ change: (inout DaemonCall) -> Void) -> DaemonCall {
        var call = self
        change(&call)
        return call
    }
}
