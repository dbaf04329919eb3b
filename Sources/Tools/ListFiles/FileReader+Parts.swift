import ListEditing
package import ListProtocol

/// Texts that came in parts, as `ListBundle` makes them.
extension FileReader {
    /// Reads the lists of a text that came in parts.
    ///
    /// - Throws: `ListFileError`, which names the part.
    /// - Complexity: O(n) in the bytes.
    package static func read(
        parts: [[UInt8]], limits: ProtocolLimits
    ) throws(ListFileError) -> FileContents {
        var lists: [FileList] = []
        for (index, part) in parts.enumerated() {
            do throws(ListFileError) {
                for list in try read(part, name: "", format: .json, limits: limits).lists {
                    append(list, to: &lists)
                }
            } catch {
                throw ListFileError("part \(index + 1): \(error)")
            }
        }
        return FileContents(format: .json, lists: lists)
    }

    /// Appends a list, or what a part has of the list before it.
    private static func append(_ list: FileList, to lists: inout [FileList]) {
        guard let id = list.id, lists.last?.id == id else { return lists.append(list) }
        for section in list.sections {
            let last = lists[lists.count - 1].sections.count - 1
            if let id = section.id, last >= 0, lists[lists.count - 1].sections[last].id == id {
                lists[lists.count - 1].sections[last].rows += section.rows
            } else {
                lists[lists.count - 1].sections.append(section)
            }
        }
    }
}
