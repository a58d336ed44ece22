import Testing

@testable import TOML

/// Every production of the grammar of TOML 1.0, the ugly ones first.
@Suite struct GrammarTests {
    @Test(
        "invalid TOML is refused with its position",
        arguments: [
            // Lines.
            ("\u{FEFF}a = 1", 1, 1), ("a = 1 b = 2", 1, 7), ("a = 1\r", 1, 6), ("\r", 1, 1), ("a = 1\rb = 2", 1, 6),
            ("a", 1, 2), ("a b = 1", 1, 3), ("a : 1", 1, 3), ("a =\nb = 1", 1, 4), ("a = ", 1, 5), ("é = 1", 1, 1),
            ("a = 1 # \u{7F}", 1, 9), ("# \0", 1, 3), ("# \r x", 1, 3), ("# é\u{1}", 1, 4), ("a = 1 2", 1, 7),
            ("\u{A0}a = 1", 1, 1), ("\u{C}a = 1", 1, 1), ("a = 1\n# ok\nb", 3, 2),
            // Keys.
            ("= 1", 1, 1), ("a. = 1", 1, 4), ("a..b = 1", 1, 3), (".a = 1", 1, 1), ("a+b = 1", 1, 2),
            ("\"\"\"a\"\"\" = 1", 1, 2), ("'''a''' = 1", 1, 2), ("\"a\nb\" = 1", 1, 1), ("'a = 1", 1, 1),
            ("\"\\x\" = 1", 1, 2), ("a\n.b = 1", 1, 2), ("[1] = 2", 1, 5), ("{a} = 1", 1, 1),
            // Headers.
            ("[]", 1, 2), ("[=]", 1, 2), ("[a", 1, 3), ("[a.]", 1, 4), ("[[a]", 1, 5), ("[[a] ]", 1, 5),
            ("[ [a]]", 1, 3), ("[a]]", 1, 4), ("[a] b = 1", 1, 5), ("[été]", 1, 2), ("[a\n]", 1, 3), ("[a b]", 1, 4),
            ("[\"a\nb\"]", 1, 2), ("[[]]", 1, 3), ("[a]\n[b", 2, 3),
            // Numbers.
            ("a = 01", 1, 5), ("a = -01", 1, 5), ("a = +-1", 1, 5), ("a = 1_", 1, 5), ("a = _1", 1, 5),
            ("a = 1__0", 1, 5), ("a = 0_1", 1, 5), ("a = 0x", 1, 5), ("a = 0x_1", 1, 5), ("a = 0xG", 1, 5),
            ("a = 0X1", 1, 5), ("a = +0x1", 1, 5), ("a = 0o8", 1, 5), ("a = 0b2", 1, 5), ("a = 0b1_", 1, 5),
            ("a = 1.", 1, 5), ("a = .1", 1, 5), ("a = 1._1", 1, 5), ("a = 1_.1", 1, 5), ("a = 1.1_", 1, 5),
            ("a = 1e", 1, 5), ("a = 1e+", 1, 5), ("a = 1e_1", 1, 5), ("a = 1.e1", 1, 5), ("a = 1e1.1", 1, 5),
            ("a = 00.1", 1, 5), ("a = Inf", 1, 5), ("a = infinity", 1, 5), ("a = NaN", 1, 5), ("a = --1", 1, 5),
            ("a = 9223372036854775808", 1, 5), ("a = -9223372036854775809", 1, 5),
            ("a = 0xFFFFFFFFFFFFFFFF", 1, 5), ("a = ١", 1, 5), ("a = 1\u{301}", 1, 5), ("a = 1,000", 1, 6),
            // Truth values and words.
            ("a = True", 1, 5), ("a = truee", 1, 5), ("a = yes", 1, 5), ("a = null", 1, 5), ("a = ]", 1, 5),
            ("a = \u{1}", 1, 5), ("a = tru\u{301}e", 1, 5),
            // Dates and times.
            ("a = 2026-02-29", 1, 5), ("a = 2026-13-01", 1, 5), ("a = 2026-00-01", 1, 5), ("a = 2026-01-00", 1, 5),
            ("a = 2026-04-31", 1, 5), ("a = 1900-02-29", 1, 5), ("a = 2026-1-01", 1, 5), ("a = 26-01-01", 1, 5),
            ("a = 2026-12-01Tnoon", 1, 5), ("a = 2026-12-01T", 1, 5), ("a = 1979-05-27 07:32", 1, 5),
            ("a = 1979-05-27T07:32Z", 1, 5), ("a = 1979-05-27T24:00:00", 1, 5), ("a = 1979-05-27T07:60:00", 1, 5),
            ("a = 1979-05-27T07:32:60", 1, 5), ("a = 07:32", 1, 5), ("a = 7:32:00", 1, 5), ("a = 07:32:00.", 1, 5),
            ("a = 07:32:00Z", 1, 5), ("a = 1979-05-27Z", 1, 5), ("a = 1979-05-27T07:32:00+24:00", 1, 5),
            ("a = 1979-05-27T07:32:00+07:60", 1, 5), ("a = 1979-05-27T07:32:00+0700", 1, 5),
            ("a = 1979-05-27T07:32:00ZZ", 1, 5), ("a = 1979-05-27  07:32:00", 1, 17),
            ("a = 1979-05-27\t07:32:00", 1, 16), ("a = 10000-01-01", 1, 5),
            // Texts.
            ("a = \"x", 1, 5), ("a = \"x\ny\"", 1, 5), ("a = \"x\r\n\"", 1, 5), ("a = '\r'", 1, 6), ("a = 'x''", 1, 8),
            ("a = '''x''", 1, 5), ("a = \"\"\"x\"\"", 1, 5), ("a = \"\"\"\r\"\"\"", 1, 8), ("a = '''x\0'''", 1, 9),
            ("a = \"\\\"", 1, 5), ("a = \"\\x41\"", 1, 6), ("a = \"\\e\"", 1, 6), ("a = \"\\u12\"", 1, 6),
            ("a = \"\\u0000\"", 1, 6), ("a = \"\\ud800\"", 1, 6), ("a = \"\\udfff\"", 1, 6),
            ("a = \"\\U00110000\"", 1, 6),
            ("a = \"\\uFFFF", 1, 5), ("a = \"\\u", 1, 6), ("a = \"\\", 1, 6), ("a = \"\u{7F}\"", 1, 6),
            ("a = \"\"\"x \\ y\"\"\"", 1, 10), ("a = \"\"\"\\", 1, 8), ("a = \"x \\\n y\"", 1, 8), ("a = x", 1, 5),
            ("a = \"\"\"x\"\"\"\"\"\"", 1, 14), ("a = '''x''''''", 1, 14), ("a = \"é\u{1F}\"", 1, 7),
            // Arrays.
            ("a = [1 2]", 1, 8), ("a = [1,,2]", 1, 8), ("a = [,]", 1, 6), ("a = [1", 1, 7), ("a = [1,", 1, 8),
            ("a = [\n1\n2]", 3, 1), ("a = [1}", 1, 7), ("a = [] ]", 1, 8), ("a = [# x", 1, 9), ("a = [a = 1]", 1, 6),
            // Inline tables.
            ("a = {b = 1,}", 1, 12), ("a = {b = 1\n}", 1, 11), ("a = {\n}", 1, 6), ("a = {,}", 1, 6),
            ("a = {b}", 1, 7), ("a = {b = 1 c = 2}", 1, 12), ("a = {b = 1", 1, 11), ("a = {b = 1 # x\n}", 1, 12),
            ("a = {b = 1]", 1, 11), ("a = {[b] = 1}", 1, 6), ("a = {b = 1}}", 1, 12),
        ] as [(String, Int, Int)])
    func refuses(text: String, line: Int, column: Int) throws {
        let error = try #require(#expect(throws: TOMLError.self) { try TOMLDocument(text) })
        #expect(error.line == line && error.column == column, "\(error)")
    }

    @Test(
        "a duplicate definition is refused at its second position",
        arguments: [
            ("a = 1\na = 2", 2, 1), ("a = 1\n\"a\" = 2", 2, 1), ("a = 1\n'\\u0061' = 2\n\"\\u0061\" = 3", 3, 1),
            ("a.b = 1\na.b = 2", 2, 3), ("a = 1\na.b = 2", 2, 1), ("a.b = 1\na = 2", 2, 1), ("a = 1\n[a]", 2, 2),
            ("a = 1\n[a.b]", 2, 2), ("a = 1\n[[a]]", 2, 3), ("[a]\n[a]", 2, 2), ("[a]\n[b]\n[a]", 3, 2),
            ("[a.b]\n[a]\n[a]", 3, 2), ("[a]\nb = 1\n[a.b]", 3, 4), ("[a]\nb.c = 1\n[a.b]", 3, 4),
            ("a.b = 1\n[a]", 2, 2), ("[a.b]\n[a]\nb.c = 1", 3, 1), ("[a.b]\n[a]\nb = 1", 3, 1),
            ("[a.b.c]\n[a]\nb.d = 1\n[a.b]", 4, 4), ("[[a]]\n[a]", 2, 2), ("[a]\n[[a]]", 2, 3), ("[a.b]\n[[a]]", 2, 3),
            ("[[a.b]]\n[a]\nb.c = 1", 3, 1), ("[[a.b]]\n[a]\nb = 1", 3, 1), ("[[a.b]]\n[a.b]", 2, 4),
            ("a = []\n[[a]]", 2, 3), ("a = [{b = 1}]\n[a.c]", 2, 2), ("a = [{}]\na.b = 1", 2, 1),
            ("a = {}\na.b = 1", 2, 1), ("a = {}\n[a]", 2, 2), ("a = {}\n[a.b]", 2, 2), ("a = {b = {}}\n[a.b.c]", 2, 2),
            ("a = {b = 1, b = 2}", 1, 13), ("a = {b.c = 1, b.c = 2}", 1, 17), ("a = {b = {}, b.c = 1}", 1, 14),
            ("a = {b.c = 1, b = 1}", 1, 15), ("[[a]]\nb = 1\nb = 2", 3, 1), ("[[a]]\n[a.b]\n[a.b]", 3, 4),
            ("[[a]]\nb = []\n[[a.b]]", 3, 5), ("\"\" = 1\n'' = 2", 2, 1), ("a.\"b\" = 1\na.'b' = 1", 2, 3),
        ] as [(String, Int, Int)])
    func refusesRepetitions(text: String, line: Int, column: Int) throws {
        let error = try #require(#expect(throws: TOMLError.self) { try TOMLDocument(text) })
        #expect(error.line == line && error.column == column, "\(error)")
        #expect(error.problem.contains("in line "), "\(error)")
    }

    @Test(
        "values are read in every form",
        arguments: [
            // Numbers.
            ("0", "0"), ("-0", "0"), ("+0", "0"), ("+99", "99"), ("-17", "-17"), ("1_000", "1000"), ("1_2_3", "123"),
            ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
            ("0xDEADBEEF", "3735928559"), ("0xdead_beef", "3735928559"), ("0x0000_0001", "1"), ("0o755", "493"),
            ("0b1101_0110", "214"), ("0x7FFFFFFFFFFFFFFF", "9223372036854775807"),
            ("+1.0", "1.0"), ("3.1415", "3.1415"), ("-0.01", "-0.01"), ("5e+22", "5e+22"), ("1e06", "1000000.0"),
            ("-2E-2", "-0.02"), ("6.626e-34", "6.626e-34"), ("224_617.445_991_228", "224617.445991228"),
            ("-0.0", "-0.0"),
            ("1e400", "inf"), ("1e-400", "0.0"), ("inf", "inf"), ("+inf", "inf"), ("-inf", "-inf"), ("nan", "nan"),
            ("+nan", "nan"), ("-nan", "nan"), ("123e-5", "0.00123"), ("0e0", "0.0"), ("1_0.0_1e1_0", "100100000000.0"),
            ("true", "true"), ("false", "false"),
            // Dates and times.
            ("1979-05-27", "1979-05-27"), ("2000-02-29", "2000-02-29"), ("0000-01-01", "0000-01-01"),
            ("9999-12-31", "9999-12-31"), ("07:32:00", "07:32:00"), ("00:32:00.999999", "00:32:00.999999000"),
            ("23:59:59.1234567899", "23:59:59.123456789"), ("1979-05-27T07:32:00", "1979-05-27T07:32:00"),
            ("1979-05-27t07:32:00z", "1979-05-27T07:32:00+00:00"),
            ("1979-05-27 07:32:00.5", "1979-05-27T07:32:00.500000000"),
            ("1979-05-27 00:32:00-07:00", "1979-05-27T00:32:00-07:00"),
            ("1979-05-27T00:32:00+23:59", "1979-05-27T00:32:00+23:59"),
            ("1979-05-27T00:32:00-00:30", "1979-05-27T00:32:00-00:30"),
        ])
    func readsPlainValues(text: String, plain: String) throws {
        for document in ["a=\(text)", "a = \(text) # x", "a = [\(text)]", "a = {b=\(text)}", "a = \(text)\t\r\n"] {
            let value = try #require(try TOMLDocument(document).entries.first?.value)
            switch value {
            case .array(let items): #expect(items.map(\.value.plain) == [plain], "\(document)")
            case .table(let entries): #expect(entries.map(\.value.plain) == [plain], "\(document)")
            default: #expect(value.plain == plain, "\(document)")
            }
        }
    }

    @Test(
        "texts are read in every form",
        arguments: [
            (#""""#, ""), ("''", ""), (#""é\t\u00e9\U0001F600\\\"\b\f\n\r/""#, "é\té😀\\\"\u{8}\u{C}\n\r/"),
            (#"'C:\x "y"'"#, #"C:\x "y""#),
            ("\"a\tb # c\"", "a\tb # c"), ("\"\"\"\"\"\"", ""), ("''''''", ""), ("\"\"\"\nx\ny\"\"\"", "x\ny"),
            ("\"\"\"\r\nx\r\ny\"\"\"", "x\ny"), ("\"\"\"\n\n\"\"\"", "\n"), ("'''\nx\\\n'y''\n'''", "x\\\n'y''\n"),
            ("\"\"\"x \\\n   \n\t y\"\"\"", "x y"), ("\"\"\"x\\  \t\n y\"\"\"", "xy"),
            ("\"\"\"x\\\r\n\r\n y\"\"\"", "xy"),
            ("\"\"\"x\\\n\"\"\"", "x"), ("\"\"\"\\\"\\\"\\\" \"\" \" \"\"\"", "\"\"\" \"\" \" "),
            ("\"\"\"x\"\"\"\"", "x\""),
            ("\"\"\"x\"\"\"\"\"", "x\"\""), ("'''''x'''''", "''x''"), ("'''x''''", "x'"),
            ("\"\\u0001\\u007F\"", "\u{1}\u{7F}"),
            ("\"\\uD7FF\\uE000\\U0010FFFF\"", "\u{D7FF}\u{E000}\u{10FFFF}"),
            ("'\u{85}\u{2028}\u{FEFF}'", "\u{85}\u{2028}\u{FEFF}"),
        ])
    func readsTexts(text: String, expected: String) throws {
        for document in ["a=\(text)", "a = \(text) # x\n", "a.b.c = [\n\(text) # x\n ,\n]", "a = {b=\(text)}"] {
            let found = try texts(in: .table(TOMLDocument(document).entries))
            #expect(found.map { Array($0.utf8) } == [Array(expected.utf8)], "\(document)")
        }
    }

    @Test("keys are read in every form, and are one when their characters are")
    func readsKeys() throws {
        let text = """
            1234 = 1
            -_a = 2
            "" = 3
            '\\' = 4
            "\\u00e9" = 5
            "e\u{301}" = 6
            a . "b c" . 'd"' = 7
            "a".e = 8
            3.14 = 9
            true = 10
            1979-05-27 = 11
            "x # y" = 12
            """
        let entries = try TOMLDocument(text).entries
        #expect(
            entries.map { Array($0.key.utf8) }
                == ["1234", "-_a", "", "\\", "é", "e\u{301}", "a", "3", "true", "1979-05-27", "x # y"].map {
                    Array($0.utf8)
                })
        guard case .table(let nested) = entries[6].value, case .table(let deeper) = nested[0].value else {
            Issue.record("a is no table")
            return
        }
        #expect(nested.map(\.key) == ["b c", "e"] && deeper.map(\.key) == ["d\""])
    }

    @Test("headers make tables, in the order of the text, and later parts of it add to them where TOML lets them")
    func readsHeaders() throws {
        let text = """
            top.a = 1
            top.b = {c.d = 1, c.e = 2}
            [x.y.z] # implicit: x, y
            w = 1
            [top.sub]
            v = 1
            [x]
            u = 1
            y.t = 2
            [ list . "of" . tables ]
            [[ list.rows ]]
            n = 1
            [list.rows.inside]
            m = 1
            [[list.rows.many]]
            [[list.rows]]
            [list.rows.inside]
            [[list.rows.many]]
            [[list.rows.many]]
            l = [ [ ], [1, ["2"]], {}, ]
            """
        #expect(
            shape(.table(try TOMLDocument(text).entries))
                == "{top:{a:1,b:{c:{d:1,e:2}},sub:{v:1}},x:{y:{z:{w:1},t:2},u:1},list:{of:{tables:{}},rows:[{n:1,"
                + "inside:{m:1},many:[{}]},{inside:{},many:[{},{l:[[],[1,[“2”]],{}]}]}]}}")
    }

    @Test(
        "blanks, comments and empty lines mean nothing",
        arguments: ["", "\n", "\r\n \t\n", "# only", "#\n#\n", "\t# é\r\n"])
    func readsNothing(text: String) throws {
        #expect(try TOMLDocument(text).entries.isEmpty)
        #expect(
            try shape(.table(TOMLDocument("\(text)\na\t=\t1\(text.hasPrefix("#") ? " " : "")\(text)").entries))
                == "{a:1}")
    }

    private func texts(in value: TOMLValue) -> [String] {
        switch value {
        case .text(let text): [text]
        case .array(let items): items.flatMap { texts(in: $0.value) }
        case .table(let entries): entries.flatMap { texts(in: $0.value) }
        default: []
        }
    }

    private func shape(_ value: TOMLValue) -> String {
        switch value {
        case .text(let text): "“\(text)”"
        case .array(let items): "[\(items.map { shape($0.value) }.joined(separator: ","))]"
        case .table(let entries): "{\(entries.map { "\($0.key):\(shape($0.value))" }.joined(separator: ","))}"
        default: value.plain ?? ""
        }
    }
}
