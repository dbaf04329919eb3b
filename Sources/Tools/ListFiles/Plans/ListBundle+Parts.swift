import JSON
import ListEditing
package import ListProtocol

/// Lists that are more than a request holds, as parts of a request each.
extension ListBundle {
    /// Parts a text of lists, for requests of a size each.
    ///
    /// A list that goes on in the next part is in both, with its id; so is a section that goes on. Sections without an
    /// id get one.
    ///
    /// - Parameter targetBytes: The size at which a part ends with the row at hand.
    /// - Returns: The parts, each with the number of its rows; one at least.
    /// - Complexity: O(n) in the bytes.
    package static func parts(
        of lists: [CreateList], targetBytes: Int
    ) -> [(body: [UInt8], rows: Int)] {
        var parts: [(body: [UInt8], rows: Int)] = []
        var part: [CreateList] = []
        var (bytes, rows) = (0, 0)
        func end() {
            parts.append((encode(part), rows))
            (part, bytes, rows) = ([], 0, 0)
        }
        for list in lists {
            var begun = list
            begun.sections = []
            part.append(begun)
            for (section, id) in zip(list.sections, sectionIDs(of: list)) {
                var open = section
                (open.id, open.rows) = (id, [])
                part[part.count - 1].sections.append(open)
                for row in section.rows {
                    if bytes >= targetBytes {
                        end()
                        begun.sections = [open]
                        part = [begun]
                    }
                    let last = part[part.count - 1].sections.count - 1
                    part[part.count - 1].sections[last].rows.append(row)
                    bytes += size(of: row)
                    rows += 1
                }
            }
        }
        end()
        return parts
    }

    private static func size(of row: RowSeed) -> Int {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.member("row", ifPresent: row.id?.text)
            writer.name("fields")
            writer.fields(row.fields)
        }
        return writer.bytes.count
    }

    /// The ids of all sections; a section without an id gets an unused one.
    private static func sectionIDs(of list: CreateList) -> [SectionID] {
        // Canonical equivalence: ids are ASCII.
        var taken = Set(list.sections.compactMap { $0.id?.text })
        return list.sections.enumerated().map { index, section in
            if let id = section.id { return id }
            var name = "section-\(index + 1)"
            while !taken.insert(name).inserted { name += "-" }
            return SectionID(name)
        }
    }
}
