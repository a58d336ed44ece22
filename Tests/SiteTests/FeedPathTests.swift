import Posts
import TestSupport
import Testing

@testable import Site

/// Further paths of a site's feed.
@Suite("Feeds at the paths of an old site")
struct SiteFeedPathTests {
    private func settings(_ paths: [String], theme: String? = nil) throws -> SiteSettings {
        try SiteSettings(
            name: "Hot Metal", address: "https://example.org/blog", folder: "/srv/www", feedPaths: paths,
            themeFolder: theme)
    }

    private func post(_ number: Int = 1, path: String? = nil, former: [String]? = nil) -> SiteEntry {
        var entry = Example.post(number, title: "Post \(number)")
        (entry.path, entry.formerPaths) = (path, former)
        return entry
    }

    @Test("at each path is the same file as at the feed's own, also after an edit")
    func files() throws {
        let site = try Example.site(settings(["/index.xml", "/feed/", "/feeds/all.json"]))
        let files = try site.files(for: [post()])
        let (atom, json) = (try #require(files.text("feed.xml")), try #require(files.text("feed.json")))
        #expect(files.text("index.xml") == atom && files.text("feed/index.xml") == atom)
        #expect(files.text("feeds/all.json") == json && atom.contains("Post 1"))
        let plain = try Example.site(settings([])).files(for: [post()])
        #expect(Set(files.paths).subtracting(plain.paths) == ["index.xml", "feed/index.xml", "feeds/all.json"])
    }

    @Test("a post at the path of a feed is refused by name; one below it is not, and a former path there gives way")
    func posts() throws {
        let site = try Example.site(settings(["/index.xml", "/feed/"]))
        for (path, link) in [("/feed/", "/feed/"), ("/index.xml/", "/index.xml/"), ("/index.xml/a/", "/index.xml/a/")] {
            let error = #expect(throws: SiteError.self) { try site.address(of: post(path: path)) }
            #expect(error == .feedAddress("Post 1", link))
            #expect(site.misfits(among: [post(path: path), post(2)]) == [0: .feedAddress("Post 1", link)])
            #expect(error?.description.contains("where `feed_paths` puts a feed") == true)
        }
        let files = try site.files(for: [post(path: "/feed/2020/", former: ["/feed/", "/old/"])])
        #expect(files.paths.contains("feed/2020/index.html") && files.paths.contains("old/index.html"))
        #expect(!files.paths.contains("feed/index.html"))
    }

    @Test("a site is not written while a post that it shows is where a feed is to be, and the error names the post")
    func shownPosts() async throws {
        let folder = try TemporaryFolder()
        let settings = try SiteSettings(
            name: "Hot Metal", address: "https://example.org", folder: folder.path + "/site", feedPaths: ["/feed/"])
        let publisher = SitePublisher(site: try Example.site(settings), environment: [:]) { $0 }
        let items = [SiteItem(post(path: "/feed/"), at: settings)]
        await #expect(throws: SiteError.feedAddress("Post 1", "/feed/")) {
            _ = try await publisher.write(items, established: 1, known: KnownFiles())
        }
    }

    @Test("a path that is none, or where the theme has a file, is refused with the name of the setting")
    func faults() throws {
        let error = #expect(throws: SiteSettingsError.self) { _ = try settings(["/index.xml", "/../x.xml"]) }
        #expect(error?.setting == "feed_paths")
        let folder = try TemporaryFolder()
        try folder.write("x", to: "feeds/all.xml")
        for (path, isRefused) in [
            ("/feeds/all.xml", true), ("/feeds/", false), ("/feeds/all.xml/", true), ("/x.xml", false),
        ] {
            let site = try Example.site(settings([path], theme: folder.path))
            #expect((site.feedProblem?.setting == "feed_paths") == isRefused, "\(path)")
        }
    }
}
