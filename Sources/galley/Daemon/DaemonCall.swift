import HTTPValues
import JSONTree
import Posts
import Wire

/// One call of an operation of the daemon.
struct DaemonCall<Parameters: Query, Body: Sendable, Answer: Sendable> {
    let method: String
    /// Percent-encoded.
    let path: String
    private let route: Route?
    private var query: [String] = []
    private(set) var headers: [HTTPHeader] = []
    private(set) var body: [UInt8] = []

    /// - Parameter names: for the parameters of the operation's path in turn, not encoded; slugs may be in any script.
    init(_ operation: Operation<Parameters, Body, Answer>, _ names: String...) {
        route = operation.route
        assert(names.count == operation.route.names.count, "\(operation.route.path) has other parameters.")
        method = operation.route.method.rawValue
        var names = names[...]
        path = operation.route.path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            part.hasPrefix(":") ? (names.popFirst() ?? "").percentEncoded() : String(part)
        }.joined(separator: "/")
    }

    /// The path with the query.
    var target: String { query.isEmpty ? path : path + "?" + query.joined(separator: "&") }

    func asking(_ parameters: Parameters) throws -> DaemonCall { try asking(fields: parameters) }

    /// For the page of a list.
    func asking(_ paging: Paging) throws -> DaemonCall { try asking(fields: paging) }

    private func asking(fields: some Encodable) throws -> DaemonCall {
        let fields = try JSONCoding.tree(of: fields).fields ?? [:]
        return changed { call in
            for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
                call.query.append("\(name)=\((value.text ?? value.written).percentEncoded())")
            }
        }
    }

    /// The media type that is wanted instead of JSON.
    func accepting(_ mediaType: String) -> DaemonCall { changed { $0.headers.append("Accept", mediaType) } }

    func saying(_ header: Route.Header.Name, _ value: String) -> DaemonCall {
        assert(route?.takes(header) == true, "\(path) takes no \(header.rawValue).")
        return changed { $0.headers.append(header.rawValue, value) }
    }

    /// The daemon refuses the write if the post has another revision by now.
    func ifMatch(_ revision: Int64) -> DaemonCall { saying(.ifMatch, "\"\(revision)\"") }

    func carrying(_ bytes: [UInt8], type: String) -> DaemonCall {
        changed {
            $0.body = bytes
            $0.headers.append("Content-Type", type)
        }
    }

    private func changed(_ change: (inout DaemonCall) -> Void) -> DaemonCall {
        var call = self
        change(&call)
        return call
    }
}

extension DaemonCall where Body: Encodable {
    func carrying(_ value: Body) throws -> DaemonCall {
        carrying(try JSONCoding.encode(value), type: "application/json")
    }
}

extension DaemonCall<Nothing, Nothing, Bytes> {
    /// Whether there is a page outside the API.
    /// - Parameter path: percent-encoded.
    init(whether path: String) { (method, self.path, route) = ("HEAD", path, nil) }
}
