import Testing

@testable import ListSequencing
@testable import ListServer

@Suite struct EntityTagTests {
    @Test(arguments: [
        ("*", true), ("\"e-3\"", true), ("W/\"e-3\"", true), ("\"x\" , W/\"e-3\"", true),
        ("\"e-3\",\"x\"", true), ("\"e-4\"", false), ("e-3", false), ("w/\"e-3\"", false),
        ("", false),
        (",,", false), ("\"e-3\u{301}\"", false),
        (String(repeating: "\u{301}\u{323}", count: 3_000), false),
    ])
    func tag_isNamedByItsBytes(header: String, isNamed: Bool) {
        #expect(EntityTag("e", 3).isNamed(in: header) == isNamed)
    }
}
