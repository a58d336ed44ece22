import JSONTree
import Testing

@testable import Moving

@Suite("Settings of programs in Python")
struct PythonSettingsTests {
    @Test(
        "a literal has its value",
        arguments: [
            ("A = 'x'", .text("x")), ("A = \"it's\" # words", .text("it's")), ("A = 'a' 'b'", .text("ab")),
            ("A = (\n  'a'\n  'b'\n)", .text("ab")), ("A = r'\\d+'", .text("\\d+")), ("A = 'it\\'s'", .text("it's")),
            ("A = '''one\ntwo'''", .text("one\ntwo")), ("A = True", .text("true")), ("A = None", .null),
            ("A = 10", .text("10")),
            ("A = ('a',)", .list([.text("a")])), ("A = ('a')", .text("a")), ("A = ()", .list([])),
            ("A = ['a', # one\n     'b',\n]", .list([.text("a"), .text("b")])),
            ("A = {'k': 'v', 'l': ['x']}", .object(["k": .text("v"), "l": .list([.text("x")])])),
            ("L = 'en'\nA = {L: ''}", .object(["en": .text("")])), ("A = 'x'\nA = 'y'", .text("y")),
            ("A: str = 'x'\nA = 'y'", .text("y")), ("\"\"\"\nA = 'no'\n\"\"\"\nA = 'x'", .text("x")),
            ("A = 'x'\r\nB = 'y'\r\n", .text("x")),
        ] as [(String, JSON)])
    func literals(text: String, value: JSON) {
        let settings = PythonSettings(text)
        #expect(settings.values["A"] == value && !settings.computed.contains("A"))
    }

    @Test(
        "what is computed has no value",
        arguments: [
            "A = f()", "A = 'x' + 'y'", "A = f'{B}'", "A = os.environ['A']", "if B:\n    A = 'x'", "A = 'x'\nA += 'y'",
            "A = {}\nA['k'] = 'v'", "A = []\nA.append('x')", "A = 'x'\nif B:\n  A = 'y'", "A = 'x' if B else 'y'",
            "A = ['x', f()]",
            "A = 'x", "A = [", "A = {'k': ", "A: str = f()", "A = [1]\nA = [A]",
            "if B: A = 'x'", "B = 1; A = 'x'", "A, B = 'x', 'y'", "from other import A",
            "for A in B:\n    pass" + "\nA += 1",
            "A = " + String(repeating: "[", count: 100_000), "A = " + String(repeating: "(", count: 30) + "'x'",
        ])
    func computed(text: String) {
        let settings = PythonSettings(text)
        #expect(settings.values["A"] == nil && settings.computed.contains("A"))
    }

    @Test("a module that is imported whole counts, but less")
    func modules() {
        var settings = PythonSettings("import os\nfrom base import *\nfrom b import c\nA = 'own'\nB = f()\n")
        #expect(settings.modules.map(\.name) == ["base"] && !settings.isIncomplete)
        settings.add(PythonSettings("A = 'a'\nB = 'b'\nC = 'c'\nD = f()\n"), as: settings.modules[0])
        #expect(settings.values == ["A": .text("own"), "C": .text("c")] && settings.computed == ["B", "D"])
    }

    @Test(
        "settings from somewhere that is not read are missed",
        arguments: ["from site.base import *", "exec(open('x').read())", "globals()['A'] = 'x'", "from gone import *"])
    func incomplete(text: String) {
        var settings = PythonSettings("A = 'x'\n" + text + "\n")
        for module in settings.modules { settings.add(nil, as: module) }
        #expect(settings.isIncomplete)
    }

    @Test("a module that is imported below a setting may set it again")
    func importedBelow() {
        var settings = PythonSettings("A = 'own'\nfrom base import *\nB = 'own'\n")
        settings.add(PythonSettings("A = 'a'\nB = 'b'\n"), as: settings.modules[0])
        #expect(settings.values == ["B": .text("own")] && settings.computed == ["A"])
    }
}
