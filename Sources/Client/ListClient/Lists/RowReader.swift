import ListEditing
import ListProtocol

/// Reads the rows of one windowed list: decides what to ask for, and who has been answered.
///
/// A part of a ``ListMachine``, and pure like it.
struct RowReader: Sendable {
    private let list: ListID
    /// The window as it is opened again: around the place that was read last.
    private(set) var window: RowWindow
    private var queries: WindowQueries
    /// The section and the index of what was read last.
    private var place: (section: SectionID, row: Int)?

    init(_ window: RowWindow, list: ListID) {
        self.window = window
        self.list = list
        queries = WindowQueries(window)
    }

    // MARK: Events of the machine

    mutating func read(_ read: RowRead, _ reader: Int) {
        switch read {
        case .rows(let section, let rows):
            window.around = [.index(section, rows.lowerBound)]
            place = (section, rows.lowerBound)
        case .row(let row): window.around = [.row(row)] + window.around.prefix(1)
        case .find: break
        }
        queries.read(read, reader)
    }

    /// No query is under way any more: the connection is lost, or the list is opened again.
    mutating func forget() { queries.forget() }

    /// Compares what is held with the server's.
    mutating func check(_ list: SparseList, _ limits: ProtocolLimits) {
        queries.check(list, limits)
    }

    mutating func abandon(_ reason: String) -> [ListAction] {
        queries.abandon().map {
            .read(reader: $0, .failed(code: "abandoned", message: reason))
        }
    }

    // MARK: Messages of the server

    /// Takes in an answer.
    ///
    /// - Returns: Nil where it answers nothing that is under way.
    mutating func answered(
        _ message: ReceivedMessage, _ replica: inout Replica
    ) -> (outcome: Replica.FollowUp, actions: [ListAction])? {
        guard let held = replica.sparse else { return nil }
        switch message {
        case .rows(let rows):
            guard queries.isAsking(rows.n) else { return nil }
            // Answers stand at their place in the stream.
            guard rows.revision == replica.revision else { return (.openSince, []) }
            do throws(CountError) {
                _ = try replica.withSparse { (list) throws(CountError) in
                    try queries.answered(rows, &list)
                }
            } catch {
                return (.openAnew("rows do not fit: \(error.message)"), [])
            }
            return (.done, [])
        case .checked(let checked):
            guard queries.isAsking(checked.n) else { return nil }
            guard checked.revision == replica.revision else { return (.openSince, []) }
            let different = queries.answered(checked, held)
            guard different > 0 else { return (.done, []) }
            let reason = "\(different) runs differ at revision \(checked.revision)"
            return (.done, [.emit(.mismatched(reason))])
        case .found(let found):
            guard let reader = queries.answered(found) else { return nil }
            let rows = found.rows.map { FoundRows.Match(at: $0.at, row: $0.row) }
            let page = FoundRows(revision: found.revision, rows: rows, next: found.next)
            return (.done, [.read(reader: reader, .found(page))])
        default: return nil
        }
    }

    /// A query was refused: the reader who waits for it is told.
    mutating func refused(_ refusal: ReceivedRefusal) -> [ListAction] {
        guard let n = refusal.n, let reader = queries.refused(n) else { return [] }
        return [
            .read(reader: reader, .failed(code: refusal.code, message: refusal.message))
        ]
    }

    /// Answers those who read what is held now, asks for what is not, and forgets rows that are far from
    /// what was read last where too many are held.
    mutating func proceed(
        _ replica: inout Replica, _ limits: ProtocolLimits
    ) -> [ListAction] {
        guard let held = replica.sparse else { return [] }
        var actions = queries.takeAnswers(held).map { answer in
            ListAction.read(reader: answer.reader, .rows(answer.rows))
        }
        if !queries.hasReads, held.heldCount > window.kept { trim(&replica) }
        if limits.windowRows > 0, let held = replica.sparse,
            let query = queries.next(held, list, limits)
        {
            actions.append(.send(.query(query)))
        }
        return actions
    }

    private func trim(_ replica: inout Replica) {
        let reach = window.kept / 2
        _ = try? replica.withSparse { list in
            guard let place, let section = list.sectionIndex(of: place.section) else { return }
            list.keep(max(0, place.row - reach)..<(place.row + reach), in: section)
        }
    }
}
