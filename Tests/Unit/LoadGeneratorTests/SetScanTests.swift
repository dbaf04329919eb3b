import JSON
import ListEditing
import ListProtocol
import Testing

@testable import LoadGenerator

@Suite struct SetScanTests {
    private static func scan(_ bytes: [UInt8], above known: Int) -> [SetScan.Found] {
        var found: [SetScan.Found] = []
        SetScan.each(in: bytes.span, above: known) { found.append($0) }
        return found
    }

    @Test func sets_areToldWithTheirAuthors() {
        let other = ClientID("00000000000000ffdeadbeef")
        let bytes = ServerStream.changes([
            ServerStream.set(7), ServerStream.set(8, client: other, editID: 31),
            ServerStream.set(9, moves: true),
        ])
        #expect(
            Self.scan(bytes, above: 7) == [
                SetScan.Found(revision: 8, tag: 0xFF, editID: 31, row: 108),
                SetScan.Found(revision: 9, tag: 0x5e0c_71a9_d2f4_b219, editID: 9, row: nil),
            ])
    }

    @Test func setOfNobody_takesNothingFromTheNextOne() {
        let bytes = ServerStream.changes([
            PublishedChange(revision: 3, at: 1, client: nil, intent: nil, changes: ChangeSet())
                .encoded,
            ServerStream.set(4),
        ])
        #expect(Self.scan(bytes, above: 0).first == SetScan.Found(revision: 3))
    }

    @Test func catchupOfNothing_hasNoSets() {
        let text = """
            {"type":"catchup","list":"l","epoch":"e","from":5,"revision":5,"sets":[],"counts":[]}
            """
        #expect(Self.scan(Array(text.utf8), above: 0).isEmpty)
    }

    @Test func arrays_areTakenApart() {
        let elements = ["{\"a\":[1,{\"b\":\"}]\\\"\"}]}", "{}"]
        let bytes = Array("[\(elements.joined(separator: " , "))]".utf8)
        #expect(
            ArraySplit.elements(of: bytes.span).map { String(decoding: $0, as: UTF8.self) }
                == elements)
    }

    @Test(arguments: ["[]", "[ ]", "[", "", "{}", "[}"])
    func whatHasNoElements_givesNone(text: String) {
        #expect(ArraySplit.elements(of: Array(text.utf8).span).isEmpty)
    }
}
