import JSONTree
import Posts
import Testing
import Wire

@Suite("Wire types")
struct WireTests {
    private func written(_ value: some Encodable) throws -> String {
        String(decoding: try JSONCoding.encode(value), as: UTF8.self)
    }

    private let date = DateBody(
        local: "2026-12-01T09:00:00", zone: "Europe/Vienna", instant: "2026-12-01T09:00:00+01:00", note: "n")

    private func post(isFull: Bool) -> PostBody {
        var post = PostBody(
            id: "0123456789ab", revision: 7, state: "draft", kind: "post", slug: "s", formerSlugs: ["r"],
            formerPaths: isFull ? ["/r.html"] : [], body: "a\n\"/\"\u{1}", language: isFull ? "de" : nil,
            tags: ["b", "a"], date: isFull ? date : nil,
            overrides: isFull
                ? [TargetName(kept: "b"): TargetOverride(text: "t"), TargetName(kept: "a"): TargetOverride()] : [:],
            createdAt: "c",
            changedAt: "d", deletedAt: isFull ? "e" : nil, isSlugChosen: true)
        guard isFull else { return post }
        (post.title, post.summary, post.author) = ("Zoë said “hi”", "x", "Ada")
        (post.canonicalAddress, post.path) = ("https://a.example/b", "/q/")
        return post
    }

    @Test("a post has each field under its name, in the order of the names, and omits absent ones")
    func posts() throws {
        let body = #""body":"a\n\"/\"\u0001""#
        #expect(
            try written(post(isFull: false))
                == #"{\#(body),"changedAt":"d","createdAt":"c","formerPaths":[],"formerSlugs":["r"],"id":"0123456789ab","#
                + #""isSlugChosen":true,"kind":"post","overrides":{},"revision":7,"slug":"s","state":"draft","#
                + #""tags":["b","a"]}"#)
        let day =
            #"{"instant":"2026-12-01T09:00:00+01:00","local":"2026-12-01T09:00:00","note":"n","#
            + #""zone":"Europe/Vienna"}"#
        #expect(
            try written(post(isFull: true))
                == #"{"author":"Ada",\#(body),"canonicalAddress":"https://a.example/b","changedAt":"d","createdAt":"c","#
                + #""date":\#(day),"deletedAt":"e","formerPaths":["/r.html"],"formerSlugs":["r"],"id":"0123456789ab","isSlugChosen":true,"#
                + #""kind":"post","language":"de","overrides":{"a":{},"b":{"text":"t"}},"path":"/q/","revision":7,"slug":"s","#
                + #""state":"draft","summary":"x","tags":["b","a"],"title":"Zoë said “hi”"}"#)
    }

    @Test("every text of a post survives a round trip under its own name", arguments: TextField.allCases)
    func texts(field: TextField) throws {
        var draft = DraftBody()
        draft[field] = "x"
        #expect(try written(draft) == #"{"\#(field.rawValue)":"x"}"#)
        #expect(
            try JSONCoding.decode(
                DraftBody.self, from: JSON(reading: Array(written(draft).utf8)),
                known: .object([field.rawValue: .any])) == draft)
        var post = post(isFull: false)
        post[field] = "x"
        #expect(post.draft[field] == "x")
        #expect(try JSONCoding.decode(PostBody.self, from: JSONCoding.encode(post)) == post)
    }

    @Test("a request and a shown post have each field of a draft")
    func fields() {
        func names(_ value: Any) -> Set<String> { Set(Mirror(reflecting: value).children.compactMap(\.label)) }
        // Of a request, the date's zone stands beside its words; of a post, in the same value.
        #expect(names(DraftBody()) == names(Draft()).union(["zone", "isSlugChosen"]))
        #expect(names(post(isFull: true)).isSuperset(of: names(Draft())))
    }

    @Test("a list contains its next cursor, and its posts have no text")
    func lists() throws {
        let item = PostSummaryBody(
            id: "i", revision: 1, owner: "o", state: "draft", kind: "post", slug: "s", title: nil, excerpt: "e",
            tags: [],
            date: nil, changedAt: "c")
        let words =
            #"{"changedAt":"c","excerpt":"e","id":"i","kind":"post","owner":"o","revision":1,"slug":"s","state":"draft","#
            + #""tags":[]}"#
        #expect(try written(PageBody(items: [item], cursor: "x")) == #"{"cursor":"x","items":[\#(words)]}"#)
        #expect(try written(PageBody(items: [item], cursor: nil)) == #"{"items":[\#(words)]}"#)
    }

    @Test("null and absent differ where a page reads them without a check")
    func nulls() throws {
        let summary = ArrangementSummaryBody(name: "a", revision: 1, updatedAt: "u", updatedBy: nil)
        #expect(try written(summary) == #"{"name":"a","revision":1,"updatedAt":"u","updatedBy":null}"#)
    }

    @Test("a post that was read is a draft that can be sent", arguments: [true, false])
    func sentBack(isFull: Bool) throws {
        let post = post(isFull: isFull)
        let bytes = try JSONCoding.encode(post)
        #expect(try JSONCoding.decode(PostBody.self, from: bytes) == post)
        #expect(try JSONCoding.decode(DraftBody.self, from: bytes) == post.draft)
    }

    @Test(
        "a draft that is not JSON, or has a field of the wrong type, is refused",
        arguments: [
            #"{"title":1}"#, "{", "", "[]", "null", #"{"title":"a"} x"#, #"{"tags":["a",null]}"#,
            #"{"title":"a\q"}"#, #"{"title":"a"#, "{\"title\":\"a\nb\"}", #"{"title" "a"}"#,
        ])
    func refused(json: String) {
        #expect(throws: (any Error).self) { try JSONCoding.decode(DraftBody.self, from: Array(json.utf8)) }
    }

    @Test("a draft that is not UTF-8 is refused")
    func brokenDraft() {
        let bytes = Array(#"{"title":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
        #expect(throws: JSONError.notJSON) { try JSONCoding.decode(DraftBody.self, from: bytes) }
    }

    @Test("a draft nested more deeply than any field is refused where it becomes too deep")
    func deepDraft() {
        let bytes = Array((#"{"overrides":"# + String(repeating: #"{"a":"#, count: 600)).utf8)
        #expect(throws: JSONError.tooDeep) { try JSONCoding.decode(DraftBody.self, from: bytes) }
    }
}
