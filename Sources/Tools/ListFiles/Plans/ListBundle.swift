import JSON
import ListEditing
package import ListProtocol
import TextBytes

/// Several lists as one JSON text, for a request that makes all of them or none.
package enum ListBundle {
    /// The value of the member `format`.
    static let format = "lockstep-lists/1"

    /// The text: an object with the members `format` and `lists`, bodies of `POST /api/lists`.
    ///
    /// - Complexity: O(n) in the bytes.
    package static func encode(_ lists: [CreateList]) -> [UInt8] {
        var writer = JSONWriter(capacity: 65_536)
        writer.object { writer in
            writer.member("format", format)
            writer.name("lists")
            writer.array { writer in
                for list in lists { writer.raw(list.encoded) }
            }
        }
        return writer.bytes
    }

    /// The lists of such a text; nil where it is another.
    ///
    /// - Throws: `ListFileError`, which names the list.
    /// - Complexity: O(n) in the bytes.
    static func decode(
        _ value: JSONValue, limits: ProtocolLimits
    ) throws(ListFileError) -> [FileList]? {
        guard let written = value.object?["format"]?.string, written.isSame(as: format) else {
            return nil
        }
        var lists: [FileList] = []
        for (index, one) in (value.object?["lists"]?.array ?? []).enumerated() {
            do throws(ErrorMessage) {
                let list = try CreateList.read(
                    Array(one.canonicalText.utf8), limits: limits,
                    maximumDepth: JSONReader.ownDepth)
                lists.append(
                    FileList(
                        id: list.list, title: list.title, rules: list.rules,
                        sections: list.sections))
            } catch {
                throw ListFileError("list \(index + 1): \(error.message)")
            }
        }
        return lists
    }
}
