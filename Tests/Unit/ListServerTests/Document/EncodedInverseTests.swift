import JSON
import ListEditing
import Testing

@testable import ListDocument
@testable import ListServer

@Suite struct EncodedInverseTests {
    @Test func inverse_isTheSameAfterwards() throws {
        let inverse = Inverse(steps: [
            .deleteRow(RowID("a"), rules: RowRules()),
            .updateRow(
                RowID("b"),
                fields: [
                    FieldInverse(
                        name: "title", value: FieldValue(json: #""was""#),
                        mark: ValueChange(new: 7, old: 3)),
                    FieldInverse(name: "done", value: nil, mark: ValueChange(new: 7, old: 0)),
                ],
                rules: nil),
        ])
        let encoded = EncodedInverse(inverse)
        #expect(try encoded.decoded() == inverse)
        let stored = try JSONReader.read(encoded.bytes, maximumDepth: JSONReader.ownDepth)
        #expect(try EncodedInverse(json: stored) == encoded)
    }

    @Test(arguments: ["{}", "7", #"[{"op":"sing"}]"#, #"[{"op":"deleteRow"}]"#])
    func damagedInverse_isNoticedWhenItIsRead(text: String) throws {
        let json = try JSONReader.read(Array(text.utf8), maximumDepth: JSONReader.ownDepth)
        #expect(throws: (any Error).self) { try EncodedInverse(json: json) }
    }
}
