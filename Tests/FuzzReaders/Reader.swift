import BackupFile
import FrontMatter
import JSONTree
import Panels
import Pictures
import Posts
import Rendering
import TOML
import Wire

@testable import Moving

/// The parsers of outside data, each as a function of bytes. It may reject them with an error.
package enum Reader {
    private static let draft = KnownFields.object([
        "title": .any, "body": .any, "tags": .list(.any), "overrides": .map(.object(["visibility": .any])),
    ])

    private struct Refused: Error {}

    /// What comes through the gates of the daemon.
    private static func text(_ bytes: [UInt8]) throws -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.hasEndlessMarks else { throw Refused() }
        return text
    }

    package static let all: [String: @Sendable ([UInt8]) throws -> Void] = [
        "arrangement": { bytes in
            let document = try JSONCoding.decode(JSON.self, from: bytes)
            _ = Arrangement.salvaging(document, of: .composer)
            _ = try? ArrangementCommand(document)
        },
        "atom": { bytes in
            let file = try AtomFile { entry, feed in _ = AtomPosts.reading(entry, in: feed, address: nil) }
            try file.read(bytes, isLast: true)
        },
        "feed": { bytes in _ = try JSONFeedFile(bytes, address: nil) },
        "front-matter": { bytes in
            _ = try? MarkdownFile(bytes: bytes)
            let clock = FileClock(zone: .utc, now: Instant(seconds: 1_800_000_000)) { _ in nil }
            _ = try? BlogFile(String(decoding: bytes, as: UTF8.self), path: "post.md", clock: clock)
        },
        "ghost": { bytes in _ = try GhostFile(bytes, address: nil) },
        "html": { bytes in _ = HTMLText.markdown(try text(bytes)) },
        "rich-text": { bytes in _ = RichText.markdown(try text(bytes)) },
        "markdown": { bytes in
            let text = try text(bytes)
            _ = try? render(text)
            _ = try? DocumentTree(text)
        },
        "obsidian": { bytes in
            let text = try text(bytes)
            _ = ObsidianMarkup(text, from: 0, of: "a.md", ObsidianNames(["a.md", "b/a.md", "x.png"])) { _ in nil }
            _ = ObsidianComments(in: text)
        },
        "picture": { bytes in
            _ = try Picture(size: bytes.count) { offset, count in
                guard offset >= 0, offset < bytes.count, count > 0 else { return [] }
                return Array(bytes[offset..<min(bytes.count, offset + min(count, bytes.count))])
            }
        },
        "python": { bytes in
            let text = try text(bytes)
            _ = OldSite { $0 == "publishconf.py" || $0 == "pelicanconf.py" ? text : nil }
            _ = OldSite { $0 == "conf.py" ? "BLOG_TITLE = ''\nPOSTS = ()\n" + text : nil }
            _ = HeadWords(of: text)
        },
        "request": { bytes in
            let tree = try JSONCoding.decode(JSON.self, from: bytes)
            _ = try? JSONCoding.decode(DraftBody.self, from: tree, known: draft)
            _ = try? JSONCoding.decode(
                PublicationBody.self, from: tree, known: .object(["to": .list(.any), "at": .any]))
            _ = try? ArrangementCommand(tree)
            _ = try? JSONCoding.decode(ImportBody.self, from: tree, known: .object(["items": .list(.map(draft))]))
        },
        "shortcodes": { bytes in
            let text = try text(bytes)
            _ = Shortcodes.resolved(in: text)
            _ = WordPressCodes(text, of: "1", WordPressPictures()).html
        },
        "tar": { bytes in
            var reading = BackupReading()
            try reading.read(bytes[...]) { _ in }
            _ = try reading.finish()
        },
        "toml": { bytes in _ = try TOMLDocument(String(decoding: bytes, as: UTF8.self)) },
        "wxr": { bytes in
            let file = try WXRFile { item, channel in
                _ = WordPressPosts.reading(item, in: channel, address: nil)
                _ = RSSPosts.post(item, in: channel, address: nil)
            }
            try file.read(bytes, isLast: true)
        },
    ]
}
