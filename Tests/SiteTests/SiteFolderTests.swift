import Foundation
import Glibc
import TestSupport
import Testing

@testable import Site

@Suite struct SiteFolderTests {
    let temporary: TemporaryFolder
    var folder: SiteFolder { SiteFolder(path: temporary.path) }

    init() throws { temporary = try TemporaryFolder() }

    private func file(_ path: String, _ text: String = "text") -> SiteFile { SiteFile(path: path, text: text) }

    @Test("only changed files are written, and the rest keeps its date")
    func writesChanges() throws {
        let first = try folder.replace(with: [file("a/b/index.html"), file("index.html"), file("feed.xml")])
        #expect(first.written == ["a/b/index.html", "index.html", "feed.xml"])
        for name in first.written { try temporary.age(name) }

        let second = try folder.replace(with: [file("a/b/index.html"), file("index.html", "TEXT"), file("feed.xml")])

        #expect(second == SiteChanges(written: ["index.html"], removed: [], unchanged: 2))
        #expect(try temporary.modified("feed.xml") == Date(timeIntervalSince1970: 1_000_000_000))
        #expect(try temporary.modified("index.html") != Date(timeIntervalSince1970: 1_000_000_000))
        #expect(temporary.text("index.html") == "TEXT")
    }

    @Test("new files come before changed ones, so that no link is broken")
    func order() throws {
        _ = try folder.replace(with: [file("index.html", "1")])
        let changes = try folder.replace(with: [file("index.html", "2"), file("post/index.html")])
        #expect(changes.written == ["post/index.html", "index.html"])
    }

    @Test("Galley's own files are removed when they are no longer needed, others stay, empty folders are removed")
    func removes() throws {
        _ = try folder.replace(with: [file("a/b/index.html"), file("c/index.html"), file("index.html")])
        try temporary.write("mine", to: "c/notes.txt")

        let changes = try folder.replace(with: [file("index.html")])

        #expect(changes.removed == ["a/b/index.html", "c/index.html"])
        #expect(temporary.files == [".galley-site.json", "c/notes.txt", "index.html"])
        #expect(!FileManager.default.fileExists(atPath: temporary.path + "/a"))
    }

    @Test("another program's file stops everything before anything is written")
    func foreign() throws {
        try temporary.write("mine", to: "index.html")
        #expect(throws: SiteFolderError.notOurs("index.html")) {
            try folder.replace(with: [file("a.html"), file("index.html")])
        }
        #expect(temporary.files == ["index.html"])
        #expect(temporary.text("index.html") == "mine")
    }

    @Test("the list names the desk, and another desk changes nothing until the folder is handed over")
    func otherDesk() throws {
        let (mine, theirs) = (
            SiteFolder(path: temporary.path, desk: "ab12"), SiteFolder(path: temporary.path, desk: "cd34")
        )
        _ = try mine.replace(with: [file("index.html"), file("mine.html")])
        // A desk without posts would remove them all.
        for other in [theirs, folder] {
            let error = SiteFolderError.otherDesk(temporary.path, "ab12", own: other.desk)
            #expect(throws: error) { try other.replace(with: [file("index.html", "theirs")]) }
            #expect(error.isOfSettings && error.changedNothing)
        }
        #expect(temporary.files == [".galley-site.json", "index.html", "mine.html"])
        #expect(temporary.text("index.html") == "text")
        #expect(try mine.replace(with: [file("index.html", "new"), file("mine.html")]).written == ["index.html"])

        // The command that the error names.
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", SiteManifest.release(temporary.path)]
        try process.run()
        process.waitUntilExit()

        let changes = try theirs.replace(with: [file("index.html", "theirs")])
        #expect(changes.written == ["index.html"] && changes.removed == ["mine.html"])
        #expect(throws: SiteFolderError.otherDesk(temporary.path, "cd34", own: "ab12")) {
            try mine.replace(with: [file("index.html")])
        }
    }

    @Test("a list of an older version goes to the first desk that writes, even if no file has to change")
    func oldList() throws {
        _ = try folder.replace(with: [file("index.html"), file("desk")])
        #expect(!(temporary.text(".galley-site.json") ?? "").contains("\"desk\" :"))
        let mine = SiteFolder(path: temporary.path, desk: "ab12")
        #expect(try mine.replace(with: [file("index.html"), file("desk")]).written == [])
        #expect((temporary.text(".galley-site.json") ?? "").contains("\"desk\" : \"ab12\""))
        #expect(throws: SiteFolderError.otherDesk(temporary.path, "ab12", own: "cd34")) {
            try SiteFolder(path: temporary.path, desk: "cd34").replace(with: [])
        }
        // In a folder that was moved or restored the list is still that of the same desk.
        #expect(try mine.replace(with: [file("index.html")]).removed == ["desk"])
    }

    @Test("a site in a folder of another site's does not touch that one, nor is it touched")
    func nested() throws {
        let inner = SiteFolder(path: temporary.path + "/blog", desk: "ab12")
        let outer = SiteFolder(path: temporary.path, desk: "ab12")
        _ = try outer.replace(with: [file("index.html"), file("blog/old.html")])
        _ = try inner.replace(with: [file("index.html", "inner")])
        #expect(throws: SiteFolderError.notOurs("blog/index.html")) {
            try outer.replace(with: [file("index.html"), file("blog/index.html", "outer")])
        }
        #expect(try outer.replace(with: []).removed == ["blog/old.html", "index.html"])
        #expect(temporary.text("blog/index.html") == "inner")
    }

    @Test("a file that already has the right content is adopted")
    func adopts() throws {
        try temporary.write("text", to: "index.html")
        #expect(try folder.replace(with: [file("index.html")]).unchanged == 1)
        #expect(try folder.replace(with: [file("index.html", "new")]).written == ["index.html"])
    }

    @Test("after a kill in the middle, newer files than those of the killed run still win")
    func convergesAfterKill() throws {
        _ = try folder.replace(with: [file("index.html", "1"), file("old.html")])
        // As the killed run leaves it: its files are claimed, some are written, one is half a draft.
        let claimed: Set<String> = ["index.html", "old.html", "new.html", "unwritten/index.html"]
        try temporary.write(
            String(decoding: SiteManifest(files: claimed).file.bytes, as: UTF8.self), to: ".galley-site.json")
        try temporary.write("of the killed run", to: "new.html")
        try temporary.write("ha", to: ".galley-site.new")

        let changes = try folder.replace(with: [file("index.html", "2"), file("new.html", "edited since")])

        #expect(changes.written == ["index.html", "new.html"])
        #expect(temporary.text("new.html") == "edited since")
        #expect(changes.removed == ["old.html", "unwritten/index.html"])
        #expect(temporary.files == [".galley-site.json", "index.html", "new.html"])
        #expect(try folder.replace(with: [file("index.html", "2"), file("new.html", "edited since")]).written == [])
    }

    @Test("a file removed or damaged by another program is repaired")
    func heals() throws {
        let files = [file("index.html"), file("a/index.html")]
        _ = try folder.replace(with: files)
        try temporary.write("TEXT", to: "index.html")
        try FileManager.default.removeItem(atPath: temporary.path + "/a")
        #expect(try folder.replace(with: files).written == ["a/index.html", "index.html"])
    }

    @Test(
        "paths never leave the folder",
        arguments: [
            "../x", "/x", "a/../../x", "a//b", "", ".", "x\u{0}y", ".galley-site.json",
            String(repeating: "ü", count: 128),
        ])
    func traversal(path: String) {
        #expect(throws: SiteFolderError.badPath(path)) { try folder.replace(with: [file(path)]) }
        #expect(temporary.files == [])
    }

    @Test("nothing is written through a symbolic link, whether to a folder or a file")
    func links() throws {
        let outside = try TemporaryFolder()
        try outside.write("theirs", to: "index.html")
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: temporary.path + "/a", withDestinationPath: outside.path)
        try manager.createSymbolicLink(
            atPath: temporary.path + "/b.html", withDestinationPath: outside.path + "/index.html")

        #expect(throws: SiteFolderError.link("a")) { try folder.replace(with: [file("a/index.html")]) }
        #expect(throws: SiteFolderError.link("b.html")) { try folder.replace(with: [file("b.html")]) }
        #expect(outside.files == ["index.html"])
        #expect(outside.text("index.html") == "theirs")
    }

    @Test("an impossible folder is refused with a reason")
    func unusable() throws {
        try temporary.write("a file", to: "file")
        for path in [temporary.path + "/file/site", temporary.path + "/file", "/proc/galley/site"] {
            let error = #expect(throws: SiteFolderError.self) { try SiteFolder(path: path).replace(with: []) }
            #expect("\(try #require(error))".contains("Nothing was changed."))
        }
    }

    @Test("no file counts as missing while the folder itself cannot be opened", arguments: [false, true])
    func unopenable(making: Bool) {
        #expect(throws: SiteFolderError.self) {
            let closed = Descriptor(-1)
            _ = try SitePlace("a/index.html", in: closed, making: making)
        }
    }

    @Test("the error about an unwritable folder says what to do")
    func readOnly() throws {
        // Root may write anywhere except into a folder that is not a real one.
        let path = geteuid() == 0 ? "/proc/self/fdinfo" : temporary.path
        try temporary.setPermissions(0o555)
        defer { try? temporary.setPermissions(0o755) }
        let error = #expect(throws: SiteFolderError.self) {
            try SiteFolder(path: path).replace(with: [file("galley.html")])
        }
        #expect("\(try #require(error))".contains("0 of 1 changes"))
    }

    @Test("a missing folder is created, and the web server can read pages under any umask")
    func makesFolders() throws {
        let path = temporary.path + "/srv/www"
        _ = try SiteFolder(path: path).replace(with: [file("a/index.html")])
        #expect(try temporary.permissions("srv/www/a/index.html") == 0o644)
        #expect((try temporary.permissions("srv/www/a") ?? 0) & 0o555 == 0o555)
    }

    @Test("two processes do not write at once")
    func locks() throws {
        let other = unsafe open(temporary.path, O_RDONLY | O_DIRECTORY)
        #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
        #expect(throws: SiteFolderError.busy(temporary.path)) { try folder.replace(with: [file("index.html")]) }
        flock(other, LOCK_UN)
        close(other)
        #expect(try folder.replace(with: [file("index.html")]).written == ["index.html"])
    }

    @Test("an unreadable list of files stops everything", arguments: ["{", #"{"version":2,"files":[]}"#])
    func badManifest(text: String) throws {
        try temporary.write(text, to: ".galley-site.json")
        #expect(throws: SiteFolderError.self) { try folder.replace(with: [file("index.html")]) }
        #expect(temporary.files == [".galley-site.json"])
    }

    @Test("a path that has become a folder or a file meanwhile is neither removed nor overwritten")
    func changedKind() throws {
        _ = try folder.replace(with: [file("a.html"), file("b/index.html")])
        try FileManager.default.removeItem(atPath: temporary.path + "/a.html")
        try temporary.write("mine", to: "a.html/notes.txt")

        #expect(throws: SiteFolderError.notOurs("a.html")) { try folder.replace(with: [file("a.html", "new")]) }
        _ = try folder.replace(with: [])
        #expect(temporary.files == [".galley-site.json", "a.html/notes.txt"])
    }
}
