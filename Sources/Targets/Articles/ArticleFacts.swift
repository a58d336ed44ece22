import Digests
import HTTPValues
import JSONTree
import Posts

/// What Galley knows about the records of a blog in an account.
struct ArticleFacts: ServerFacts {
    /// `ArticleTarget.owner`.
    let owner: String
    /// The account's DID.
    let account: String
    let handle: String
    /// The key of the record of the blog.
    let publication: String
    /// The content id of that record, and a hash of the settings in it, as Galley last wrote it.
    var publicationID: String?
    var written: String?
    /// The keys of all documents of the blog by their paths, among them those of other tools.
    let documents: [String: String]
    /// Whether the account has more documents than Galley reads.
    let isCut: Bool
    let fetchedAt: Int64

    /// - Parameter former: the facts until now, also those of another address of the blog: its record stays the same.
    init(
        owner: String, account: BlueskyFacts, publication: String, documents: [String: String], isCut: Bool,
        after former: ArticleFacts?
    ) {
        self.owner = owner
        self.account = account.account
        handle = account.handle
        self.publication = publication
        self.documents = documents
        self.isCut = isCut
        fetchedAt = account.fetchedAt
        guard let former, former.account == self.account, former.publication == publication else { return }
        publicationID = former.publicationID
    }

    var site: String { BlueskyPost.uri(account, ArticleTarget.publication, publication) }
}

extension ArticleTarget {
    var owner: String { "\(account.login.owner) \(blog.address)" + (isRehearsal ? " rehearsal" : "") }

    /// Finds the account, the record of the blog, and the documents of the blog. If another tool has written a record for
    /// the same address, Galley takes that one.
    func readFacts(_ dialogue: inout Dialogue, _ briefing: Briefing) throws(Interruption) -> ArticleFacts {
        let found = try account.readFacts(&dialogue, briefing)
        let publications = try records(ArticleTarget.publication, of: found.account, pagesMax: 2, &dialogue)
        let documents = try records(
            ArticleTarget.document, of: found.account, pagesMax: ArticleTarget.pagesMax, &dialogue)
        let publication = key(among: publications.records)
        let site = BlueskyPost.uri(found.account, ArticleTarget.publication, publication)
        return ArticleFacts(
            owner: owner, account: found, publication: publication,
            documents: paths(of: documents.records, at: site), isCut: documents.isCut,
            after: ArticleFacts(encodedByAny: briefing.facts))
    }

    /// A page has 50 records, so that long texts stay below the limit of an answer.
    private static let pageLength = 50
    private static let pagesMax = 40
    static let documentsMax = pageLength * pagesMax

    private struct Listed {
        var records: [(key: String, value: JSON)] = []
        var isCut = false
    }

    private func records(
        _ collection: String, of did: String, pagesMax: Int, _ dialogue: inout Dialogue
    ) throws(Interruption) -> Listed {
        var (list, cursor) = (Listed(), String?.none)
        for number in 1...pagesMax {
            var query = [("repo", did), ("collection", collection), ("limit", "\(ArticleTarget.pageLength)")]
            if let cursor { query.append(("cursor", cursor)) }
            let exchange = try dialogue.ask(account.get("com.atproto.repo.listRecords", query))
            if let problem = account.problem(exchange) { throw .ended(problem) }
            guard let json = exchange.answer?.json, let records = json["records"]?.elements else {
                throw .ended(service.unexpected(exchange, wanted: "the records"))
            }
            list.records += records.compactMap { record in
                guard let key = record["uri"]?.text?.split(separator: "/").last, let value = record["value"] else {
                    return nil
                }
                return (String(key), value)
            }
            cursor = json["cursor"]?.text
            if cursor == nil || records.isEmpty { return list }
            list.isCut = number == pagesMax
        }
        return list
    }

    /// The key of the blog's record: Galley's own, unless there is one for the same address under another key.
    private func key(among publications: [(key: String, value: JSON)]) -> String {
        let own = ArticleKeys(blog: blog.target).publication
        guard !publications.contains(where: { $0.key == own }) else { return own }
        return publications.first { isOfBlog($0.value["url"]?.text) }?.key ?? own
    }

    func isOfBlog(_ address: String?) -> Bool {
        address.map { ArticleBlog.compared($0) == ArticleBlog.compared(blog.address) } ?? false
    }

    private func paths(of documents: [(key: String, value: JSON)], at site: String) -> [String: String] {
        let ours = documents.compactMap { document -> (String, String)? in
            guard let text = document.value["site"]?.text, text == site || isOfBlog(text),
                let path = document.value["path"]?.text
            else { return nil }
            return (ArticleTarget.compared(path), document.key)
        }
        // The newest comes first in the list.
        return Dictionary(ours) { first, _ in first }
    }

    /// A path without the slashes at its ends, in which tools differ.
    static func compared(_ path: String) -> String {
        String(path.withoutTrailing("/").drop { $0 == "/" })
    }

    /// A hash of the settings in the blog's record.
    var fingerprint: String { SHA256.hash("\(blog.address)\n\(blog.name)\n\(blog.description)".utf8).hexadecimal }
}
