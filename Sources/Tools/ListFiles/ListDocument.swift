import JSON
package import ListEditing
package import ListProtocol
import TextBytes

/// A whole list as a JSON file with one line for each row; importing it makes an equal list.
///
/// The file is a body of `POST /api/lists` with two more members, the format and the revision.
package enum ListDocument {
    /// The value of the member `format`.
    static let format = "lockstep-list/1"

    /// The file of a list.
    ///
    /// Equal lists give equal bytes, so that two files can be compared line by line.
    ///
    /// - Complexity: O(n) in the bytes.
    package static func encode(_ list: ListID, _ state: ListState) -> [UInt8] {
        var file = JSONFile()
        file.line("{")
        file.member("format", format)
        file.member("list", list.text)
        file.member("title", state.title)
        file.member("revision", String(state.revision), isText: false)
        file.member("rules", rules(state.rules), isText: false)
        file.line("  \"sections\": [")
        for (index, section) in state.sections.enumerated() {
            encode(section, isLast: index == state.sections.count - 1, to: &file)
        }
        file.line("  ]")
        file.line("}")
        return file.bytes
    }

    /// The list that a file describes.
    ///
    /// - Throws: `ListFileError` where the file is no such file, or has another format.
    package static func decode(
        _ bytes: [UInt8], limits: ProtocolLimits
    ) throws(ListFileError) -> CreateList {
        do throws(JSONError) {
            let value = try JSONReader.read(bytes, maximumDepth: JSONReader.ownDepth)
            if let written = value.object?["format"]?.string,
                !written.isSame(as: format)
            {
                throw JSONError(.outsideLimits, "the format \(written) is not known", at: 0)
            }
        } catch {
            throw ListFileError(
                at: error.offset, in: bytes, "this is no file of a list: \(error.reason)")
        }
        do throws(ErrorMessage) {
            return try CreateList.read(
                bytes, limits: limits, maximumDepth: JSONReader.ownDepth)
        } catch {
            throw ListFileError(error.message)
        }
    }

    private static func encode(_ section: SectionState, isLast: Bool, to file: inout JSONFile) {
        var head = JSONWriter()
        head.object { writer in
            writer.member("id", section.id.text)
            writer.member("title", section.title)
            writer.name("rules")
            writer.rules(section.rules)
            writer.name("rows")
        }
        // The closing brace is left out: the rows follow.
        file.line("    " + String(decoding: head.bytes.dropLast(), as: UTF8.self) + "[")
        for (index, row) in section.rows.enumerated() {
            var writer = JSONWriter()
            writer.object { $0.rowMembers(row) }
            let comma = index == section.rows.count - 1 ? "" : ","
            file.line("      " + writer.text + comma)
        }
        file.line(isLast ? "    ]}" : "    ]},")
    }

    private static func rules(_ rules: Rules) -> String {
        var writer = JSONWriter()
        writer.rules(rules)
        return writer.text
    }
}

/// The lines of a JSON file.
private struct JSONFile {
    private(set) var bytes: [UInt8] = []

    mutating func line(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func member(_ name: String, _ value: String, isText: Bool = true) {
        var json = value
        if isText {
            var writer = JSONWriter()
            writer.string(value)
            json = writer.text
        }
        line("  \"\(name)\": \(json),")
    }
}
