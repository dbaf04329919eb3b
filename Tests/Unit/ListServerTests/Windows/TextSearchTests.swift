import CUnicode
import Glibc
import JSON
import SeededRandom
import TestSeeds
import Testing

@testable import ListDocument
@testable import ListServer

@Suite struct TextSearchTests {
    private static func json(_ text: String) -> String { JSONValue.string(text).canonicalText }

    private static func isFound(_ wanted: String, in value: String) -> Bool {
        var work = 0
        return TextSearch(wanted).isIn(json(value).utf8, work: &work)
    }

    /// Texts that are the same text: each finds the other.
    @Test(arguments: [
        ("Caf\u{E9}", "cafe\u{301}"), ("STRASSE", "straße"), ("STRAẞE", "straße"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("ſuch", "SUCH"), ("\u{212A}elvin", "kelvin"), ("ЁЖ", "ёж"),
        ("Ａｐｆｅｌ １", "apfel 1"), ("ﬁn", "FIN"), ("x²", "x2"), ("½", "1⁄2"), ("㎏", "kg"),
        ("ｶﾞ", "ガ"), ("\u{1100}\u{1161}\u{11A8}", "각"), ("\u{3131}\u{314F}", "가"),
        ("\u{AC00}\u{11A8}", "각"), ("Å", "\u{212B}"), ("A\u{30A}", "å"), ("İ", "i\u{307}"),
        ("q\u{307}\u{323}", "Q\u{323}\u{307}"), ("\u{1E9B}\u{323}", "ṩ"), ("µ", "μ"),
        ("Ꭰ", "ꭰ"), ("ŉ", "ʼn"), ("\u{9C7}\u{9BE}", "\u{9CB}"), ("\u{B92}\u{BD7}", "\u{B94}"),
        ("Donau\u{AD}dampf", "donaudampf"), ("a\u{200B}b", "ab"), ("❤\u{FE0F}", "❤"),
        ("ᾴ", "\u{1FB3}\u{301}"), ("ᾴ", "α\u{301}\u{345}"), ("ᾴ", "α\u{345}\u{301}"),
        ("ᾼ", "αι"), ("\u{345}\u{345}", "ΙΙ"), ("\u{FDFA}", "صلى الله عليه وسلم"),
        ("a\"b\\c\n", "A\"B\\C\n"), ("\u{1}x", "\u{1}X"), ("😀 ok", "😀 OK"), ("", ""),
        ("\u{AD}", ""), ("\u{1100}\u{AD}\u{1161}", "가"), ("≠", "=\u{338}"),
    ])
    func sameTexts_findEachOther(one: String, other: String) {
        for text in [one, other] {
            for value in [one, other, "<\(one)>", "<\(other)>"] {
                #expect(Self.isFound(text, in: value), "\(text) in \(value)")
                #expect(TextSearch(text).isIn(plain: value), "\(text) in \(value)")
            }
        }
    }

    @Test(arguments: [
        ("cafe", "caf\u{E9}"), ("cafe", "cafe\u{301}"), ("cafe", "cafe\u{301} "), ("e", "e\u{301}"),
        ("caf\u{E9}", "cafe"), ("é", "e\u{323}\u{301}"), ("moons", "blue moon"), ("I", "ı"),
        ("n", "\n"),
        ("\\u0041", "u0041"), ("u0001", "\u{1}"), ("가", "각"), ("가", "\u{1100}\u{1161}\u{11A8}"),
        ("=", "=\u{338}"), ("\u{301}", "\u{E9}"), ("a", "a\u{AD}\u{308}"), ("β", "ß"),
        ("x", ""), ("\u{AC00}\u{11A7}", "\u{AC00}"),
    ])
    func otherTexts_areNotFound(wanted: String, value: String) {
        #expect(!Self.isFound(wanted, in: value))
        #expect(!TextSearch(wanted).isIn(plain: value))
    }

    @Test(arguments: [
        ("e m", "Blue moon"), ("ss", "Straße"), ("tras", "STRAßE"), ("f", "ﬀ"),
        ("abababc", "xABABABABC"),
        ("i", "İ"), ("x", "x\u{301}"), ("\u{301}", "x\u{301}"), ("\u{644}", "\u{FDFA}"),
        ("x", "x"), ("", "x"),
    ])
    func part_isFound(wanted: String, value: String) {
        #expect(Self.isFound(wanted, in: value))
        #expect(TextSearch(wanted).isIn(plain: value))
    }

    @Test func onlyStrings_areLookedThrough() {
        var work = 0
        for json in ["[\"a\"]", "{\"a\":\"a\"}", "7", "null", "true", ""] {
            #expect(!TextSearch("a").isIn(json.utf8, work: &work))
            #expect(!TextSearch("").isIn(json.utf8, work: &work))
        }
    }

    // MARK: Folding

    /// The whole text at once, by utf8proc alone: toNFKC_Casefold(NFD(X)).
    private static func foldedAsWhole(_ text: String) -> [Int32] {
        func mapped(_ text: String, _ options: [utf8proc_option_t]) -> String {
            var result: UnsafeMutablePointer<UInt8>?
            let option = utf8proc_option_t(options.reduce(0) { $0 | $1.rawValue })
            let bytes = Array(text.utf8)
            let count = unsafe utf8proc_map(bytes, bytes.count, &result, option)
            defer { unsafe free(result) }
            return unsafe String(
                decoding: UnsafeBufferPointer(start: result, count: max(count, 0)), as: UTF8.self)
        }
        let decomposed = mapped(text, [UTF8PROC_STABLE, UTF8PROC_DECOMPOSE])
        let folded = mapped(
            decomposed,
            [
                UTF8PROC_STABLE, UTF8PROC_COMPAT, UTF8PROC_COMPOSE, UTF8PROC_CASEFOLD,
                UTF8PROC_IGNORE,
            ])
        return folded.unicodeScalars.map { Int32($0.value) }
    }

    /// What folding and composition treat apart, and what stands beside it.
    private static let pieces =
        [
            "a", "A", "e", "s", "=", "\"", "\\", "\n", "\u{7F}", "ä", "Ä", "ß", "ﬁ", "Ａ", "İ", "µ",
            "😀",
            "\u{AD}", "\u{34F}", "\u{FE0F}", "\u{200D}", "\u{301}", "\u{308}", "\u{323}", "\u{338}",
            "\u{334}", "\u{345}", "\u{307}", "\u{344}", "\u{1FB4}", "\u{1F80}", "\u{1FBE}",
            "\u{3B9}",
            "α", "Σ", "ς", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{AC00}", "\u{AC01}", "\u{3131}",
            "\u{314F}", "\u{FFC2}", "\u{FF76}", "\u{FF9E}", "\u{995}", "\u{9C7}", "\u{9BE}",
            "\u{9D7}",
            "\u{B92}", "\u{BD7}", "\u{CC6}", "\u{CC2}", "\u{CD5}", "\u{DD9}", "\u{DCF}", "\u{DCA}",
            "\u{1025}", "\u{102E}", "\u{F71}", "\u{F72}", "\u{1D15E}", "\u{110A5}", "\u{110BA}",
            "\u{11935}", "\u{11930}", "\u{FDFA}", "\u{1E9B}", "日", "\u{FA1F}", "\u{2126}",
            "\u{E000}",
        ]

    @Test(arguments: 1...2_000 as ClosedRange<UInt64>)
    func folding_inSegments_isThatOfTheWhole_andSearchThatOfEveryPlace(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        // Few at a time, so that what belongs together meets.
        let some = (0..<6).map { _ in
            Self.pieces[Int.random(in: Self.pieces.indices, using: &random)]
        }
        func text(_ most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &random)).map { _ in
                some[Int.random(in: some.indices, using: &random)]
            }.joined()
        }
        let (value, wanted) = (text(30), text(3))
        let (places, part) = (Self.foldedAsWhole(value), Self.foldedAsWhole(wanted))
        #expect(TextSearch.folded(value) == places, "seed \(seed)")
        let isThere = part.isEmpty || places.indices.contains { places[$0...].starts(with: part) }
        #expect(Self.isFound(wanted, in: value) == isThere, "seed \(seed)")
        #expect(TextSearch(wanted).isIn(plain: value) == isThere, "seed \(seed)")
    }

    /// All, in the soak; else those of the planes that have any with a meaning.
    private static let allCharacters = (0...0x10FFFF as ClosedRange<UInt32>)
        .filter { TestSeeds.isSoak || $0 < 0x40000 || $0 >> 16 == 14 }
        .compactMap { Unicode.Scalar($0) }

    /// After each character that is composed of several, none that joins is taken for one that does not.
    @Test func everyComposition_joinsWithWhatItsPartsSay() {
        var joining = 0
        for character in Self.allCharacters {
            let code = Int32(character.value)
            var parts = [Int32](repeating: 0, count: 32)
            let count = unsafe unicode_shim_decompose(code, &parts, 32)
            guard count > 1 else { continue }
            var composed = Array(parts[..<count])
            guard unsafe unicode_shim_compose(&composed, count) == 1 else { continue }
            for part in parts[1..<count] where unicode_shim_combining_class(part) == 0 {
                joining += 1
                #expect(unicode_shim_joins_before(part), "U+\(String(part, radix: 16))")
            }
        }
        #expect(joining > 11_000)
    }

    @Test func everyCharacter_isFoldedAsTheLibraryFoldsIt() {
        for character in Self.allCharacters {
            let text = String(character)
            guard TextSearch.folded(text) != Self.foldedAsWhole(text) else { continue }
            Issue.record("U+\(String(character.value, radix: 16))")
        }
    }

    // MARK: Bounds

    /// At every place anew, this would compare 10^11 times, and never end.
    @Test(.timeLimit(.minutes(10)), arguments: ["a", "я", "ß"])
    func textThatAlmostMatches_isReadOnce(letter: String) {
        let value = String(repeating: letter, count: 700_000)
        let almost = String(repeating: letter, count: 170_000) + "b"
        #expect(!Self.isFound(almost, in: value))
    }

    /// Sorted as a whole, marks of alternating classes would take 10^9 work.
    @Test(arguments: [
        "\u{301}\u{323}", "\u{301}\u{323}\u{334}\u{345}", "\u{345}", "\u{FDFA}", "\u{AD}",
        "\u{34F}\u{301}",
        "\u{1161}", "\u{9BE}", "\u{1FB4}", "\u{F71}\u{334}", "日", "a\u{301}",
    ])
    func folding_takesWorkInProportionToTheBytes(piece: String) {
        func taken(_ bytes: Int) -> Int {
            let value = Self.json("x" + String(repeating: piece, count: bytes / piece.utf8.count))
            var work = 0
            #expect(!TextSearch("none of it").isIn(value.utf8, work: &work))
            return work
        }
        let (once, fourTimes) = (taken(65_536), taken(262_144))
        #expect(once > 0 && once <= 65_536 * 64)
        #expect(abs(fourTimes - 4 * once) <= once / 100)
    }

    @Test func ascii_takesNoWorkOfFolding() {
        var work = 0
        #expect(!TextSearch("é").isIn(Self.json("plain \"text\"\n").utf8, work: &work))
        #expect(work == 0)
    }

    @Test func marks_areCutBehindThirty() {
        let thirty = String(repeating: "\u{301}", count: 29)
        // The last of the thirty goes before those of a higher class, the next one stays.
        #expect(TextSearch.folded("x" + thirty + "\u{323}")[1] == 0x323)
        #expect(TextSearch.folded("x" + thirty + "\u{301}\u{323}")[31] == 0x323)
        let long = "é" + String(repeating: "\u{301}\u{323}", count: 500) + "é"
        #expect(Self.isFound(long, in: long))
    }
}
