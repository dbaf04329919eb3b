import ListProtocol
import Testing

@testable import ListHTTP

@Suite struct VersionNamesTests {
    @Test(arguments: [
        ("plain", ["plain"]), ("a%0Ab", ["a%0Ab", "a\nb"]), ("100 %", ["100 %"]), ("%", ["%"]),
        ("%4", ["%4"]),
        ("%zz", ["%zz"]), ("%c3%a4", ["%c3%a4", "\u{E4}"]), ("%ff", ["%ff"]), ("", [""]),
    ])
    func endOfAPath_isANameOrEncodesOne(path: String, names: [String]) {
        #expect(VersionsRoute.names(in: path) == names)
    }

    @Test(arguments: ["\\n", "a\\r\\nb", "\\t", "\\u007f", "\\u0085", "\\u2028", "a\\u2029"])
    func nameWithALineBreakOrAControlCharacter_isRefused(name: String) {
        #expect(throws: ErrorMessage.self) {
            try HTTPVersion.read(Array("{\"name\":\"\(name)\"}".utf8), list: ListID("l"))
        }
    }

    @Test(arguments: ["a b", "100 %", "\u{E4}/\u{301}", "\u{1F389}"])
    func otherNames_areTaken(name: String) throws {
        let read = try HTTPVersion.read(Array("{\"name\":\"\(name)\"}".utf8), list: ListID("l"))
        #expect(read.name.utf8.elementsEqual(name.utf8))
    }
}
