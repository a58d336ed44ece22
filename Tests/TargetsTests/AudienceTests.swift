import HTTPValues
import JSONTree
import Posts
import TargetSupport
import Testing

@testable import Targets

@Suite("Who can see a copy")
struct AudienceTests {
    private func edit(
        _ visibility: Visibility, at software: String, _ change: (inout TargetSettings) -> Void = { _ in }
    ) throws -> (kind: any TargetKind, parcels: Parcels) {
        let kind = try http("mastodon", change)
        let body = isThread(change) ? "One.\n\n---\n\nTwo." : "words"
        let post = try manuscript(
            title: nil, body: body, tags: [], address: .none, override: TargetOverride(visibility: visibility))
        return (kind, try Parcels(encoded: kind.freeze(post, as: .edit, facts: facts(software), key: key).payload))
    }

    private func isThread(_ change: (inout TargetSettings) -> Void) -> Bool {
        var made = settings("mastodon")
        change(&made)
        return made.long == "thread"
    }

    private func standing(_ visibility: String?) -> Standing {
        var standing = Standing([.text: "words"])
        standing.parts[.visibility] = visibility
        return standing
    }

    @Test("an edit is kept from a server that makes it public, whatever says that the post is not")
    func harm() throws {
        let words = ["public", "unlisted", "private", "direct", nil]
        for software in ["takahe", "mastodon", "gotosocial", "snac", "pleroma", "newcomer"] {
            for wanted in Visibility.allCases {
                let (kind, parcels) = try edit(wanted, at: software)
                for there in words {
                    let harm = kind.copies.harm(
                        ofEditing: standing(there), by: parcels.all[0], facts: facts(software))
                    let isHarmful = software == "takahe" && (wanted != .public || there != "public")
                    #expect((harm != nil) == isHarmful, "\(software), \(wanted), \(there ?? "nothing")")
                }
            }
        }
        let (kind, parcels) = try edit(.private, at: "takahe")
        let known = kind.copies.harm(ofEditing: standing("private"), by: parcels.all[0], facts: facts("takahe"))
        #expect(known?.contains("makes every post public") == true && known?.contains("this one is private") == true)
        // Frozen before Galley knew the server: the copy that was read decides.
        let early = try edit(.public, at: "mastodon").parcels.all[0]
        #expect(kind.copies.harm(ofEditing: standing("unlisted"), by: early, facts: facts("takahe")) != nil)
        #expect(kind.copies.harm(ofEditing: standing("public"), by: early, facts: facts("takahe")) == nil)
    }

    @Test("no part of a thread is edited there if a later one is for fewer people")
    func thread() throws {
        let (kind, parcels) = try edit(.public, at: "takahe") { $0.long = "thread" }
        #expect(parcels.all.count == 2)
        for parcel in parcels.all {
            #expect(kind.copies.harm(ofEditing: standing("public"), by: parcel, facts: facts("takahe")) != nil)
        }
        let open = try edit(.public, at: "takahe") {
            $0.long = "thread"
            $0.threadVisibility = "public"
        }
        #expect(
            open.kind.copies.harm(ofEditing: standing("public"), by: open.parcels.all[0], facts: facts("takahe")) == nil
        )
    }

    @Test("what an edit does not change is the same request as before")
    func unchanged() throws {
        for software in ["mastodon", "snac", "takahe"] {
            let texts = try Visibility.allCases.map { try edit($0, at: software).parcels.all[0].predictedBody }
            #expect(Set(texts).count == 1)
        }
        #expect(try edit(.public, at: "mastodon").parcels == edit(.private, at: "mastodon").parcels)
    }

    @Test("the author reads in advance which edits are sent")
    func inAdvance() throws {
        let target = try target("mastodon")
        #expect(target.wordsOnEdit(facts: facts("mastodon")).contains("Who can see it stays"))
        #expect(target.wordsOnEdit(facts: facts("takahe")).contains("Edits of public posts are sent"))
        for (visibility, isHarmful) in [
            (Visibility.public, false), (.unlisted, true), (.private, true), (.direct, true),
        ] {
            let post = try manuscript(tags: [], override: TargetOverride(text: "a", visibility: visibility))
            let payload = try target.freeze(post, facts: facts("takahe"), key: key).payload
            #expect((target.harm(ofEditingCopyOf: payload, facts: facts("takahe")) != nil) == isHarmful)
            #expect(target.harm(ofEditingCopyOf: payload, facts: facts("mastodon")) == nil)
            #expect(target.harm(ofEditingCopyOf: payload, facts: nil) == nil)
        }
    }

    private func remark(
        _ sent: Visibility, _ told: String, at software: String, language: String? = "\"pt\"",
        sensitive: String = "true",
        before: Standing? = nil, as change: DeliveryKind = .create
    ) throws -> String? {
        let kind = try http("mastodon")
        let post = try manuscript(
            tags: [], address: .none, override: TargetOverride(text: "words", warning: "w", visibility: sent))
        let known = facts(software)
        let parcel = try Parcel(encoded: kind.freeze(post, as: change, facts: known, key: key).payload)
        let status =
            #"{"id":"1","uri":"u","content":"<p>words</p>","spoiler_text":"w","visibility":"\#(told)","#
            + #""language":\#(language ?? "null"),"sensitive":\#(sensitive)}"#
        let answer = HTTPAnswer(status: 200, body: Array(status.utf8), receivedAt: noon)
        let there = try #require(kind.copies.standing(in: answer, of: parcel, facts: known))
        let wanted = kind.copies.standing(sent: Array(parcel.predictedBody.utf8), parcel, facts: known)
        return CopyMemory.remark(on: there, sent: wanted?.keeping(before))
    }

    @Test("an answer that shows it to more people is told first, and one that shows it to fewer is told, too")
    func exposure() throws {
        for (sent, told) in [
            (Visibility.private, "public"), (.unlisted, "public"), (.direct, "unlisted"), (.direct, "private"),
        ] {
            let words = try #require(try remark(sent, told, at: "mastodon"))
            #expect(words.hasPrefix("More people can see it there than you wanted."))
            #expect(words.contains("It is \(told), and was to be \(sent.rawValue)."))
        }
        let fewer = try #require(try remark(.public, "private", at: "mastodon"))
        #expect(fewer.hasPrefix("It arrived changed. Visibility there: “private”."))
        #expect(try remark(.private, "mutuals_only", at: "gotosocial")?.hasPrefix("It arrived changed.") == true)
    }

    @Test(
        "what a server is known to say otherwise is no difference",
        arguments: [
            ("mastodon", Visibility.unlisted, "unlisted", "\"pt\""), ("mastodon", .private, "private", "\"pt-BR\""),
            ("snac", .unlisted, "public", "\"en\""), ("snac", .private, "private", "\"en\""),
            ("takahe", .private, "private", "null"),
            ("gotosocial", .direct, "direct", "\"pt\""), ("pleroma", .private, "private", "null"),
        ])
    func quirks(software: String, sent: Visibility, told: String, language: String) throws {
        #expect(try remark(sent, told, at: software, language: language) == nil)
    }

    @Test("a private post that snac calls public is told all the same")
    func snac() throws {
        #expect(try remark(.private, "public", at: "snac", language: "\"en\"")?.contains("It is public") == true)
    }

    @Test("another language, and pictures that are not hidden, are told")
    func attributes() throws {
        #expect(
            try remark(.public, "public", at: "mastodon", language: "\"en\"")?.contains("Language there: “en”") == true)
        #expect(
            try remark(.public, "public", at: "mastodon", sensitive: "false")?.contains("Sensitive there: “false”")
                == true)
    }

    @Test("an edit is not taken to leave what it does not name: the copy before it decides")
    func edits() throws {
        let before = Standing([.visibility: "private", .warning: "w", .language: "pt", .sensitive: "true"])
        #expect(try remark(.private, "private", at: "newcomer", before: before, as: .edit) == nil)
        let words = try #require(try remark(.private, "public", at: "newcomer", before: before, as: .edit))
        #expect(words.hasPrefix("More people can see it there than you wanted. It is public, and was to be private."))
        #expect(try remark(.private, "public", at: "newcomer", as: .edit) == nil)
    }

    @Test("language and sensitivity tell no change by another person")
    func noDivergence() throws {
        let mine = Standing([.text: "a", .language: "pt", .sensitive: "true"])
        let there = Standing([.text: "a", .language: "en", .sensitive: "false"])
        #expect(there.differences(from: mine).isEmpty)
        #expect(CopyMemory.remark(on: there, sent: mine) != nil)
        #expect(CopyMemory(baseline: mine).verdict(on: there, wanted: mine, sending: mine) == .isThere)
    }
}
