import Testing

@testable import Site

@Suite("Links to records on the AT Protocol")
struct ArticleLinkTests {
    private let publication = "at://did:plc:x/site.standard.publication/3pub"
    private let document = "at://did:plc:x/site.standard.document/3doc"

    private func files(_ site: Site, _ entry: SiteEntry, publication: String?) throws -> [SiteFile] {
        try site.parts(for: [SiteItem(entry, at: site.settings)], publication: publication).map { try $0.file() }
    }

    @Test("a post's page names its record, every page that of the site, and a file proves it")
    func names() throws {
        var entry = Example.post()
        entry.document = document
        let files = try files(Example.site(), entry, publication: publication)
        let page = try #require(files.text("2026/01/post-1/index.html"))
        #expect(page.contains("<link rel=\"site.standard.document\" href=\"\(document)\">"))
        #expect(page.contains("<link rel=\"site.standard.publication\" href=\"\(publication)\">"))
        let front = try #require(files.text("index.html"))
        #expect(front.contains(publication) && !front.contains(document))
        #expect(files.text(".well-known/site.standard.publication") == publication)
    }

    @Test("without records nothing is said")
    func silent() throws {
        let files = try files(Example.site(), Example.post(), publication: nil)
        #expect(!files.paths.contains { $0.hasPrefix(".well-known") })
        #expect(files.text("2026/01/post-1/index.html")?.contains("site.standard") == false)
    }

    @Test("the proof of a site below the root has the site's path at its end")
    func belowTheRoot() throws {
        let site = try Example.site(Example.settings(address: "https://example.org/notes/caf%C3%A9"))
        let files = try files(site, Example.post(), publication: publication)
        #expect(files.text(".well-known/site.standard.publication/notes/café") == publication)
    }
}
