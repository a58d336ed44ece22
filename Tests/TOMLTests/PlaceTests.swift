import Testing

@testable import TOML

@Suite struct PlaceTests {
    @Test("every key and value knows its line, its column and its bytes")
    func places() throws {
        let text = "# é\n\"é\" = 'é' # x\r\n a.b = [1, {c = 2}]\n\n  [t.u] # y\nv = '''\n'''\n[[w]]\n[t]\n"
        let entries = try TOMLDocument(text).entries
        let found = places(in: .table(entries), Array(text.utf8))
        #expect(
            found == [
                "2:1 “\"é\"”", "2:7 “'é'”", "3:2 “a”", "3:4 “b”", "3:8 “[1, {c = 2}]”", "3:9 “1”", "3:12 “{c = 2}”",
                "3:13 “c”", "3:17 “2”", "9:1 “[t]”", "5:3 “[t.u]”", "6:1 “v”", "6:5 “'''\n'''”", "8:1 “[[w]]”",
                "8:1 “[[w]]”",
            ])
    }

    @Test("the first header is reported, even if a later one takes its table over")
    func firstHeader() throws {
        #expect(try TOMLDocument("a = 1\n").firstHeader == nil)
        #expect(try TOMLDocument("a = 1\n [b.c]\n[b]\n").firstHeader?.range == 7..<12)
    }

    /// Key, value, and so on, in the order of the keys.
    private func places(in value: TOMLValue, _ bytes: [UInt8]) -> [String] {
        func told(_ place: TOMLPlace) -> String {
            "\(place.line):\(place.column) “\(String(decoding: bytes[place.range], as: UTF8.self))”"
        }
        return switch value {
        case .array(let items): items.flatMap { [told($0.place)] + places(in: $0.value, bytes) }
        case .table(let entries):
            entries.flatMap { entry in
                [told(entry.place)] + (entry.valuePlace.map { [told($0)] } ?? []) + places(in: entry.value, bytes)
            }
        default: []
        }
    }
}
