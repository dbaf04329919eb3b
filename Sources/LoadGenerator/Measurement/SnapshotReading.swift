import JSON

/// What a check needs of a list's snapshot.
struct SnapshotReading {
    private(set) var revision = 0
    /// By row number, from the titles; rows that nobody wrote have the editor and edit 0.
    private(set) var writers: [Int: FollowedList.Writer] = [:]
    /// Of sections and rows, as protocol.md computes it.
    private(set) var digest: UInt32 = 2_166_136_261

    /// - Parameter bytes: The answer to `GET /api/lists/ID`.
    init(_ bytes: [UInt8]) throws(JSONError) {
        let value = try JSONReader.read(bytes, maximumDepth: JSONReader.ownDepth)
        revision = value["revision"]?.whole ?? 0
        for section in value["sections"]?.array ?? [] {
            add("#" + (section["id"]?.string ?? ""))
            for row in section["rows"]?.array ?? [] {
                let id = row["id"]?.string ?? ""
                add(id)
                guard let number = Int(id.dropFirst()) else { continue }
                writers[number] = (row["fields"]?["title"]?.string).flatMap(ListText.writer)
            }
        }
    }

    private mutating func add(_ line: String) {
        for byte in line.utf8 { digest = (digest ^ UInt32(byte)) &* 16_777_619 }
        digest = (digest ^ 10) &* 16_777_619
    }
}

extension JSONValue {
    fileprivate subscript(_ name: String) -> JSONValue? {
        object?[name]
    }
}
