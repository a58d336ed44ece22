import Posts
import Testing

@Suite("A copy that was read back from its target")
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

    @Test("an edit leaves while the copy is as after our last write, however the server had altered that")
    func unchanged() {
        #expect(
            verdict(there: copy("altered <by> server"), baseline: copy("altered <by>  server")) == .send(remark: nil))
        // A server's upgrade may change how it shows a text: the source shows that it is unchanged.
        #expect(
            verdict(
                there: copy("shown", source: "as *sent*"), baseline: copy("other"),
                sent: [copy("x", source: "as *sent*")])
                == .send(remark: nil))
    }

    @Test("a change by another person is not overwritten: both texts and the verbs are reported")
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

    @Test("a change that the author has seen may be overwritten, a later one may not")
    func shown() {
        let (baseline, shown) = (copy("old words"), copy("by hand"))
        #expect(verdict(there: copy("by hand"), baseline: baseline, shown: shown) == .send(remark: nil))
        guard case .diverged = verdict(there: copy("once more by hand"), baseline: baseline, shown: shown) else {
            Issue.record("it was overwritten")
            return
        }
    }

    @Test("an earlier request of ours that was carried out late is not another person's change")
    func late() {
        #expect(
            verdict(there: copy("first edit"), baseline: copy("old"), sent: [copy("first edit")]) == .send(remark: nil))
    }

    @Test("an older arrival is compared by its words; an unclear one is sent once, with a note")
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

    @Test("an edit that the copy already contains is not sent")
    func same() { #expect(verdict(there: copy("new"), wanted: copy("new"), baseline: copy("old")) == .isThere) }

    private func finding(_ there: Standing, baseline: Standing? = nil, sent: [Standing] = []) -> LookUpResult {
        CopyMemory(baseline: baseline, sent: sent).finding(on: there, of: copy("new words"), RemotePost(id: "7"))
    }

    @Test("an uncertain edit is settled by the copy's content")
    func settled() {
        let old = copy("old words")
        #expect(finding(copy("new  words"), baseline: old) == .found(RemotePost(id: "7")))
        #expect(finding(old, baseline: old) == .absent)
        #expect(finding(copy("New, words"), baseline: old) == .found(RemotePost(id: "7")))
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

    @Test("a copy that an edit may replace leaves a lost answer to that edit without a question: it did not arrive")
    func answeredOnce() {
        let texts = ["old words", "by hand", "first edit", "something else"].map { copy($0) }
        let known: [Standing?] = [nil] + texts
        for there in texts {
            for baseline in known {
                for shown in known {
                    let memory = CopyMemory(baseline: baseline, shown: shown, sent: [copy("first edit")])
                    let sent = copy("new words")
                    guard case .send(nil) = memory.verdict(on: there, wanted: sent, sending: sent) else { continue }
                    let finding = memory.finding(on: there, of: sent, RemotePost(id: "7"))
                    #expect(finding == .absent, "\(there), after \(memory)")
                }
            }
        }
    }

    @Test("a copy that arrives altered is reported with its differences")
    func otherwise() throws {
        #expect(CopyMemory.remark(on: copy("a b"), sent: copy("a\n b")) == nil)
        let remark = try #require(CopyMemory.remark(on: copy("2  3  4"), sent: copy("2 * 3 * 4")))
        #expect(
            remark.hasPrefix("It arrived changed.") && remark.contains("“2 3 4”") && remark.contains("“2 * 3 * 4”"))
    }
}
