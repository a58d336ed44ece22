import JSONTree
import Testing

@Suite("JSON")
struct JSONTests {
    private func read(_ text: String) throws -> JSON { try JSON(reading: Array(text.utf8)) }

    private static let values: [(String, JSON)] = [
        ("null", .null), ("true", .bool(true)), (" [ ] ", .list([])), ("{}", .object([:])), ("-0.5", .number(-0.5)),
        ("5e2", .number(500)), (#""a\u00e9\ud83d\ude00\n""#, .text("aé😀\n")),
        (
            #"{"a":[1,"1",false],"b":{"a":null}}"#,
            .object([
                "a": .list([.number(1), .text("1"), .bool(false)]), "b": .object(["a": .null]),
            ])
        ),
    ]

    @Test("every kind of value survives writing and reading", arguments: values)
    func kinds(_ text: String, _ value: JSON) throws {
        #expect(try read(text) == value)
        #expect(try read(value.written) == value)
    }

    @Test("the bytes of a value are counted as they are written")
    func counted() {
        let scalars = (0..<0x3000).compactMap(Unicode.Scalar.init).map { JSON.text("\($0)\u{301}") }
        let numbers = [0, -0.0, -1, 2_147_483_647, 2_147_483_648, 0.1, 1e-7, 1e16, 1e300, -123_456.75, .infinity].map {
            JSON.number($0)
        }
        let values = JSONTests.values.map(\.1) + numbers + [.large(Int128.max), .text("😀\"")]
        let nested = JSON.object(["é\n": .list(values), "a": .list(scalars)])
        for value in values + scalars + [nested, .list([nested, nested])] {
            #expect(value.writtenCount == value.written.utf8.count)
        }
    }

    @Test("equal objects give equal bytes, and slashes are not escaped")
    func stable() throws {
        #expect(
            try read(#"{"b":1,"a10":"https:\/\/a.example","a9":2}"#).written
                == #"{"a10":"https://a.example","a9":2,"b":1}"#)
    }

    @Test(
        "an id of any length is preserved",
        arguments: [
            "0", "17", "9007199254740992", "9007199254740993", "-9007199254740993", "18446744073709551615",
            "170141183460469231731687303715884105727",
        ])
    func ids(_ digits: String) throws {
        let json = try read("[\(digits)]")
        #expect(json.elements?.first?.identifier == digits)
        #expect(json.written == "[\(digits)]")
        #expect(try read("\"\(digits)\"").identifier == digits)
    }

    @Test("whole numbers are read in every notation, and others are not whole")
    func integers() throws {
        for text in ["500", "500.0", "5e2", #""500""#, #""500.0""#] { #expect(try read(text).integer == 500) }
        for text in ["0.5", "1e300", "170141183460469231731687303715884105727", #""x""#, "null", "[5]"] {
            #expect(try read(text).integer == nil)
        }
    }

    @Test("a service's encoding errors cost single characters, not the answer")
    func lenient() throws {
        let broken: [([UInt8], String)] = [
            ([0xEF, 0xBB, 0xBF] + Array(#""a""#.utf8), "a"),
            (Array(#""a"#.utf8) + [0xFF, 0xC3] + Array(#"b""#.utf8), "a\u{FFFD}\u{FFFD}b"),
            (Array(#""\ud83d""#.utf8), "\u{FFFD}"), (Array(#""\ude00x""#.utf8), "\u{FFFD}x"),
            (Array(#""\ud83d\ud83d\ude00""#.utf8), "\u{FFFD}😀"), (Array(#""\ud83d\n""#.utf8), "\u{FFFD}\n"),
            (Array(#""\\ud83d\\\ud83d""#.utf8), "\\ud83d\\\u{FFFD}"),
        ]
        for (bytes, text) in broken { #expect(try JSON(reading: bytes) == .text(text)) }
    }

    @Test(
        "invalid JSON is refused",
        arguments: [
            "", " ", "{", "[1,", #"{"a"}"#, #"{"a":1,}"#, "nul", "01", "1.", "+1", "'a'", #""a"#, "{} x",
            "\\",
            #""\"#, #""\u12"#, #""\ud83d\"#, "NaN", "// a\n1",
        ])
    func refused(_ text: String) { #expect(throws: JSONError.notJSON) { try read(text) } }

    @Test("a control character in a text costs neither an answer nor an export, and is refused in a request")
    func controls() throws {
        #expect(try read("\"a\nb\u{B}\"") == .text("a\nb\u{B}"))
        #expect(throws: JSONError.notJSON) { try JSONCoding.decode(JSON.self, from: Array("\"a\nb\"".utf8)) }
    }

    @Test("depth and length have limits, even if the rest is not JSON")
    func bounds() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        }
        #expect(throws: Never.self) { try read(nested(JSON.levelsMax)) }
        for text in [nested(JSON.levelsMax + 1), nested(512), String(repeating: "[{\"a\":", count: 100_000)] {
            #expect(throws: JSONError.tooDeep) { try read(text) }
            #expect(throws: JSONError.tooDeep) { try JSONCoding.decode(JSON.self, from: Array(text.utf8)) }
        }
        #expect(throws: Never.self) { try read("[\(nested(31)),\(nested(31))]") }
        #expect(throws: Never.self) { try read("\"\(String(repeating: "[", count: 200))\"") }
        #expect(throws: Never.self) { try JSONCoding.decode(JSON.self, from: Array(nested(100).utf8), levels: 100) }
        let long = [UInt8](repeating: UInt8(ascii: " "), count: JSON.bytesMax + 1)
        #expect(throws: JSONError.tooLong(long.count)) { try JSON(reading: long) }
    }

    @Test("a name that would take long to compare is refused: one that is long and not ASCII")
    func names() throws {
        let long = String(repeating: "n", count: 100_000)
        #expect(try read("{\"\(long)\":1}") == .object([long: .number(1)]))
        let marks = String(repeating: "\u{301}\u{327}", count: 64)
        #expect(try read("{\"\(marks)\":1}") == .object([marks: .number(1)]))
        #expect(throws: JSONError.notJSON) { try read("{\"a\(marks)\":1}") }
        #expect(try read("\"a\(marks)\"").text?.utf8.count == 257)
    }

    @Test("any text stays within its quotes and is preserved")
    func escaped() throws {
        for code in (0..<0x300).map(UInt32.init) + [0x2028, 0x2029, 0xFFFF, 0x10FFFF] {
            guard let scalar = Unicode.Scalar(code) else { continue }
            let text = "a\(scalar)\(scalar)\"b"
            #expect(try read("[\"\(JSON.escaped(text))\"]").elements?.first?.text == text)
        }
        #expect(JSON.quoted("\u{2028}</script>") == #""\u2028</script>""#)
    }

    @Test("a text keeps its first and last code points, also those that join the quotes to one character")
    func joined() throws {
        let text = "\u{301}a\u{600}"
        #expect(JSON.escaped(text) == text)
        #expect(JSON.quoted(text) == "\"\(text)\"")
    }

    @Test("a number that JSON cannot express is refused, or null in a tree")
    func infinite() throws {
        #expect(throws: EncodingError.self) { try JSONCoding.encode([Double.infinity]) }
        #expect(JSON.list([.number(.nan)]).written == "[null]")
    }
}
