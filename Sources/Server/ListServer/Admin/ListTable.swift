import ListDocument
import ListEditing
import ListProtocol
import TextBytes

/// The lists of a server as a table: how often each is edited, sorted, and a page at a time.
///
/// Not on the loop's thread: a store may have 100,000 lists.
actor ListTable {
    /// The revision of every list when the rates were last computed; nil: no operator was watching.
    private var earlier: (revisions: [ListID: Int], at: Double)?
    /// Edits a second, of the lists that were edited.
    private var rates: [ListID: Double] = [:]
    /// Lists that were not there when the span of the rates began.
    private var newLists: Set<ListID> = []
    private var hasRates = false

    /// Seconds over which rates are computed, at least and at most.
    private static let span = (least: 0.75, most: 15.0)

    /// The rows of a page.
    ///
    /// - Parameters:
    ///   - summaries: Every list of the server.
    ///   - now: In monotonic seconds.
    /// - Complexity: O(n log n) in the lists.
    func page(
        _ page: AdminPage<AdminListOrder>, of summaries: [ListSummary], now: Double
    ) -> (lists: [AdminList], total: Int) {
        measure(summaries, now)
        var rows = summaries
        if let text = page.text.map({ TextSearch($0) }) {
            rows = rows.filter { text.isIn(plain: $0.title) || text.isIn(plain: $0.list.text) }
        }
        sort(&rows, by: page.by)
        let lists = rows.dropFirst(page.from).prefix(page.limit).map {
            AdminList($0, rate: rate(of: $0.list))
        }
        return (lists, rows.count)
    }

    /// Forgets what rates are computed from: no operator watches any more.
    func forget() {
        earlier = nil
        rates = [:]
        newLists = []
        hasRates = false
    }

    private func rate(of list: ListID) -> Double? {
        hasRates && !newLists.contains(list) ? rates[list] ?? 0 : nil
    }

    private func measure(_ summaries: [ListSummary], _ now: Double) {
        let seconds = earlier.map { now - $0.at } ?? 0
        if earlier != nil, seconds < Self.span.least { return }
        rates = [:]
        newLists = []
        hasRates = earlier != nil && seconds <= Self.span.most
        if hasRates, let before = earlier?.revisions {
            for summary in summaries {
                guard let revision = before[summary.list] else {
                    newLists.insert(summary.list)
                    continue
                }
                if summary.revision > revision {
                    rates[summary.list] = Double(summary.revision - revision) / seconds
                }
            }
        }
        let revisions = Dictionary(summaries.map { ($0.list, $0.revision) }) { $1 }
        earlier = (revisions, now)
    }

    private func sort(_ rows: inout [ListSummary], by order: AdminListOrder) {
        switch order {
        case .list: rows.sort { $0.list.text.precedes($1.list.text) }
        case .title:
            rows.sort {
                $0.title.isSame(as: $1.title)
                    ? $0.list.text.precedes($1.list.text) : $0.title.precedes($1.title)
            }
        case .rows: sort(&rows) { Double($0.rows) }
        case .clients: sort(&rows) { Double($0.clients) }
        case .revision: sort(&rows) { Double($0.revision) }
        case .rate: sort(&rows) { [rates] in rates[$0.list] ?? 0 }
        }
    }

    /// Sorts from the largest down, equal ones by their ids.
    private func sort(_ rows: inout [ListSummary], by value: (ListSummary) -> Double) {
        let valued = rows.map { (value($0), $0) }
        rows = valued.sorted { one, other in
            one.0 != other.0 ? one.0 > other.0 : one.1.list.text.precedes(other.1.list.text)
        }.map(\.1)
    }
}
