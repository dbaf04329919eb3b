import JSON
import Testing

/// JSON, but outside the limits of the protocol.
private let outside: [(text: String, offset: Int)] = [
    (#"{"a":1,"a":2}"#, 7), (#"{"a":1,"\u0061":2}"#, 7), (#"[{"b":{"c":1,"d":2,"c":3}}]"#, 19),
    (#"{"":1,"":2}"#, 6), (#"{"a":{"x":1},"b":[{"y":1,"y":1}]}"#, 25), (#"{"é":1,"\u00e9":1}"#, 8),
    (#"{"a":{"a":1},"a":2}"#, 13), (#"{"a":"a","b":"a","a":":"}"#, 17),
    ("9007199254740992", 0), ("-9007199254740992", 0), ("[9223372036854775808]", 1),
    ("18446744073709551616", 0), ("[1,123456789012345678901234567890]", 3),
    ("-100000000000000000000", 0), ("10000000000000000000000000", 0),
    ("1e999", 0), ("-1e999", 0), ("[1e400]", 1), ("1.5e309", 0),
    (#""\ud800""#, 1), (#""\udc00""#, 1), (#""a\ud800b""#, 2), (#""\ud800\ud800""#, 1),
    (#""\ud800\u0041""#, 1), (#""\udc00\ud800""#, 1), (#"{"\udfff":1}"#, 2), (#""\ud834""#, 1),
    (#""\u0000""#, 1), (#""a\u0000b""#, 2), (#"{"\u0000":1}"#, 2),
]

@Suite struct LimitTests {
    @Test(arguments: outside)
    func whatIsOutsideTheLimits_isToldBesideTheValue(text: String, offset: Int) throws {
        let document = try JSONReader.parse(Array(text.utf8))
        #expect(document.problem?.kind == .outsideLimits)
        #expect(document.problem?.offset == offset)
        #expect(throws: JSONError.self) { try JSONReader.read(Array(text.utf8)) }
    }

    @Test func aDuplicateName_isNamed() throws {
        let document = try JSONReader.parse(Array(#"{"id":1,"list":"a","id":2}"#.utf8))
        #expect(document.problem?.message == "duplicate key 'id' at byte 19")
        #expect(document.value.object?["list"] == .string("a"))
    }

    @Test func sameNamesInDifferentObjects_areNoDuplicates() throws {
        let text = #"{"a":{"a":1},"b":[{"a":1},{"a":1,"b":"a"}],"A":1}"#
        #expect(try JSONReader.parse(Array(text.utf8)).problem == nil)
    }

    @Test func differentlyComposedNames_areNoDuplicates() throws {
        let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
        guard case .object(let object) = try JSONReader.read(Array(text.utf8)) else {
            Issue.record("no object")
            return
        }
        #expect(object.members.map { Array($0.name.utf8).count } == [2, 3])
    }

    @Test(arguments: [
        #"{"a":1,"x":-0,"id":17,"a":2}"#, #"{"x":1,"x":-0,"id":17}"#,
        #"{"id":17,"x":-0,"y":18446744073709551616,"x":1}"#,
    ])
    func numbersBesideDuplicates_areNotMixedUp(text: String) throws {
        let document = try JSONReader.parse(Array(text.utf8))
        #expect(document.problem != nil)
        #expect(document.value.object?["id"] == .whole(17))
    }

    @Test func onlyTheFirstProblem_isTold() throws {
        let document = try JSONReader.parse(Array(#"["\u0000",1e999,{"a":1,"a":1}]"#.utf8))
        #expect(document.problem?.message == "NUL character at byte 2")
    }

    @Test(arguments: ["9007199254740991", "-9007199254740991", "1e308", "-1.7976931348623157e308"])
    func theLargestNumbers_areTaken(text: String) throws {
        #expect(try JSONReader.read(Array(text.utf8)).canonicalText == text)
    }
}
