import JSON
import ListEditing
import ListProtocol

/// Messages and frames of a server, made by the server's own encoder.
enum ServerStream {
    static let client = ClientID("5e0c71a9d2f4b21907c3e8aa")

    static func set(
        _ revision: Int, client: ClientID? = client, editID: Int? = nil, moves: Bool = false
    ) -> [UInt8] {
        let row = RowID("r000\(100 + revision % 900)")
        let path = IndexPath(section: 0, row: 1)
        var changes = ChangeSet()
        if moves {
            changes.movedRows = [RowMove(row: row, from: path, to: path)]
        } else {
            let title = FieldValue(json: "\"" + String(repeating: "x", count: 180) + "\"")
            changes.updatedRows = [
                RowUpdate(
                    row: row, at: path, fields: [FieldChange(name: "title", value: title)],
                    rules: RowRulesChange())
            ]
        }
        return PublishedChange(
            revision: revision, at: 1_763_700_000_456, client: client, intent: editID ?? revision,
            changes: changes
        ).encoded
    }

    static func changes(_ revisions: ClosedRange<Int>) -> [UInt8] {
        changes(revisions.map { set($0) })
    }

    static func changes(_ sets: [[UInt8]]) -> [UInt8] {
        Changes(list: ListID("groceries"), sets: sets, counts: [5, 6]).encoded
    }

    /// A frame of a server: not masked.
    static func frame(_ payload: [UInt8], opcode: UInt8 = 1, isFinal: Bool = true) -> [UInt8] {
        var bytes = [(isFinal ? 0x80 : 0) | opcode]
        switch payload.count {
        case ..<126: bytes.append(UInt8(payload.count))
        case ..<65_536: bytes += [126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            bytes.append(127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: payload.count >> shift))
            }
        }
        return bytes + payload
    }
}
