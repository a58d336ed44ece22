import Testing

@testable import Posts

/// Private words never out: which entries of a source keep a post from the public.
@Suite("Entries that keep a post private")
struct PrivacyRulesTests {
    private func isOpen(_ entries: SourceEntry..., except keys: String...) -> Bool {
        PrivacyRules(publicKeys: keys).marks(in: entries, now: Instant(seconds: 1_800_000_000)).isEmpty
    }

    private func isOpen(_ key: String, _ value: String) -> Bool { isOpen(SourceEntry(key: key, value: .text(value))) }

    /// The same key as programs spell it.
    static func spellings(_ words: [String]) -> Set<String> {
        let capital = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let camel = (words.first ?? "") + capital.dropFirst().joined()
        return [
            words.joined(), words.joined(separator: "_"), words.joined(separator: "-"), words.joined(separator: " "),
            camel,
            capital.joined(), capital.joined(separator: "-"), words.joined(separator: "_").uppercased(),
        ]
    }

    private static let hiding = [
        ["draft"], ["is", "draft"], ["private"], ["is", "private"], ["post", "private"], ["password"],
        ["post", "password"],
        ["hidden"], ["hide"], ["page", "hidden"], ["unlisted"], ["is", "unlisted"], ["wip"], ["secret"],
        ["unpublished"],
        ["eleventy", "exclude", "from", "collections"], ["headless"], ["members", "only"], ["protected"],
    ]
    private static let showing = [
        ["publish"], ["published"], ["is", "published"], ["public"], ["is", "public"], ["visible"], ["status"],
        ["post", "status"], ["wp", "status"], ["publish", "status"], ["visibility"], ["post", "visibility"], ["state"],
        ["privacy"],
    ]

    @Test("a key that hides makes a draft unless its value says no", arguments: hiding)
    func hides(words: [String]) {
        for key in Self.spellings(words) {
            for value in ["", " ", "false", "No", "OFF", "0", "n"] { #expect(isOpen(key, value), "\(key): \(value)") }
            for value in ["true", "yes", "1", "on", "maybe", "public", "2020-01-01", "xyzzy", "-"] {
                #expect(!isOpen(key, value), "\(key): \(value)")
            }
            #expect(isOpen(SourceEntry(key: key, value: .empty)), "\(key)")
            #expect(!isOpen(SourceEntry(key: key, value: .list)), "\(key)")
            #expect(!isOpen(SourceEntry(key: key, value: .table([]))), "\(key)")
        }
    }

    @Test("a key that shows makes a draft unless its value says that everyone may see the post", arguments: showing)
    func shows(words: [String]) {
        for key in Self.spellings(words) {
            for value in ["true", "Yes", "ON", "1", "public", "Publish", "PUBLISHED", "live", "visible", " published "]
            {
                #expect(isOpen(key, value), "\(key): \(value)")
            }
            for value in [
                "", "false", "no", "0", "draft", "private", "pending", "unlisted", "evergreen", "maybe", "future",
            ] {
                #expect(!isOpen(key, value), "\(key): \(value)")
            }
            for value in [SourceEntry.Value.empty, .list, .table([])] {
                #expect(!isOpen(SourceEntry(key: key, value: value)), "\(key)")
            }
        }
    }

    @Test("a date under a key of publication is a date; one to come is not public yet")
    func dates() {
        for key in [
            "published", "publish", "published_at", "publishedOn", "first-published", "datePublished", "publishDate",
        ] {
            for value in ["2020-01-02", "2020-01-02T10:00:00+01:00", "2020/01/02 10:11:12 +0200", "Jan 2, 2020"] {
                #expect(isOpen(key, value), "\(key): \(value)")
            }
            #expect(!isOpen(key, "2099-01-01"), "\(key)")
            #expect(!isOpen(key, "soon"), "\(key)")
        }
        #expect(!isOpen("draft", "2020-01-02") && !isOpen("status", "2020-01-02"))
    }

    @Test(
        "an unknown key that looks like one of these makes a draft, unless the import says that it means something else"
    )
    func guesses() {
        for key in [
            "searchHidden", "hidemeta", "my_draft_thing", "x-private-x", "unlist", "republish", "topSecret", "privat",
        ] {
            for value in [SourceEntry.Value.text("true"), .text("false"), .empty, .list] {
                let entry = SourceEntry(key: key, value: value)
                #expect(!isOpen(entry), "\(key)")
                #expect(isOpen(entry, except: key.uppercased()), "\(key)")
            }
            #expect(PrivacyRules().withoutGuesses.marks(in: [SourceEntry(key: key, value: .text("true"))]).isEmpty)
        }
        #expect(isOpen(SourceEntry(key: "state", value: .text("Texas")), except: "State"))
        #expect(!isOpen(SourceEntry(key: "state", value: .text("Texas")), except: "status"))
    }

    @Test(
        "keys with other meanings are left alone",
        arguments: [
            "publisher", "publication", "publication_types", "title", "weight", "noindex", "description", "author",
        ])
    func leaves(key: String) {
        for value in ["true", "false", "", "private"] { #expect(isOpen(key, value), "\(key): \(value)") }
    }

    @Test("tables of the page count like the page; those of its parts only where they speak of the page")
    func tables() {
        func table(_ name: String, _ key: String, _ value: String) -> SourceEntry {
            SourceEntry(key: name, value: .table([SourceEntry(key: key, value: .text(value))]))
        }
        for name in ["params", "extra", "meta", "Extra"] {
            for (key, value) in [("private", "true"), ("status", "draft"), ("searchHidden", "true"), ("hidden", "1")] {
                #expect(!isOpen(table(name, key, value)), "\(name).\(key)")
                #expect(isOpen(table(name, key, value), except: "\(name).\(key)"), "\(name).\(key)")
                #expect(isOpen(table(name, key, value), except: key), "\(name).\(key)")
            }
            #expect(isOpen(table(name, "status", "published")) && isOpen(table(name, "list", "never")))
        }
        for (key, value) in [
            ("list", "never"), ("list", "false"), ("render", "link"), ("render", "never"), ("list", "local"),
        ] {
            #expect(!isOpen(table("build", key, value)) && !isOpen(table("_build", key, value)), "\(key): \(value)")
        }
        #expect(isOpen(table("build", "list", "always")) && isOpen(table("build", "publishResources", "false")))
        #expect(isOpen(table("cover", "hidden", "true")) && isOpen(table("toc", "visible", "false")))
        #expect(!isOpen(table("jekyll", "published", "false")) && !isOpen(table("x", "draft", "true")))
        let deep = SourceEntry(key: "params", value: .table([table("extra", "private", "yes")]))
        #expect(PrivacyRules().marks(in: [deep]).map(\.key) == ["params.extra.private"])
    }

    @Test("a mark is certain if both its key and its value are known; the report of the others names the option")
    func certainty() {
        func marks(_ key: String, _ value: String) -> [PrivacyMark] {
            PrivacyRules().marks(in: [SourceEntry(key: key, value: .text(value), line: 3)])
        }
        for (key, value) in [("status", "draft"), ("private", "yes"), ("password", "xyzzy"), ("publish", "false")] {
            #expect(marks(key, value).map(\.isCertain) == [true], "\(key)")
            #expect(marks(key, value).allSatisfy { !$0.sentence.contains("--public-key") && $0.line == 3 })
        }
        for (key, value) in [("state", "Texas"), ("searchHidden", "true"), ("hidden", "maybe"), ("status", "")] {
            #expect(marks(key, value).map(\.isCertain) == [false], "\(key)")
            #expect(marks(key, value).allSatisfy { $0.sentence.hasSuffix("--public-key \(key).") })
            #expect(PrivacyMark.key(ofSubject: marks(key, value).first?.subject ?? "") == key)
        }
    }

    @Test("a hostile key costs little")
    func hostile() {
        for unit in ["post", "is", "publish", "hid"] {
            #expect(isOpen(String(repeating: unit, count: 20_000), "true") == !["publish", "hid"].contains(unit))
        }
    }
}
