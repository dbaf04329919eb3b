import JSON
import ListEditing
import ListFiles
import ListProtocol

/// Files to be imported, in whatever format: what is read of one can be created on a server, and is in
/// proportion to it.
enum FilesTarget {
    private static let limits: ProtocolLimits = {
        var limits = ProtocolLimits()
        (limits.fieldsBytes, limits.titleBytes, limits.sections) = (400, 20, 8)
        return limits
    }()

    static func run(_ bytes: [UInt8]) {
        read(bytes, as: nil)
        // The last byte chooses a format that the content may not be of.
        let formats = FileFormat.allCases
        read(bytes, as: formats[Int(bytes.last ?? 0) % formats.count])
    }

    private static func read(_ bytes: [UInt8], as format: FileFormat?) {
        let contents: FileContents
        do {
            contents = try FileReader.read(
                bytes, name: "file.txt", format: format, limits: limits)
        } catch {
            let places = [error.line, error.column].compactMap { $0 }
            guard places.allSatisfy({ 1...(bytes.count + 1) ~= $0 }) else {
                FuzzTarget.found("an error outside the file: \(error)", bytes)
            }
            return
        }
        let rows = contents.lists.reduce(0) { $0 + 1 + $1.sections.count + $1.rowCount }
        let leftOut = contents.leftOut.reduce(0) { $0 + $1.count }
        // A row that is deeper than any can be, or a section with a long title, counts twice.
        guard rows + leftOut <= 3 * bytes.count + 3 else {
            FuzzTarget.found("more than is in the file: \(rows) and \(leftOut)", bytes)
        }
        for list in contents.lists { create(list, bytes) }
    }

    private static func create(_ list: FileList, _ bytes: [UInt8]) {
        let creation = CreateList(
            list: list.id ?? ListID("list"), title: list.title, rules: list.rules,
            sections: list.sections)
        guard
            let again = try? CreateList.read(
                creation.encoded, limits: limits, maximumDepth: JSONReader.ownDepth),
            again == creation
        else { FuzzTarget.found("a list that no server takes", bytes) }
    }
}
