import Foundation
import TestSupport
import Testing

@testable import Site

@Suite("Pictures of a site")
struct PictureTests {
    private func entry(_ number: Int, _ files: [String], bytes: Int = 3) -> SiteEntry {
        var entry = Example.post(number)
        entry.pictures = files.map { SitePicture(address: "media:\($0)", digest: $0, file: "\($0).png", bytes: bytes) }
        return entry
    }

    @Test("a picture is copied once, whatever shows it, before the pages that do")
    func copies() throws {
        let originals = try TemporaryFolder()
        for name in ["a", "b"] { try originals.write("\(name)\(name)\(name)", to: name) }
        let folder = try TemporaryFolder()
        let site = try Example.site(try Example.settings(folder: folder.path))
        let entries = [entry(1, ["a", "b"]), entry(2, ["a"])]
        let files = try site.files(for: entries) { originals.path + "/" + $0 }
        let changes = try SiteFolder(path: folder.path).replace(with: files)
        #expect(changes.written.filter { $0.hasPrefix("media/") } == ["media/a.png", "media/b.png"])
        #expect(folder.text("media/a.png") == "aaa")
        let page = try #require(changes.written.firstIndex { $0.hasSuffix("post-1/index.html") })
        #expect(try #require(changes.written.firstIndex(of: "media/b.png")) < page)
        // A file named after its content is not read again.
        #expect(try SiteFolder(path: folder.path).replace(with: files).written.isEmpty)
        let fewer = try site.files(for: [entry(2, ["a"])]) { originals.path + "/" + $0 }
        #expect(try SiteFolder(path: folder.path).replace(with: fewer).removed.contains("media/b.png"))
    }

    @Test("a picture that is missing or has another length stops the writing with an error")
    func missing() throws {
        let originals = try TemporaryFolder()
        try originals.write("aaaa", to: "a")
        let folder = try TemporaryFolder()
        let site = try Example.site(try Example.settings(folder: folder.path))
        for name in ["a", "gone"] {
            let files = try site.files(for: [entry(1, [name])]) { originals.path + "/" + $0 }
            #expect(throws: SiteFolderError.self) { try SiteFolder(path: folder.path).replace(with: files) }
        }
        #expect(folder.text("media/a.png") == nil)
    }

    @Test("entries from before there were pictures are read, and pictures survive a round trip through the store")
    func payloads() throws {
        let old =
            #"{"contentHTML":"","formerSlugs":[],"id":"x","kind":"post","published":\#(try date()),"slug":"a","#
            + #""summary":"","syndication":[],"tags":[],"updated":\#(try date())}"#
        #expect(try SiteEntry(encoded: Array(old.utf8)).pictures == nil)
        let kept = entry(1, ["a"])
        #expect(try SiteEntry(encoded: kept.encoded()) == kept)
        #expect(String(decoding: try kept.encoded(), as: UTF8.self).contains("media:a"))
    }

    private func date() throws -> String {
        String(decoding: try JSONEncoder().encode(Example.post().published), as: UTF8.self)
    }
}
