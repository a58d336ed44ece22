import Foundation
import Testing
import Wire

@Suite("JSON is written as Foundation writes it")
struct JSONTests {
    private struct Sample: Codable {
        var text = "Zoë said “hi”\n\t\\ \"/\" \u{1}\u{1F}\u{7F}\u{2028} 👩‍👩‍👧"
        var number = -42
        var large = UInt64.max
        var small = Int8.min
        var double = 0.1
        var whole = 3.0
        var tiny = 1e-7
        var huge = 1e22
        var float: Float = 0.3
        var isSet = true
        var absent: String?
        var present: String? = ""
        var list = [1, 2, 3]
        var empty: [String] = []
        var deep = [["a": [1.5, 2]], [:]]
        var names = ["z": 1, "A": 2, "a": 3, "a10": 4, "a9": 5, "é": 6]
        var optionals: [Int?] = [1, nil]
        @OrNull var null: String?
        var inner = Inner()
        enum Word: String, Codable { case one, two }
        var word = Word.two
        struct Inner: Codable { var b = 1, a = "x", zeta = false }
        struct Nothing: Codable {}
        var nothing = Nothing()
    }

    private func foundation(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func ours(_ value: some Encodable) throws -> String {
        String(decoding: try WireJSON.encode(value), as: UTF8.self)
    }

    @Test("whatever a body holds: texts, numbers, lists, dictionaries, what is absent and what is null")
    func everything() throws {
        let sample = Sample()
        #expect(try ours(sample) == foundation(sample))
        #expect(try ours([sample, sample]) == foundation([sample, sample]))
        #expect(try ours("alone") == foundation("alone"))
        #expect(try ours([String: Int]()) == "{}" && ours([Int]()) == "[]")
    }

    @Test("what has no place in JSON is refused")
    func infinite() {
        #expect(throws: EncodingError.self) { try WireJSON.encode([Double.infinity]) }
        #expect(throws: EncodingError.self) { try WireJSON.encode(["x": Double.nan]) }
    }

    @Test("posts and lists of them, which write themselves", arguments: [true, false])
    func posts(isFull: Bool) throws {
        let odd = "Zoë said “hi”\n\t\\ \"/\" \u{1}"
        let date = DateBody(local: "2026-12-01T09:00:00", zone: "Europe/Vienna", instant: odd, note: isFull ? odd : nil)
        let post = PostBody(
            id: "0123456789ab", revision: 7, state: "draft", kind: "post", slug: odd,
            formerSlugs: isFull ? ["a", odd] : [],
            title: isFull ? odd : nil, body: odd, summary: isFull ? odd : nil, language: isFull ? "de" : nil,
            tags: isFull ? ["a", odd, ""] : [], date: isFull ? date : nil, canonicalAddress: isFull ? odd : nil,
            author: isFull ? odd : nil, overrides: isFull ? ["b": OverrideBody(text: odd), "a": OverrideBody()] : [:],
            createdAt: odd, changedAt: odd, deletedAt: isFull ? odd : nil, isSlugChosen: isFull)
        let summary = PostSummaryBody(
            id: odd, revision: -1, state: odd, kind: odd, slug: odd, title: isFull ? odd : nil, excerpt: odd,
            tags: isFull ? [odd, "b"] : [], date: isFull ? date : nil, changedAt: odd,
            sendsAt: isFull ? odd : nil)
        #expect(try ours(post) == foundation(post))
        let page = PageBody(items: [summary, summary], cursor: isFull ? odd : nil)
        #expect(try ours(page) == foundation(page))
        #expect(try ours(["inside": date]) == foundation(["inside": date]))
    }

    @Test(
        "a draft is read as Foundation reads it, whatever is sent",
        arguments: [
            "{}", " {\n} ",
            #"{"title":"Zoë","body":"a\n\"b\"\t\\ \/\r\b\f","tags":["x"," y"],"kind":"page"}"#,
            #"{"slug":null,"summary":"","language":"de","date":"tomorrow","zone":"UTC","author":"é","tags":[]}"#,
            #"{"title":"a","title":"b"}"#, #"{"unknown":"x","title":"\u00e9\ud83d\ude00"}"#, #"{"overrides":{}}"#,
            #"{"overrides":{"b":{"text":"t"}},"canonicalAddress":"https://a.example"}"#, #"{"title":1}"#, "{", "", "[]",
            "null",
            #"{"title":"a"} x"#, #"{"title":"a",}"#, #"{"tags":["a",null]}"#, #"{"tags":null}"#, #"{"title":"a\q"}"#,
            #"{"title":"a"#, #"{"title":"a\"#, "{\"title\":\"a\nb\"}", #"{"title":nul}"#, #"{"title" "a"}"#, #"{,}"#,
        ])
    func drafts(json: String) {
        let bytes = Array(json.utf8)
        func words(_ read: () throws -> DraftBody) -> String {
            do { return "\(try read())" } catch { return "\(error)" }
        }
        #expect(
            words { try WireJSON.decode(DraftBody.self, from: bytes) }
                == words { try JSONDecoder().decode(DraftBody.self, from: Data(bytes)) })
    }

    @Test("every character at every place is written and read as Foundation does it")
    func everyPlace() throws {
        let texts = (UInt8.min...UInt8.max).flatMap { code in
            (0..<18).map { place in
                let dots = String(repeating: ".", count: place)
                return dots + String(Unicode.Scalar(code)) + dots
            }
        }
        #expect(try ours(texts) == foundation(texts))
        // Those that JSON writes by a number are left to Foundation, and the whole draft with them.
        let plain = texts.filter {
            $0.unicodeScalars.allSatisfy { $0.value >= 0x20 || "\n\t".unicodeScalars.contains($0) }
        }
        let bytes = Array(try foundation(["tags": plain]).utf8)
        #expect(try WireJSON.decode(DraftBody.self, from: bytes).tags == plain)
    }

    @Test("a draft that is no UTF-8 is refused as Foundation refuses it")
    func brokenDraft() {
        let bytes = Array(#"{"title":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
        #expect(throws: DecodingError.self) { try WireJSON.decode(DraftBody.self, from: bytes) }
    }

    private struct Twisted: Encodable {
        private enum Key: CodingKey { case outer, later, inner }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            var nested = container.nestedContainer(keyedBy: Key.self, forKey: .outer)
            try container.encode("x", forKey: .later)
            try nested.encode(1, forKey: .inner)
            var list = container.nestedUnkeyedContainer(forKey: .inner)
            try list.encode(2)
        }
    }

    @Test("values that take their containers apart themselves are written all the same")
    func twisted() throws {
        #expect(try ours(Twisted()) == foundation(Twisted()))
        #expect(try ours([Twisted()]) == foundation([Twisted()]))
    }

    @Test("every kind of answer is the same", arguments: 0..<50)
    func seeded(seed: UInt64) throws {
        var state = seed
        func next(_ bound: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % bound
        }
        let signs = ["a", "\"", "\\", "\n", "é", "/", "\u{2}", "👍", " ", "z"]
        func text() -> String { (0..<next(12)).map { _ in signs[Int(next(10))] }.joined() }
        let posts = (0..<next(20)).map { _ in
            PostSummaryBody(
                id: text(), revision: Int64(next(1000)), state: text(), kind: "post", slug: text(),
                title: next(2) == 0 ? nil : text(), excerpt: text(), tags: (0..<next(4)).map { _ in text() },
                date: next(2) == 0 ? nil : DateBody(local: text(), zone: text(), instant: text(), note: text()),
                changedAt: text())
        }
        let page = PageBody(items: posts, cursor: next(2) == 0 ? nil : text())
        #expect(try ours(page) == foundation(page))
    }
}
