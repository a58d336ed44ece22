import Foundation
import Testing

/// `.github/SECURITY.md`: each line of the threat model names the tests that hold it.
@Suite("The threat model")
struct SecurityTests {
    @Test("names at least one test in each line, and each of them exists under its title")
    func tests() throws {
        let text = try String(contentsOf: House.top.appendingPathComponent(".github/SECURITY.md"), encoding: .utf8)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("| ") && !$0.hasPrefix("| Threat ") }
        #expect(lines.count > 20)
        for line in lines {
            let tests = line.matches(of: /`(Tests\/[^`]+)`: “([^”]+)”/)
            #expect(!tests.isEmpty && tests.count == line.matches(of: /`Tests\//).count, "\(line)")
            for test in tests {
                let (path, title) = (String(test.output.1), String(test.output.2))
                let file = try String(contentsOf: House.top.appendingPathComponent(path), encoding: .utf8)
                #expect(file.contains("\"\(title)\"") || file.contains("def \(title)("), "\(path): “\(title)”")
            }
        }
    }

    @Test("is linked from the README, and says how to report a vulnerability")
    func link() throws {
        let readme = try String(contentsOf: House.top.appendingPathComponent("README.md"), encoding: .utf8)
        #expect(readme.contains("](.github/SECURITY.md)"))
        let text = try String(contentsOf: House.top.appendingPathComponent(".github/SECURITY.md"), encoding: .utf8)
        #expect(text.contains("## Report a vulnerability\n"))
    }

    @Test("holds in the tutorial over HTTP: a block that writes a token or a backup sets the umask first")
    func tutorial() throws {
        let text = try String(contentsOf: House.top.appendingPathComponent(".readme/http.md"), encoding: .utf8)
        let blocks = text.components(separatedBy: "```sh\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        let secret = blocks.filter { $0.contains("token add") || $0.contains("/v1/backups") }
        #expect(secret.count >= 2 && secret.allSatisfy { $0.hasPrefix("umask 077 ") }, "\(secret)")
    }
}
