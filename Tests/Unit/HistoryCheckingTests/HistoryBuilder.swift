import HistoryChecking
import ListEditing

/// Builds a history by hand: clients 0 and 1, and the list `l` with rows a, b, c and an empty
/// section.
struct HistoryBuilder {
    private(set) var history = ObservedHistory()
    private var sessions: [Int: Int] = [:]

    init() {
        let rows = ["a", "b", "c"].map { Row(id: RowID($0)) }
        let sections = [
            ModelSection(id: SectionID("s1"), title: "One", rules: Rules(), rows: rows),
            ModelSection(id: SectionID("s2"), title: "Two", rules: Rules(), rows: []),
        ]
        history.add(.made(list: "l", content: ModelState(title: "L", sections: sections)))
    }

    /// The report on the history.
    var report: HistoryReport { HistoryReport(history) }

    mutating func sent(_ client: Int, _ json: String) {
        history.add(
            .sent(
                client: client, session: sessions[client] ?? 0, frame: SentFrame(Array(json.utf8)))
        )
    }

    mutating func received(_ client: Int, _ json: String) {
        let frame = history.frame(Array(json.utf8))
        history.add(.received(client: client, session: sessions[client] ?? 0, frame: frame))
    }

    /// A new session, which opens the list at a revision by snapshot, its rows being those of the
    /// first section.
    mutating func connect(_ client: Int, revision: Int = 0, rows: String = "abc") {
        greet(client)
        sent(client, #"{"type":"open","list":"l"}"#)
        opened(client, revision)
        received(client, Sample.snapshot(revision, rows))
    }

    /// A new session, which opens the list by catchup.
    mutating func resume(
        _ client: Int, since: Int, revision: Int, sets: [String] = [], from: Int? = nil
    ) {
        greet(client)
        sent(client, #"{"type":"open","list":"l","since":\#(since),"epoch":"e"}"#)
        opened(client, revision)
        received(
            client,
            #"{"type":"catchup","list":"l","epoch":"e","from":\#(from ?? since),"#
                + #""revision":\#(revision),"sets":[\#(sets.joined(separator: ","))]}"#)
    }

    private mutating func greet(_ client: Int) {
        sessions[client] = history.session()
        received(client, #"{"type":"welcome","protocol":1,"client":"public\#(client)"}"#)
    }

    private mutating func opened(_ client: Int, _ revision: Int) {
        received(
            client,
            #"{"type":"opened","list":"l","epoch":"e","revision":\#(revision),"lastId":0,"#
                + #""role":"owner"}"#)
    }

    /// Sends an edit with the given actions.
    mutating func edit(_ client: Int, _ id: Int, base: Int = 0, _ actions: String = Sample.toEnd) {
        sent(
            client,
            #"{"type":"edit","list":"l","id":\#(id),"epoch":"e","base":\#(base),"#
                + #""actions":[\#(actions)]}"#)
    }

    /// Sends sets to clients.
    mutating func sets(_ sets: String..., to clients: [Int] = [0], counts: String? = nil) {
        let counted = counts.map { #","counts":[\#($0)]"# } ?? ""
        for client in clients {
            received(
                client,
                #"{"type":"changes","list":"l","sets":[\#(sets.joined(separator: ","))]\#(counted)}"#
            )
        }
    }

    mutating func ack(_ client: Int, _ id: Int, _ rest: String) {
        received(client, #"{"type":"ack","list":"l","id":\#(id),\#(rest)}"#)
    }

    mutating func reject(_ client: Int, _ id: Int, _ code: String) {
        received(
            client,
            #"{"type":"reject","list":"l","id":\#(id),"code":"\#(code)","message":"no"}"#)
    }

    /// A server shows the list, its rows being those of the first section.
    mutating func get(revision: Int, rows: String, tag: String? = nil) {
        get(body: Sample.snapshot(revision, rows), tag: tag)
    }

    mutating func get(body: String, tag: String?) {
        history.add(.snapshot(list: "l", tag: tag, body: ReceivedFrame(Array(body.utf8))))
    }

    /// Ends the history: what the server shows, and quiet.
    mutating func quiet(revision: Int, rows: String) {
        get(revision: revision, rows: rows)
        quiet()
    }

    mutating func quiet() { history.add(.quiet) }

    /// The server does not give the sets after a revision.
    ///
    /// - Parameter isKept: Whether it must still have them.
    mutating func refused(since: Int, _ status: Int = 410, isKept: Bool = false) {
        let body = ReceivedFrame(Array(#"{"type":"error","code":"gone"}"#.utf8))
        history.add(
            .changes(
                list: "l", epoch: "e", since: since, isKept: isKept, status: status, body: body))
    }

    /// The server gives sets from a revision to another.
    mutating func changes(since: Int, revision: Int, _ sets: String...) {
        let body =
            #"{"type":"catchup","list":"l","epoch":"e","from":\#(since),"#
            + #""revision":\#(revision),"sets":[\#(sets.joined(separator: ","))]}"#
        history.add(
            .changes(
                list: "l", epoch: "e", since: since, isKept: true, status: 200,
                body: ReceivedFrame(Array(body.utf8))))
    }

    /// What a client with a window holds of the first section, from a row on.
    mutating func holds(
        _ client: Int, revision: Int, from row: Int, _ rows: String, counts: [Int] = [3, 0]
    ) {
        let run = WindowHolding.Run(
            at: IndexPath(section: 0, row: row),
            rows: rows.map { id in
                let id = RowID(String(id))
                return (id, Row(id: id))
            })
        history.add(
            .window(
                client: client,
                .holds(
                    WindowHolding(
                        list: ListKey(name: "l", epoch: "e"), revision: revision, counts: counts,
                        runs: [run]))))
    }

    /// A message did not fit what a client with a window held.
    mutating func misfit(_ client: Int, revision: Int) {
        let list = ListKey(name: "l", epoch: "e")
        history.add(
            .window(client: client, .misfit(list: list, revision: revision, "no such row")))
    }

    /// A new session, which opens the list and is notified that there is none.
    mutating func isReportedAbsent(_ client: Int) {
        greet(client)
        sent(client, #"{"type":"open","list":"l"}"#)
        received(
            client,
            #"{"type":"error","code":"unknownList","message":"none","fatal":false,"list":"l"}"#)
    }

    mutating func delete(_ client: Int) {
        received(client, #"{"type":"closed","list":"l","code":"deleted"}"#)
    }
}

/// JSON of the actions, sets and snapshots in the histories.
enum Sample {
    /// The action that moves row a to the end.
    static let toEnd = #"{"op":"moveRow","row":"a","to":{"section":"s1","index":2}}"#
    /// The effect of `toEnd`.
    static let moved = #""movedRows":[{"row":"a","from":[0,0],"to":[0,2]}]"#
    static let rename = #"{"op":"updateList","title":"M"}"#
    static let renamed = #""updatedList":{"title":"M"}"#

    static func change(
        _ revision: Int, _ id: Int, of client: Int = 0, at time: Int? = nil,
        _ effect: String = moved
    ) -> String {
        #"{"revision":\#(revision),"at":\#(time ?? revision),"client":"public\#(client)","#
            + #""intent":\#(id),\#(effect)}"#
    }

    static func snapshot(_ revision: Int, _ rows: String) -> String {
        let rows = rows.map { #"{"id":"\#($0)","fields":{}}"# }.joined(separator: ",")
        return #"{"type":"snapshot","list":"l","epoch":"e","revision":\#(revision),"title":"L","#
            + #""rules":{},"sections":[{"id":"s1","title":"One","rules":{},"rows":[\#(rows)]},"#
            + #"{"id":"s2","title":"Two","rules":{},"rows":[]}]}"#
    }
}
