import Foundation
import Testing

/// Enforces the table of `Sources/README.md`: which room may import which.
@Suite("The walls of the house")
struct WallTests {
    @Test("no file imports a room that its own may not", arguments: try House.rooms())
    func imports(of room: House.Room) throws {
        for file in try House.swiftFiles(in: room.name) {
            for module in file.imports where !room.mayImport.contains(module) {
                Issue.record("\(file.path) imports \(module); the table in Sources/README.md does not allow it to.")
            }
        }
    }

    @Test("every folder of Sources is in the table")
    func everyRoomIsListed() throws {
        let listed = Set(try House.rooms().map(\.name))
        let fences: Set<String> = [
            "CCMarkGFM", "CConfine", "CCrypto", "CCurl", "CExpat", "CPostgres", "CSQLite", "CTimer", "CYAML", "CZlib",
            "README.md",
        ]
        #expect(try House.entries(of: "Sources").subtracting(fences) == listed)
    }

    @Test("nothing is public, and no file is a helper, a manager or common")
    func names() throws {
        for room in try House.rooms() {
            for file in try House.swiftFiles(in: room.name) {
                #expect(!file.text.contains("\npublic ") && !file.text.contains(" public func "), "\(file.path)")
                let name = file.name.lowercased()
                for empty in ["utils", "helper", "common", "manager"] {
                    #expect(!name.contains(empty), "\(file.path)")
                }
            }
        }
    }

    @Test("C and SQL stay in their rooms")
    func fences() throws {
        let fences = [
            "CCMarkGFM": "Rendering", "CConfine": "Programs", "CCrypto": "Digests", "CCurl": "Transfer",
            "CExpat": "XML",
            "CTimer": "Courier", "CPostgres": "SQL", "CSQLite": "SQL", "CYAML": "YAML", "CZlib": "Compression",
            "SQL": "PostStore",
        ]
        for room in try House.rooms() {
            for (module, home) in fences where room.name != home {
                #expect(!room.mayImport.contains(module), "\(room.name) must not see \(module)")
            }
            for file in try House.swiftFiles(in: room.name) {
                for module in fences.keys { #expect(!file.text.contains("package import \(module)"), "\(file.path)") }
            }
        }
    }

    @Test("the top level holds the expected entries and nothing else")
    func topLevel() throws {
        let planned: Set<String> = [
            "Package.swift", "Package.resolved", "Sources", "Tests", "config", "systemd", "README.md", "Makefile",
            "LICENSE", "CHANGELOG.md",
        ]
        let found = try House.entries(of: ".").filter { !$0.hasPrefix(".") }
        #expect(Set(found).isSubset(of: planned))
    }
}

/// The source tree, read as text.
enum House {
    struct Room: CustomStringConvertible, Sendable {
        let name: String
        let mayImport: Set<String>
        var description: String { name }
    }

    struct File {
        let path: String
        let text: String
        var name: String { String(path.split(separator: "/").last ?? "") }

        var imports: [String] {
            text.split(separator: "\n").compactMap { line in
                var words = line.split(separator: " ").map(String.init)
                while let first = words.first,
                    ["package", "private", "@preconcurrency", "internal", "public"].contains(first)
                {
                    words.removeFirst()
                }
                guard words.first == "import", words.count >= 2 else { return nil }
                // `import struct Module.Name` names the module second.
                let kinds: Set<String> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
                let module = kinds.contains(words[1]) && words.count > 2 ? words[2] : words[1]
                return String(module.split(separator: ".").first ?? "")
            }
        }
    }

    static let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The rows of the table in `Sources/README.md`: ``| `Room` | purpose | `A`, `B` |``.
    static func rooms() throws -> [Room] {
        let page = try String(contentsOf: top.appendingPathComponent("Sources/README.md"), encoding: .utf8)
        return page.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            guard cells.count >= 5, let name = quoted(cells[1]).first else { return nil }
            return Room(name: name, mayImport: Set(quoted(cells[3])))
        }
    }

    static func entries(of folder: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: top.appendingPathComponent(folder).path))
    }

    static func swiftFiles(in room: String) throws -> [File] {
        let folder = top.appendingPathComponent("Sources/\(room)")
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            return File(path: "Sources/\(room)/\(path)", text: text)
        }
    }

    /// The texts between backquotes.
    private static func quoted(_ cell: Substring) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
    }
}
