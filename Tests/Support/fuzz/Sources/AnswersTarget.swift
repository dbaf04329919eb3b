import ListEditing
import ListProtocol

/// The messages of a server about a window of a list, as a client reads them: each reads the same after it
/// was written, and a sparse list takes them or refuses them, and stays whole.
enum AnswersTarget {
    static func run(_ bytes: [UInt8]) {
        guard let messages = try? ServerFrame.decode(bytes) else { return }
        var list: SparseList?
        for message in messages {
            readAgain(message, bytes)
            take(message, &list)
            if let list { check(list, bytes) }
        }
    }

    /// Writes a message and reads what was written.
    private static func readAgain(_ message: ReceivedMessage, _ bytes: [UInt8]) {
        let written: [UInt8]
        switch message {
        case .outline(let outline): written = outline.encoded
        case .rows(let rows): written = rows.encoded
        case .checked(let checked): written = checked.encoded
        case .found(let found): written = found.encoded
        default: return
        }
        let again = try? ServerFrame.decode(written)
        // Rows of which none has fields may have come as ids or not.
        if case .rows(var rows) = message, case .rows(let other)? = again?.first {
            rows.isOnlyIDs = other.isOnlyIDs
            if other == rows { return }
        }
        guard again == [message] else {
            FuzzTarget.found("written and read again: \(again ?? [])", bytes)
        }
    }

    private static func take(_ message: ReceivedMessage, _ list: inout SparseList?) {
        switch message {
        case .outline(let outline): list = try? SparseList(outline)
        case .rows(let rows):
            for run in rows.runs { try? list?.hold(SparseList.Run(run)) }
            for id in rows.missing { list?.forget(id) }
        case .changes(let sets), .catchup(let sets):
            for set in sets.sets {
                let before = list
                do throws(CountError) {
                    try list?.replay(set.changes, folds: 1, counts: sets.counts)
                } catch {
                    guard list?.runs == before?.runs, list?.counts == before?.counts else {
                        FuzzTarget.found("a set was refused and applied: \(error.message)")
                    }
                }
            }
        default: break
        }
    }

    /// Each id has one place, and every run stands in its section, apart from the next.
    private static func check(_ list: SparseList, _ bytes: [UInt8]) {
        var held = 0
        var last = IndexPath(section: 0, row: -1)
        for run in list.runs {
            held += run.rows.count
            let isApart = run.at.section > last.section || run.at.row > last.row
            last = IndexPath(section: run.at.section, row: run.at.row + run.rows.count)
            guard isApart, last.row <= list.counts[run.at.section],
                list.path(of: run.rows[0].id) == run.at
            else { FuzzTarget.found("a run at \(run.at) has no place", bytes) }
        }
        guard held == list.heldCount else { FuzzTarget.found("an id has two places", bytes) }
    }
}
