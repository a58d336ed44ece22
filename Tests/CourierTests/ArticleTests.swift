import Foundation
import HTTPValues
import JSONTree
import Posts
import Synchronization
import TargetSupport
import Targets
import Testing

private let did = "did:plc:abcdefghijklmnopqrstuvwx"
private let cid = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"

/// A server with one empty account, which reports each document that it is asked to write.
private func account(_ writes: @escaping @Sendable (JSON) async -> Void) -> ScriptedTransport {
    ScriptedTransport { request in
        let method = String(request.url.split(separator: "/xrpc/").last?.prefix { $0 != "?" } ?? "")
        switch method {
        case "com.atproto.server.getSession": return answered(200, #"{"did":"\#(did)","handle":"ada.example"}"#)
        case "com.atproto.repo.listRecords": return answered(200, #"{"records":[]}"#)
        case "com.atproto.repo.putRecord":
            let body = (try? JSON(reading: request.body)) ?? .null
            let collection = body["collection"]?.text ?? ""
            if collection == "site.standard.document" { await writes(body) }
            let uri = "at://\(did)/\(collection)/\(body["rkey"]?.text ?? "")"
            return answered(200, #"{"uri":"\#(uri)","cid":"\#(cid)"}"#)
        default: return answered(400, #"{"error":"RecordNotFound"}"#)
        }
    }
}

@Suite("Articles and their pages")
struct ArticleTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/articles-\(UUID().uuidString)"

    private func targets(afterWrite: [String] = []) throws -> [Target] {
        var sky = TargetSettings(name: "sky", kind: "bluesky")
        sky.account = "ada.example"
        sky.url = "https://pds.example"
        sky.secret = Secret(file: "app password")
        return try Target.withArticles([
            site(folder: folder, afterWrite: afterWrite, atproto: "sky"), Target(sky),
        ])
    }

    @Test("when a document is written, its page and the site's proof name it, although the account was unknown before")
    func pageFirst() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let targets = try targets()
        let round = try await Round([targets[0], targets[2]])
        try await round.publish(parent: targets[0].name)
        let seen = Mutex<[(page: String?, proof: String?, key: String)]>([])
        let transport = account { [folder] body in
            let page = try? String(contentsOfFile: folder + "/first-light/index.html", encoding: .utf8)
            let proof = try? String(
                contentsOfFile: folder + "/.well-known/site.standard.publication", encoding: .utf8)
            seen.withLock { $0.append((page, proof, body["rkey"]?.text ?? "")) }
        }
        try await round.run(round.courier(transport, knowing: targets)) {
            try await $0.states()["site-articles"] == .delivered
        }
        let found = seen.withLock { $0 }
        #expect(found.count == 1)
        let uri = "at://\(did)/site.standard.document/\(found.first?.key ?? "")"
        #expect(found.first?.page?.contains("<link rel=\"site.standard.document\" href=\"\(uri)\">") == true)
        #expect(found.first?.proof?.hasPrefix("at://\(did)/site.standard.publication/") == true)
    }

    @Test("a page counts only when the command after writing has ended well")
    func afterWrite() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let targets = try targets(afterWrite: ["false"])
        let round = try await Round([targets[0], targets[2]])
        try await round.publish(parent: targets[0].name)
        let writes = Mutex(0)
        let transport = account { _ in writes.withLock { $0 += 1 } }
        try await round.run(round.courier(transport, knowing: targets)) {
            let states = try await $0.states()
            return states["site"] == .uncertain && states["site-articles"] == .blocked
        }
        #expect(writes.withLock { $0 } == 0)
    }
}
