import Testing

@testable import TextBytes

/// Texts that look the same and are equal to `==`, with other bytes.
private let composed = "caf\u{E9}"
private let decomposed = "cafe\u{301}"

@Test func texts_areTheSameByTheirBytes() {
    #expect(composed == decomposed)
    #expect(!composed.isSame(as: decomposed))
    #expect(composed.isSame(as: "caf" + "\u{E9}"))
    #expect("".isSame(as: ""))
    #expect(!"".isSame(as: "a"))
    for length in 0...40 {
        let text = String(repeating: "x", count: length)
        #expect(text.isSame(as: String(repeating: "x", count: length)))
        #expect(!text.isSame(as: text + "y"))
        #expect(!(text + "z").isSame(as: text + "y"))
    }
}

@Test func texts_areOrderedByTheirBytes() {
    #expect("a".precedes("b"))
    #expect("a".precedes("ab"))
    #expect(!"ab".precedes("a"))
    #expect(!"a".precedes("a"))
    #expect(decomposed.precedes(composed))
    #expect("z".precedes("\u{E9}"))
}

@Test func aBeginningAndAnEnd_areThoseOfTheBytes() {
    #expect("https://a".begins(with: "https://"))
    #expect("abc"[...].begins(with: ""))
    #expect("e\u{301}x".begins(with: "e"))
    #expect(!"ab".begins(with: "abc"))
    #expect("a.js".ends(with: ".js"))
    #expect(!"js".ends(with: ".js"))
}

@Test func whatIsMissing_isTheSameAsWhatIsMissingAlone() {
    #expect(areSame(nil as String?, nil))
    #expect(areSame("a", "a"))
    #expect(!areSame("a", nil))
    #expect(!areSame(composed, decomposed))
    #expect(areSame(["a", "b"], ["a", "b"]))
    #expect(!areSame(["a"], ["a", "b"]))
}

@Test func keys_areTheirBytes() {
    #expect(TextKey(composed) != TextKey(decomposed))
    #expect(Set([TextKey(composed), TextKey(decomposed), TextKey("caf" + "\u{E9}")]).count == 2)
    #expect(TextKey("a") < TextKey("b"))
    #expect("\(TextKey("a"))" == "a")
}

@Test func aTextThatIsLongerThanEveryWord_isNone() {
    #expect("updateSection".word == "updateSection")
    #expect(String(repeating: "a", count: 32).word.utf8.count == 32)
    #expect(String(repeating: "a", count: 33).word.isEmpty)
    #expect(String(repeating: "\u{301}\u{323}", count: 9).word.isEmpty)
}

private enum Fruit: String, CaseIterable { case apple, pear }

@Test func aWord_isReadByItsBytes() {
    #expect(Fruit(word: "pear") == .pear)
    #expect(Fruit(word: "apple tree".prefix(5)) == .apple)
    #expect(Fruit(word: "plum") == nil)
    #expect(Fruit(word: "pear\u{301}") == nil)
    #expect(Fruit(word: String(repeating: "p", count: 1 << 20)) == nil)
}
