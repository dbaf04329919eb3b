import Foundation
import JSON

/// The JSON reader: what it accepts, Foundation accepts too, and its canonical text reads the same.
enum JSONTarget {
    static func run(_ bytes: [UInt8]) {
        let document: JSONDocument
        do {
            document = try JSONReader.parse(bytes)
        } catch {
            guard (0...bytes.count).contains(error.offset) else {
                FuzzTarget.found("an error outside the text: \(error)", bytes)
            }
            if isSurelyJSON(bytes) { FuzzTarget.found("refused: \(error)", bytes) }
            return
        }
        // json-c builds texts of few values, `JSONValueBuilder` the others: both give the same.
        let ours = try? JSONReader.parse(bytes, treeValues: 0)
        guard ours?.problem == document.problem,
            document.problem != nil || ours?.value == document.value
        else { FuzzTarget.found("the two ways of building differ", bytes) }
        guard document.problem == nil else { return }
        guard isJSON(bytes) else { FuzzTarget.found("taken, and no JSON", bytes) }
        let canonical = Array(document.value.canonicalText.utf8)
        guard let again = try? JSONReader.read(canonical),
            Array(again.canonicalText.utf8) == canonical
        else { FuzzTarget.found("its canonical text reads differently", bytes) }
    }

    private static func isJSON(_ bytes: [UInt8]) -> Bool {
        (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    }

    /// Whether Foundation accepts the text, without what it accepts beyond the standard: other
    /// encodings, byte order marks, and a comma after the last element.
    private static func isSurelyJSON(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first, first < 0x80, !bytes.contains(0) else { return false }
        let dense = bytes.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let hasLastComma = zip(dense, dense.dropFirst()).contains {
            $0 == UInt8(ascii: ",") && [UInt8(ascii: "]"), UInt8(ascii: "}")].contains($1)
        }
        return !hasLastComma && isJSON(bytes)
    }
}
