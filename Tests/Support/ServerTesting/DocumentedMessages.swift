import Foundation
import JSON

/// What clients can send, as the documents beside the web client have it.
struct DocumentedMessages {
    /// The types of messages, such as `edit`.
    let types: Set<String>
    /// What the actions of an edit do, such as `moveRow`.
    let operations: Set<String>

    /// The methods and routes over HTTP, such as `GET /api/lists/{list}`.
    let routes: Set<String>

    init() throws {
        let schemas = try Self.document("schemas")
        let definitions = schemas["$defs"]?.object
        func constants(_ union: String, _ member: String) -> Set<String> {
            let names = (definitions?[union]?.object?["oneOf"]?.array ?? []).compactMap {
                $0.object?["$ref"]?.string?.split(separator: "/").last.map(String.init)
            }
            return Set(
                names.compactMap {
                    definitions?[$0]?.object?["properties"]?.object?[member]?.object?["const"]?
                        .string
                })
        }
        types = constants("clientMessage", "type")
        operations = constants("action", "op")
        let paths = try Self.document("openapi")["paths"]?.object?.members ?? []
        routes = Set(
            paths.flatMap { path in
                (path.value.object?.members ?? []).filter {
                    ["get", "post", "delete"].contains($0.name)
                }
                .map { "\($0.name.uppercased()) \(path.name)" }
            })
    }

    private static func document(_ name: String) throws -> JSONObject {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "web-client/api/\(name).json")
        return try JSONReader.read(Array(Data(contentsOf: file))).object ?? JSONObject([])
    }
}
