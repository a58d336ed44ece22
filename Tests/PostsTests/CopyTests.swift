import Posts
import Testing

@Suite("A copy that was read at its target")
struct CopyTests {
    private func copy(_ text: String, source: String? = nil, state: String? = nil) -> Standing {
        var standing = Standing([.text: text, .words: text.filter { $0.isLetter || $0.isNumber }.lowercased()])
        (standing.parts[.source], standing.parts[.state]) = (source, state)
        return standing
    }

    private func verdict(
        there: Standing, wanted: Standing? = nil, baseline: Standing? = nil, shown: Standing? = nil,
        sent: [Standing] = []
    ) -> EditVerdict {
        CopyMemory(baseline: baseline, shown: shown, sent: sent)
            .verdict(on: there, wanted: wanted, sending: copy("new words", state: "publish"))
    }

    @Test("an edit leaves while the copy is as it stood after our last write, however the server had altered it")
    func unchanged() {
        #expect(
            verdict(there: copy("altered <by> server"), baseline: copy("altered <by>  server")) == .send(remark: nil))
        // A server may show a text otherwise after an upgrade of its own: its source says that nobody touched it.
        #expect(
            verdict(
                there: copy("shown", source: "as *sent*"), baseline: copy("other"),
                sent: [copy("x", source: "as *sent*")])
                == .send(remark: nil))
    }

    @Test("what another hand wrote there is not overwritten: both texts and the verbs are told")
    func changed() {
        guard case .diverged(let words) = verdict(there: copy("by hand"), baseline: copy("old words")) else {
            Issue.record("it was overwritten")
            return
        }
        for part in ["was changed there", "“by hand”", "“old words”", "“new words”", "“retry”", "“cancel”"] {
            #expect(words.contains(part), "\(words)")
        }
        let drafted = verdict(there: copy("old", state: "draft"), baseline: copy("old", state: "publish"))
        guard case .diverged(let state) = drafted, state.contains("“draft”") else {
            Issue.record("\(drafted)")
            return
        }
    }

    @Test("what the author was shown may be overwritten, what was written there since may not")
    func shown() {
        let (baseline, shown) = (copy("old words"), copy("by hand"))
        #expect(verdict(there: copy("by hand"), baseline: baseline, shown: shown) == .send(remark: nil))
        guard case .diverged = verdict(there: copy("once more by hand"), baseline: baseline, shown: shown) else {
            Issue.record("it was overwritten")
            return
        }
    }

    @Test("an earlier request of ours that was carried out late is no other hand")
    func late() {
        #expect(
            verdict(there: copy("first edit"), baseline: copy("old"), sent: [copy("first edit")]) == .send(remark: nil))
    }

    @Test("an older arrival is compared as words; what is unclear is sent once, with a line that says so")
    func older() {
        #expect(verdict(there: copy("Old, words!"), sent: [copy("old words")]) == .send(remark: nil))
        guard case .send(let remark?) = verdict(there: copy("other text"), sent: [copy("old words")]) else {
            Issue.record("nothing was said")
            return
        }
        #expect(remark.contains("could not determine") && remark.contains("“other text”"))
        guard case .diverged = verdict(there: copy("old words", state: "draft"), sent: [copy("old", state: "publish")])
        else {
            Issue.record("a draft was taken for a published post")
            return
        }
    }

    @Test("an edit that the copy says already is not sent")
    func same() { #expect(verdict(there: copy("new"), wanted: copy("new"), baseline: copy("old")) == .isThere) }

    private func finding(_ there: Standing, baseline: Standing? = nil, sent: [Standing] = []) -> Finding {
        CopyMemory(baseline: baseline, sent: sent).finding(on: there, of: copy("new words"), Record(id: "7"))
    }

    @Test("an edit in doubt is settled by what stands there")
    func settled() {
        let old = copy("old words")
        #expect(finding(copy("new  words"), baseline: old) == .found(Record(id: "7")))
        #expect(finding(old, baseline: old) == .absent)
        #expect(finding(copy("New, words"), baseline: old) == .found(Record(id: "7")))
        #expect(finding(copy("first edit"), baseline: old, sent: [copy("first edit"), copy("new words")]) == .absent)
        guard case .diverged = finding(copy("by hand"), baseline: old) else {
            Issue.record("another hand was not seen")
            return
        }
        guard case .unclear = finding(copy("by hand")) else {
            Issue.record("nothing is known of what stood there")
            return
        }
    }

    @Test("what arrives otherwise is told with what differs")
    func otherwise() throws {
        #expect(CopyMemory.remark(on: copy("a b"), sent: copy("a\n b")) == nil)
        let remark = try #require(CopyMemory.remark(on: copy("2  3  4"), sent: copy("2 * 3 * 4")))
        #expect(
            remark.hasPrefix("It arrived changed.") && remark.contains("“2 3 4”") && remark.contains("“2 * 3 * 4”"))
    }
}
