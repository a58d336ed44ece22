import FoundationEssentials
import JSONTree
import Testing

/// Compares Galley's decoder with Foundation's, which read all JSON before.
@Suite("JSON as Foundation reads it")
struct FoundationTests {
    @Test("generated texts, sound and damaged, are the same values or refused by both", arguments: 0..<8)
    func trees(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        for _ in 0..<200 {
            let sound = dice.value(levels: 5)
            for bytes in [Array(sound.utf8)] + (0..<5).map({ _ in dice.damaged(Array(sound.utf8)) }) {
                compare(bytes)
            }
        }
    }

    private static let forms = [
        "", " ", "{", "[1,", "[1,]", "[,1]", "[,]", "{,}", #"{"a"}"#, #"{"a":1,}"#, #"{"a":1"b":2}"#, "nul", "nulll",
        "[tru]",
        "01", "[01]", "-", "[-]", "-01", "1.", ".5", "1.e5", "1e", "1e+", "+1", "--1", "1-1", "1e5e5", "0x10", "NaN",
        "'a'",
        #""a"#, "\"a\nb\"", "\"\u{7F}\"", "{} x", "[1]]", "\\", #""\""#, #""\u12""#, #""\u12G4""#, #""\U0041""#,
        #""\x""#,
        #""\/\b\f\n\r\t\"\\""#, #""\u0000""#, "// a\n1", "[1\u{0B}]", "[1\u{A0}]", "-0", "-0.0", "[0]", "1E+5", "0.1e1",
        "1e400", "1e-400", "1e-320", "5e-324", "1.7976931348623157e308", "1.7976931348623159e308",
        "9007199254740991", "9007199254740992", "-9007199254740993", "18446744073709551616",
        "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
        "-170141183460469231731687303715884105728", #"{"a":1,"a":2}"#, #"{"\u00e9":1,"e\u0301":2}"#, #"{"":{"":[]}}"#,
        #"{"\u0061":1}"#, "\u{FEFF}[1]", #""\ud83d\ude00""#, #""\ud83d""#, #""\ude00""#, #""\ud83d\u0041""#,
    ]

    @Test("each form of the grammar and each break of it", arguments: forms)
    func form(_ text: String) { compare(Array(text.utf8)) }

    @Test("bytes that are not UTF-8 are refused")
    func broken() {
        for bytes: [UInt8] in [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80]] {
            compare([0x22] + bytes + [0x22])
            compare(bytes)
        }
    }

    private func compare(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let found = try? JSONCoding.decode(JSON.self, from: bytes)
        let expected = (try? JSONDecoder().decode(Reference.self, from: Data(bytes)))?.value
        #expect(found == expected || isMeant(text, found, expected), "\(text.debugDescription)")
    }

    /// Whether a difference is meant. Foundation takes a comma before a bracket, and refuses a zero with an exponent.
    /// Beyond 2⁵³ it also takes whole numbers in other notations exactly, and cuts fractions off.
    private func isMeant(_ text: String, _ found: JSON?, _ expected: JSON?) -> Bool {
        if found == nil { return text.contains(/,\s*[\]}]/) }
        if expected == nil { return text.contains(/(^|[^0-9.])0(\.0+)?[eE]/) }
        return text.contains(/[0-9](\.[0-9]|[eE])/) && found?.rounded == expected?.rounded
    }

    // MARK: - Types

    private struct Body: Decodable, Equatable {
        struct Part: Decodable, Equatable { let name: String? }
        enum Word: String, Decodable { case one, two }
        let flag: Bool?
        let text: String?
        let number: Double?
        let whole: Int?
        let small: UInt8?
        let word: Word?
        let list: [Int]?
        let parts: [Part]?
        let map: [String: Part]?
        let needed: Int
    }

    private static let values = [
        "null", "true", #""x""#, #""one""#, "1", "-1", "256", "9007199254740993", "1e2", "[]", "[1,2]", "[1,null]",
        #"[1,"x"]"#,
        "{}", #"[{"name":"n"},{}]"#, #"{"5":{"name":1}}"#, #"{"k":{"name":"n"}}"#,
    ]

    @Test(
        "a type gets the same values, or an error with the same path",
        arguments: ["flag", "text", "number", "whole", "small", "word", "list", "parts", "map", "needed", "other"])
    func types(field: String) {
        for value in FoundationTests.values {
            let json = #"{"\#(field)":\#(value)\#(field == "needed" ? "" : #","needed":1"#)}"#
            let bytes = Array(json.utf8)
            let found = Result { try JSONCoding.decode(Body.self, from: bytes) }
            let expected = Result { try JSONDecoder().decode(Body.self, from: Data(bytes)) }
            #expect((try? found.get()) == (try? expected.get()), "\(json)")
            // Foundation loses the path of a number that does not fit.
            guard let place = path(of: expected) else { continue }
            #expect(path(of: found) == place, "\(json)")
        }
    }

    @Test("a number that does not fit names its field")
    func unfit() {
        for number in ["1.5", "1e300", "9223372036854775808"] {
            let bytes = Array(#"{"needed":1,"list":[7,\#(number)]}"#.utf8)
            #expect(path(of: Result { try JSONCoding.decode(Body.self, from: bytes) }) == "list.1")
        }
    }

    /// nil for a value, and for an error without a path.
    private func path(of result: Result<Body, any Error>) -> String? {
        guard case .failure(let error as DecodingError) = result else { return nil }
        let path =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            case .keyNotFound(let key, let context): context.codingPath + [key]
            @unknown default: [any CodingKey]()
            }
        return path.isEmpty ? nil : path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}

/// A tree that any decoder can read, value by value.
private struct Reference: Decodable {
    let value: JSON

    init(from decoder: any Decoder) throws {
        let one = try decoder.singleValueContainer()
        if let number = try? one.decode(Double.self) {
            let isExact = number.magnitude < 0x1p53
            value = isExact ? .number(number) : (try? one.decode(Int128.self)).map { .large($0) } ?? .number(number)
        } else if let text = try? one.decode(String.self) {
            value = .text(text)
        } else if let fields = try? one.decode([String: Reference].self) {
            value = .object(fields.mapValues(\.value))
        } else if let list = try? one.decode([Reference].self) {
            value = .list(list.map(\.value))
        } else if one.decodeNil() {
            value = .null
        } else {
            value = .bool(try one.decode(Bool.self))
        }
    }
}

extension JSON {
    /// With all numbers as `Double` has them.
    fileprivate var rounded: JSON {
        switch self {
        case .large(let number): .number(Double(number))
        case .list(let list): .list(list.map(\.rounded))
        case .object(let fields): .object(fields.mapValues(\.rounded))
        case .null, .bool, .number, .text: self
        }
    }
}

/// Texts of JSON from a seed.
private struct Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 2 &+ 1 }

    private mutating func roll(_ below: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(below))
    }

    private mutating func one(of words: [String]) -> String { words[roll(words.count)] }

    mutating func value(levels: Int) -> String {
        let plain = levels == 0 || roll(3) == 0
        let value =
            switch roll(plain ? 5 : 9) {
            case 0: one(of: ["null", "true", "false"])
            case 1, 2: number()
            case 3, 4: text()
            case 5, 6: "[" + (0..<roll(5)).map { _ in self.value(levels: levels - 1) }.joined(separator: ",") + "]"
            default:
                // Foundation does not look at the values of repeated names.
                "{"
                    + (0..<roll(5)).map { number in
                        "\"\(number)" + text().dropFirst() + blank() + ":" + self.value(levels: levels - 1)
                    }.joined(separator: ",") + "}"
            }
        return blank() + value + blank()
    }

    private mutating func blank() -> String { roll(3) == 0 ? one(of: [" ", "\n", "\t", "\r\n", "  "]) : "" }

    private mutating func number() -> String {
        let sign = roll(3) == 0 ? "-" : ""
        // Whole numbers from 2⁵³ on are whole in their notation, too.
        if roll(3) == 0 { return sign + one(of: ["9007199254740992", "1234567890123456789", "99999999999999999999"]) }
        let whole = one(of: ["0", "1", "12", "999999999999999", "9007199254740991", "1000000"])
        let fraction = roll(3) == 0 && whole.utf8.count < 15 ? one(of: [".5", ".0", ".123456789012345678", ".10"]) : ""
        let power = roll(4) == 0 && whole != "0" && whole.utf8.count < 8 ? one(of: ["e2", "E-2", "e+5", "e-07"]) : ""
        return sign + whole + fraction + power
    }

    private mutating func text() -> String {
        let parts = [
            "a", "Zz09", " ", "é", "e\u{301}", "漢", "😀", "\u{7F}", #"\n"#, #"\""#, #"\\"#, #"\/"#, #"\u0041"#,
            #"\u00e9"#,
            #"\ud83d\ude00"#, #"\u0000"#, "{", "[", ",", ":", "//", "\u{2028}",
        ]
        return "\"" + (0..<roll(6)).map { _ in one(of: parts) }.joined() + "\""
    }

    /// With a byte removed, added or changed.
    mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let new = Array("\"\\{}[],:0123456789.eE+-tfnu \n/a\u{301}\u{7F}".utf8)
        for _ in 0...roll(2) {
            let place = roll(bytes.count + 1)
            switch roll(3) {
            case 0 where place < bytes.count: bytes.remove(at: place)
            case 1 where place < bytes.count: bytes[place] = new[roll(new.count)]
            default: bytes.insert(new[roll(new.count)], at: place)
            }
        }
        return bytes
    }
}
