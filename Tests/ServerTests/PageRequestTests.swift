import Foundation
import HTTPTypes
import Testing
import Wire

@testable import Server

/// The page writes its paths itself. Each of them, with its method and its parameters, is one of an operation.
@Suite struct PageRequestTests {
    /// A path in a module of the page, with `*` for what the page puts in.
    private struct Request: CustomStringConvertible {
        let file: String
        /// nil where it is not written beside the path.
        let method: String?
        let path: String
        let parameters: [String]
        var description: String { "\(file): \(method ?? "?") \(path)" }

        /// - Parameters:
        ///   - base: of a function that writes the beginning of the path.
        ///   - written: the literal without its quotation marks.
        init(_ file: String, _ method: Substring?, _ base: String, _ written: Substring) {
            (self.file, self.method) = (file, method.map(String.init))
            let text = base + Request.withoutInsertions(written)
            let parts = text.split(separator: "?", maxSplits: 1)
            path = parts.first.map(String.init) ?? ""
            parameters = (parts.count > 1 ? parts[1] : "").split(separator: "&")
                .compactMap { $0.split(separator: "=").first.map(String.init) }.filter { $0 != "*" }
        }

        /// The literal with `*` for each `${…}`, in which there may be more braces.
        private static func withoutInsertions(_ written: Substring) -> String {
            var (text, depth) = ("", 0)
            for sign in written {
                switch sign {
                case "{": depth += 1
                case "}":
                    depth -= 1
                    if depth == 0 { text += "*" }
                case "$" where depth == 0: continue
                default: if depth == 0 { text.append(sign) }
                }
            }
            return text
        }

        /// What is put in may be the name of a thing, a word of the API, or nothing.
        func fits(_ entry: RouteTable.Entry) -> Bool {
            guard method == nil || method == entry.method.rawValue else { return false }
            let (own, other) = (path.split(separator: "/"), entry.path.split(separator: "/"))
            return own.count == other.count && zip(own, other).allSatisfy { $0 == $1 || $0 == "*" || $1.hasPrefix(":") }
        }
    }

    private func modules() throws -> [(name: String, text: String)] {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Composer/Page")
        let names = FileManager.default.enumerator(atPath: page.path)?.compactMap { $0 as? String } ?? []
        return try names.filter { $0.hasSuffix(".js") }.sorted().map { name in
            let text = try String(contentsOf: page.appending(path: name), encoding: .utf8)
            let code = text.replacing(/(?s)\/\*.*?\*\//, with: "").replacing(/(?m)^\s*\/\/.*$/, with: "")
            return (name, code)
        }
    }

    private func requests() throws -> [Request] {
        // A method may stand before each: a literal, or a function that writes its beginning.
        let literal = /(?:"([A-Z]+)",\s*)?["`](\/v1\/[^"`]*)["`]/
        let ofPost = /(?:"([A-Z]+)",\s*)?postPath\([^(),]*(?:\([^()]*\))?(?:,\s*["`]([^"`]*)["`])?\)/
        let ofWindow = /(?:"([A-Z]+)",\s*)?\bat\(id(?:,\s*["`]([^"`]*)["`])?\)/
        return try modules().flatMap { name, text in
            text.matches(of: literal).map { Request(name, $0.output.1, "", $0.output.2) }
                + text.matches(of: ofPost).map { Request(name, $0.output.1, "/v1/posts/*", $0.output.2 ?? "") }
                + (name == "net/windows.js"
                    ? text.matches(of: ofWindow).map {
                        Request(name, $0.output.1, "/v1/windows/*", $0.output.2 ?? "")
                    } : [])
        }
    }

    @Test("every path in the page's modules is one of an operation, with its method and its parameters")
    func paths() async throws {
        try await House.open { house in
            let entries = house.routes.entries.filter { $0.route != nil }
            let requests = try requests()
            #expect(requests.filter { $0.method != nil }.count > 50)
            for request in requests {
                // The functions that write the beginning of a path, and the prefix of all.
                if ["/v1/posts/**", "/v1/windows/**", "/v1/*"].contains(request.path) { continue }
                let fitting = entries.filter(request.fits)
                #expect(!fitting.isEmpty, "\(request)")
                let known = Set(fitting.compactMap(\.route).flatMap(QueryParameter.all).map(\.name))
                #expect(Set(request.parameters).isSubset(of: known), "\(request) \(request.parameters)")
            }
        }
    }
}
