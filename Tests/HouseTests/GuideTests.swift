import Foundation
import Testing

/// The documents of the source name files. A file that moves takes its name there along.
@Suite struct GuideTests {
    @Test(
        "each file that a README of the source names exists",
        arguments: ["Sources", "Sources/Panels", "Sources/Targets"])
    func files(folder: String) throws {
        let page = try String(contentsOf: House.top.appendingPathComponent("\(folder)/README.md"), encoding: .utf8)
        let name = /`([A-Za-z][A-Za-z0-9_+.\/-]*\.(swift|sql|js|css|html|toml|md|mjs|json))`/
        let known = try ["Sources", "Tests", "config", "systemd"].flatMap { top in
            try FileManager.default.subpathsOfDirectory(atPath: House.top.appendingPathComponent(top).path).map {
                "\(top)/\($0)"
            }
        }
        let missing = page.matches(of: name).map { String($0.1) }.filter { named in
            // `ID` stands for the id of a new panel.
            !named.contains("/ID-") && !known.contains { "/\($0)".hasSuffix("/\(named)") }
        }
        #expect(Set(missing).sorted() == [])
    }

    @Test("the guide follows a post and a command through files in the order in which they are called")
    func guide() throws {
        let page = try String(contentsOf: House.top.appendingPathComponent("Sources/README.md"), encoding: .utf8)
        for title in ["How a post travels", "How a panel command travels", "How to add a route, a command, a panel"] {
            let part = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix(title) })
            #expect(part.matches(of: /`[A-Za-z]+\/[A-Za-z0-9_+.\/-]+\.(swift|js)`/).count >= 3, "\(title)")
        }
    }
}
