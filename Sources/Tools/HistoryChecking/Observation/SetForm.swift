import JSON

/// The form of change sets that is lost where they are decoded.
enum SetForm {
    /// What is wrong with the form of the sets in a frame; nil: nothing.
    ///
    /// Complexity: O(n) in the bytes.
    static func problem(of frame: [UInt8]) -> String? {
        guard let value = try? JSONReader.read(frame, maximumDepth: JSONReader.ownDepth) else {
            return nil
        }
        for message in value.array ?? [value] {
            for set in message.object?["sets"]?.array ?? [] {
                guard let set = set.object else { continue }
                for key in keys where set[key]?.array?.isEmpty == true {
                    return "\(key) is empty, and not left out"
                }
                if set["updatedList"]?.object?.members.isEmpty == true {
                    return "updatedList is empty, and not left out"
                }
            }
        }
        return nil
    }

    /// The members of a set that are lists.
    private static let keys = [
        "deletedSections", "insertedSections", "movedSections", "updatedSections",
        "deletedRows", "insertedRows", "movedRows", "updatedRows",
    ]
}
