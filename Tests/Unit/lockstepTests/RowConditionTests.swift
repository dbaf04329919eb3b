import ListClient
import ListEditing
import Testing

@testable import lockstep

@Suite struct RowConditionTests {
    private static func row(_ fields: [Field]) -> Row {
        Row(id: RowID("r"), fields: Fields(fields))
    }

    @Test(arguments: [
        (["amount", ">", "2"], true), (["amount", "<=", "2"], false),
        (["amount", "=", "3.0"], true),
        (["title", "contains", "TEA"], true), (["title", "=", "Tea"], false),
        (["title", "!=", "Tea"], true), (["done", "=", "true"], true), (["none", "=", "1"], false),
        (["none", "!=", "1"], true), (["title", "<", "h"], true),
    ])
    func conditions_compareNumbersAsNumbers(words: [String], holds: Bool) throws {
        let row = Self.row([
            Field(name: "title", value: .string("Green tea")),
            Field(name: "amount", value: .int(3)), Field(name: "done", value: .bool(true)),
        ])
        #expect(try RowCondition(words).holds(for: row) == holds)
    }

    @Test(arguments: [["a"], ["a", "~", "b"], ["a", "=", "b", "c"]])
    func otherConditions_areRefused(words: [String]) {
        #expect(throws: CommandError.self) { try RowCondition(words) }
    }
}
