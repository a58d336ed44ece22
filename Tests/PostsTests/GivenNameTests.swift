import Posts
import Testing

@Suite struct GivenNameTests {
    @Test(
        "a name has letters and digits of any script, blanks and . _ - @ + '",
        arguments: [
            "phone", "Ana", "o'neil", "my phone 2", "ana@home", "a.b_c-d+e", "Jürgen", "काठमाडौं", "港の灯", "Ωμέγα", "٣",
            "e\u{301}",
        ])
    func takes(name: String) throws {
        for kind in GivenName.allCases { try kind.check(name) }
        #expect(GivenName.isPlain(name) && name.shownName == name)
    }

    @Test(
        "a name that a shell, a file system or a terminal obeys is refused, and shown as one word of a shell",
        arguments: [
            ("x$(touch PWNED)", "'x$(touch PWNED)'"), ("x`touch PWNED`", "'x`touch PWNED`'"),
            (".git/config", ".git/config"), ("-x", "-x"), ("../x", "../x"), ("a/b", "a/b"), ("a\nb", "$'a\\nb'"),
            ("a\u{202E}b", "$'a\\342\\200\\256b'"), ("\u{1B}[31mx", "$'\\033[31mx'"), ("a;b", "'a;b'"),
            ("a\\b", "'a\\b'"),
            ("a*", "'a*'"), ("a\"b", "'a\"b'"), ("~", "'~'"), (" a", "' a'"), ("a ", "'a '"),
            ("\u{301}x", "'\u{301}x'"),
            ("a\u{200B}b", "'a\u{200B}b'"), ("a\u{A0}b", "'a\u{A0}b'"), ("😀", "'😀'"), ("a\u{E0001}b", "'a\u{E0001}b'"),
            ("a,b", "a,b"), ("a\u{0}b", "$'a\\000b'"), ("it's\u{7}", "$'it\\'s\\007'"),
        ])
    func refuses(name: String, shown: String) {
        for kind in GivenName.allCases { #expect(throws: GivenNameError.self, "\(name)") { try kind.check(name) } }
        #expect(!GivenName.isPlain(name) && name.shownName == shown, "\(name.shownName)")
    }

    @Test("a name has a length in scalars, and only a window needs none")
    func lengths() throws {
        for kind in GivenName.allCases {
            let most = kind.lengths.upperBound
            try kind.check(String(repeating: "é", count: most))
            #expect(throws: GivenNameError.badLength(kind, most + 1)) {
                try kind.check(String(repeating: "é", count: most + 1))
            }
            if kind == .window {
                try kind.check("")
            } else {
                #expect(throws: GivenNameError.badLength(kind, 0)) { try kind.check("") }
            }
        }
    }

    @Test("an error says what is wrong, what was found and what to do")
    func explains() {
        func words(_ name: String, _ kind: GivenName = .token) -> String {
            do throws(GivenNameError) { try kind.check(name) } catch { return error.description }
            return ""
        }
        #expect(
            words("x$(touch)") == "The name of the token contains “$”. Use letters, digits, blanks and . _ - @ + '.")
        #expect(words("a\u{1B}b", .window).hasPrefix("The label of the window contains U+001B."))
        #expect(words("-x", .user) == "The name of the user begins with “-”. Begin it with a letter or a digit.")
        #expect(words("x ") == "The name of the token ends with a blank. Leave it out.")
        #expect(words("", .user) == "The name of the user has 0 characters. It needs 1 to 100.")
    }
}
