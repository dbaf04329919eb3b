import SeededRandom
import TestSeeds
import Testing

@testable import ListEditing

@Suite struct FieldsTests {
    /// Names that are packed, and two that need an escape.
    private static let names = ["", "a", "aa", "b", "detail", "e\u{301}", "é", "😀", "\"", "\n"]
    private static let values = [
        "0", "false", #""""#, #""a \"b\" }, \\""#, #"{"a":[1,{}]}"#, "[]", #""日本""#,
        "\"" + String(repeating: "x", count: 700) + "\"",
    ]

    /// The fields, and a dictionary by the UTF-8 of their names.
    private static func check(
        _ fields: Fields, _ model: [[UInt8]: String], _ note: Comment
    ) {
        let sorted = model.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        #expect(fields.entries.map { Array($0.name.utf8) } == sorted.map(\.key), note)
        #expect(fields.entries.map(\.value.json) == sorted.map(\.value), note)
        #expect(fields.names.map { Array($0.utf8) } == sorted.map(\.key), note)
        #expect(fields.count == model.count && fields.isEmpty == model.isEmpty, note)
        let bytes = sorted.reduce(1) { $0 + $1.key.count + $1.value.utf8.count + 4 }
        #expect(fields.byteCount == max(2, bytes), note)
        // However they came about, equal fields are equal.
        #expect(fields == Fields(fields.entries.reversed()), note)
        #expect(fields.hashValue == Fields(fields.entries.reversed()).hashValue, note)
    }

    @Test(arguments: TestSeeds.range(12 as UInt64))
    func randomChanges_areThoseOfADictionary(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        // Up to 10 names are packed as long as the values are short; of 24 they often are too many.
        let numbered = (0..<24).map { "n\($0)" }
        let names = seed % 2 == 0 ? Self.names : numbered
        var fields = Fields()
        var model: [[UInt8]: String] = [:]
        for step in 0..<300 {
            let name = names[random.below(names.count)]
            let value = random.chance(40) ? nil : Self.values[random.below(Self.values.count)]
            let old = fields.replace(name, with: value.map(FieldValue.init))
            #expect(old?.json == model[Array(name.utf8)], "seed \(seed) step \(step)")
            model[Array(name.utf8)] = value
            Self.check(fields, model, "seed \(seed) step \(step)")
            for name in names {
                #expect(fields[name]?.json == model[Array(name.utf8)], "seed \(seed) step \(step)")
            }
        }
    }

    @Test(arguments: TestSeeds.range(12 as UInt64))
    func manyChangesAtOnce_areThoseOneByOne(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var fields = Fields()
        for step in 0..<60 {
            let changes = (0..<random.below(40)).map { _ in
                FieldChange(
                    name: Self.names[random.below(Self.names.count)],
                    value: random.chance(40)
                        ? nil : FieldValue(json: Self.values[random.below(Self.values.count)]))
            }
            var expected = fields
            let expectedOld = changes.map { expected.replace($0.name, with: $0.value) }
            var old: [FieldValue?] = []
            fields.replace(changes) { old.append($1) }
            #expect(fields == expected && old == expectedOld, "seed \(seed) step \(step)")
            #expect(fields.byteCount == expected.byteCount, "seed \(seed) step \(step)")
        }
    }

    @Test func fewShortFields_areOneObject() throws {
        let fields = Fields([
            Field(name: "title", value: FieldValue(json: #""a \"b\"""#)),
            Field(name: "done", value: FieldValue(json: "false")),
        ])
        let json = unsafe fields.withJSON { unsafe String(decoding: $0, as: UTF8.self) }
        #expect(json == #"{"done":false,"title":"a \"b\""}"#)
    }

    @Test(arguments: [
        (1, 4_085, true), (1, 4_086, false), (16, 1, true), (17, 1, false),
    ])
    func onlyFewAndShortFields_arePacked(count: Int, bytes: Int, isPacked: Bool) {
        let fields = Fields(
            (0..<count).map {
                Field(
                    name: "name\(10 + $0)",
                    value: FieldValue(json: String(repeating: "1", count: bytes)))
            })
        #expect(fields.isPacked == isPacked)
        #expect(fields.entries.count == count)
        #expect(!Fields([Field(name: "\\", value: FieldValue(json: "1"))]).isPacked)
    }

    @Test func values_areSearchedWhereverTheyAre() {
        for names in [["a", "b"], ["\"", "b"]] {
            let fields = Fields(
                names.enumerated().map {
                    Field(name: $1, value: FieldValue(json: "\($0)"))
                })
            var seen: [String] = []
            let isFound = unsafe fields.contains { name, value in
                seen.append(
                    unsafe String(decoding: name, as: UTF8.self)
                        + String(decoding: value, as: UTF8.self))
                return seen.count == 2
            }
            #expect(isFound && Set(seen) == [names[0] + "0", names[1] + "1"])
        }
    }
}
