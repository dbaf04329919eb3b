import JSON
import ListEditing

extension FieldValue {
    /// The text of a JSON string; nil for any other value.
    ///
    /// - Complexity: O(n) in the bytes.
    var stringText: String? {
        let json = json.utf8
        // Only strings begin with a quotation mark.
        guard json.first == UInt8(ascii: "\"") else { return nil }
        guard json.contains(UInt8(ascii: "\\")) else {
            return String(Substring(json.dropFirst().dropLast()))
        }
        return (try? JSONReader.read(Array(json)))?.string
    }
}
