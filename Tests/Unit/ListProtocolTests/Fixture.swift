import Foundation
import JSON
import Testing

/// One case of a file in `Tests/Support/Fixtures/protocol`, which the tests in `Tests/System/api` read too.
struct Fixture: Sendable, CustomTestStringConvertible {
    let name: String
    let frame: String
    let expect: JSONValue

    var testDescription: String { name }

    /// The cases of a file; none where it cannot be read, which the tests notice.
    static func all(in file: String) -> [Fixture] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Support/Fixtures/protocol")
        guard let data = try? Data(contentsOf: folder.appending(path: file)),
            let cases = try? JSONReader.read(Array(data)).array
        else { return [] }
        return cases.compactMap { value in
            guard let object = value.object, let name = object["name"]?.string,
                let frame = object["frame"]?.string
            else { return nil }
            return Fixture(name: name, frame: frame, expect: object["expect"] ?? .null)
        }
    }
}
