import Testing

@testable import Posts

@Suite struct PreferencesTests {
    @Test("a default is no choice, and what another version stored is left out")
    func defaults() throws {
        var preferences = Preferences(stored: ["face": "sans", "size": "medium", "theme": "sepia", "hue": "red"])
        #expect(preferences.chosen.map(\.name) == ["face"])
        #expect(preferences.whole.count == Preferences.all.count)
        #expect(preferences.whole["theme"] == "system" && preferences.whole["face"] == "sans")
        try preferences.choose("face", "serif")
        #expect(preferences == Preferences())
    }

    @Test("a wrong name or value is refused with what there is")
    func refuses() {
        var preferences = Preferences()
        let name = #expect(throws: PreferenceError.self) { try preferences.choose("fase", "sans") }
        #expect(name?.description.contains("“face”, “size”") == true)
        let value = #expect(throws: PreferenceError.self) { try preferences.choose("theme", "sepia") }
        #expect(value?.description.contains("one of “system”, “light”, “dark”. Found “sepia”.") == true)
        #expect(preferences == Preferences())
    }

    /// They become attributes of the page and a part of its entity tag.
    @Test("names and values are plain words or numbers")
    func words() {
        for choice in Preferences.all {
            for word in [choice.name] + choice.values {
                let isPlain = { (byte: UInt8) in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (0x30...0x39).contains(byte)
                }
                #expect(word.utf8.allSatisfy(isPlain), "\(word)")
                #expect((1...40).contains(word.utf8.count))
            }
            #expect(Set(choice.values).count == choice.values.count && choice.values.count > 1)
        }
        #expect(Set(Preferences.all.map(\.name)).count == Preferences.all.count)
    }
}
