import JSON
import ListProtocol

/// The members of a message, read by name and type.
struct Heard {
    private let object: JSONObject

    init(_ object: JSONObject) { self.object = object }

    subscript(name: String) -> JSONValue? { object[name] }

    func text(_ name: String) throws(Unreadable) -> String {
        guard let text = object[name]?.string else {
            throw Unreadable(text: "\(name) must be a string")
        }
        return text
    }

    func whole(_ name: String) throws(Unreadable) -> Int {
        guard let number = object[name]?.whole else {
            throw Unreadable(text: "\(name) must be a whole number")
        }
        return number
    }

    /// The change sets, in order.
    func sets() throws(Unreadable) -> [PublishedSet] {
        var sets: [PublishedSet] = []
        for (index, value) in (object["sets"]?.array ?? []).enumerated() {
            do throws(DecodingProblem) {
                sets.append(try PublishedSet(json: value))
            } catch {
                throw Unreadable(text: "sets[\(index)]: \(error.message)")
            }
        }
        return sets
    }

    /// The entries of `clamped`.
    func clamps() throws(Unreadable) -> [HeardClamp] {
        var clamps: [HeardClamp] = []
        for entry in object["clamped"]?.array ?? [] {
            let path = entry.object?["to"]?.array?.compactMap(\.whole)
            guard let to = path ?? entry.object?["to"]?.whole.map({ [$0] }),
                let why = entry.object?["why"]?.string
            else { throw Unreadable(text: "clamped must name places and reasons") }
            clamps.append(HeardClamp(to: to, why: why))
        }
        return clamps
    }
}
