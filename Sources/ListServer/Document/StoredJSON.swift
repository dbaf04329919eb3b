import JSON

/// An object that the server itself wrote into the journal, read back.
struct StoredJSON {
    let value: JSONObject

    init(_ value: JSONObject) {
        self.value = value
    }

    init(decoding bytes: [UInt8]) throws {
        guard let object = try JSONReader.read(bytes, maximumDepth: JSONReader.ownDepth).object
        else {
            throw StoredJSONError(member: "the whole")
        }
        value = object
    }

    func string(_ name: String) throws -> String {
        guard let text = value[name]?.string else { throw problem(name) }
        return text
    }

    func whole(_ name: String) throws -> Int {
        guard let number = value[name]?.whole else { throw problem(name) }
        return number
    }

    /// The objects of an array, each read by `read`; none where the member is missing.
    func array<Element>(
        _ name: String, _ read: (StoredJSON) throws -> Element
    ) throws -> [Element] {
        try (value[name]?.array ?? []).map { element in
            guard let object = element.object else { throw problem(name) }
            return try read(StoredJSON(object))
        }
    }

    func problem(_ member: String) -> StoredJSONError {
        StoredJSONError(member: member)
    }
}

/// A record or snapshot that does not read as one: the store is damaged or not ours.
struct StoredJSONError: Error, CustomStringConvertible {
    let member: String

    var description: String { "\(member) of a stored record cannot be read" }
}
