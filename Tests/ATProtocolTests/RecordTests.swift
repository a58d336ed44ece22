import ATProtocol
import JSONTree
import Posts
import Testing

/// What the golden rows of `Tests/Vectors/text.json` do not show.
@Suite("Records of the AT Protocol")
struct RecordTests {
    @Test("Keys sort like their times, and by the clock within one microsecond")
    func keysSort() {
        // given
        let times: [Int64] = [-1, 0, 1, 1 << 31, 1_790_000_000_000_000, .max]
        // when
        let keys = times.flatMap { time in
            [0, 1, 1023].map { RecordKey(Instant(microseconds: time), clock: $0).text }
        }
        // then
        #expect(keys[3...] == keys[3...].sorted()[...])
        #expect(keys.allSatisfy { $0.utf8.count == 13 })
        #expect(keys[0] == keys[3])
    }

    @Test(
        "Whole numbers take their shortest form, down to the smallest",
        arguments: [
            (0, [0x00]), (23, [0x17]), (24, [0x18, 24]), (255, [0x18, 255]), (256, [0x19, 1, 0]),
            (65_536, [0x1A, 0, 1, 0, 0]), (4_294_967_296, [0x1B, 0, 0, 0, 1, 0, 0, 0, 0]),
            (-1, [0x20]), (-24, [0x37]), (-25, [0x38, 24]), (.min, [0x3B, 0x7F, 255, 255, 255, 255, 255, 255, 255]),
        ] as [(Int64, [UInt8])])
    func wholeNumbers(number: Int64, bytes: [UInt8]) throws {
        let value: JSON = number.magnitude < 1 << 53 ? .number(Double(number)) : .large(Int128(number))
        #expect(try DAGCBOR.encoded(value) == bytes)
    }

    @Test(
        "What a record cannot hold has no CID",
        arguments: [
            (JSON.number(0.5), RecordError.notAWholeNumber("0.5")),
            (.number(.infinity), .notAWholeNumber("inf")),
            (.large(Int128(Int64.max) + 1), .notAWholeNumber("9223372036854775808")),
            (.object(["$link": .text("bafy")]), .notACID("bafy")),
            (.object(["$bytes": .text("a?")]), .notBase64("a?")), (.object(["$bytes": .null]), .notBase64("null")),
            ((0..<64).reduce(JSON.null) { value, _ in .list([value]) }, .tooDeep),
        ])
    func refused(value: JSON, error: RecordError) {
        #expect(throws: error) { try ContentID(of: value) }
    }

    @Test(
        "Records of the network's own fixtures have their CIDs",
        arguments: [
            (
                #"{"a": {"$link": "bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a"}, "b": {"$bytes": "\#(base64)"}, "#
                    + #""c": {"$type": "blob", "ref": {"$link": "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity"}, "#
                    + #""mimeType": "image/jpeg", "size": 10000}}"#,
                "bafyreihldkhcwijkde7gx4rpkkuw7pl6lbyu5gieunyc7ihactn5bkd2nm"
            ),
            (
                #"{"a": {"b": [{"d": [{"$link": "bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a"}, "#
                    + #"{"$link": "bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a"}], "#
                    + #""e": [{"$bytes": "\#(base64)"}, {"$bytes": "iE+sPoHobU9tSIqGI+309LLCcWQIRmEXwxcoDt19tas"}]}]}}"#,
                "bafyreid3imdulnhgeytpf6uk7zahjvrsqlofkmm5b5ub2maw4kqus6jp4i"
            ),
        ])
    func fixtures(record: String, cid: String) throws {
        for text in [record, record.replacing("CzI0", with: "CzI0=")] {
            #expect("\(try ContentID(of: JSON(reading: Array(text.utf8))))" == cid)
        }
    }

    @Test("A key is a TID", arguments: ["3jzfcijpj2z2a", "7777777777777", "3zzzzzzzzzzzz", "jzzzzzzzzzzzz"])
    func keys(text: String) {
        #expect(RecordKey(text)?.text == text)
        let shorter = String(text.dropLast())
        for bad in [text + "a", shorter, shorter + "A", shorter + "1", "k" + text.dropFirst()] {
            #expect(RecordKey(bad) == nil)
        }
    }

    @Test("A CID is read as it is written; another text is none")
    func written() throws {
        let text = "bafyreihgl4apqtwesff5337fnnrczyrbelx32xv4rcqi4c5i3ab4opexii"
        #expect("\(try ContentID(text))" == text)
        for bad in [
            "", "b", text.uppercased(), text + "a", String(text.dropLast()), text.dropLast() + "j",
            "z" + text.dropFirst(),
        ] {
            #expect(throws: RecordError.notACID(bad)) { try ContentID(bad) }
        }
    }
}

private let base64 = "nFERjvLLiw9qm45JrqH9QTzyC2Lu1Xb4ne6+sBrCzI0"
