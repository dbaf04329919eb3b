import ListEditing
import ListProtocol

extension ServerSamples {
    /// The answers to `admin`.
    static let administration: [String: [UInt8]] = [
        "admin: figures": AdminAnswer(
            n: 1,
            .figures(
                AdminFigures(
                    server: "s1", servers: 3, figures: figures,
                    reasons: ["no node of NATS is in reach"],
                    unreadable: [(list: list, reason: "the snapshot is damaged")],
                    backedUp: 1_763_700_000_123, backupFailures: 1))
        ).encoded,
        "admin: lists": AdminAnswer(n: 2, .lists([groceries, trip], total: 2)).encoded,
        "admin: sessions": AdminAnswer(n: 3, .sessions([watched], total: 1)).encoded,
        "admin: hooks": AdminAnswer(
            n: 4,
            .hooks(
                AdminAnswer.JSONText(
                    Array(
                        #"""
                        [{"name":"chat","url":"https://chat.example.org/","state":"retrying","lists":1,\#
                        "sets":2,"seconds":3,"taken":4,"failed":5,"lastError":"HTTP 500"}]
                        """#.utf8)))
        ).encoded,
        "admin: a session has ended": AdminAnswer(n: 5, .ended(true)).encoded,
    ]

    /// What another target writes, as the fixture has it.
    private static var figures: AdminAnswer.JSONText {
        let frame = Fixture.all(in: "server-frames.json").first { $0.name == "admin: figures" }
        let part = frame?.frame.part(between: "\"figures\":", and: ",\"health\"") ?? ""
        return AdminAnswer.JSONText(Array(part.utf8))
    }

    private static var groceries: AdminList {
        var sample = AdminList(
            ListSummary(list: list, title: "Groceries", revision: 57, rows: 12, clients: 3),
            rate: 0.5)
        sample.isLoaded = true
        sample.bytes = 4_711
        sample.historyStart = 1
        return sample
    }

    private static let trip = AdminList(
        ListSummary(list: ListID("trip"), title: "Trip", revision: 0, rows: 0, clients: 0),
        rate: nil)

    private static let watched = AdminSession(
        client: ana, name: "Ana", user: "ana", address: "192.0.2.1", since: 1_763_700_000_123,
        lists: 2, edits: 12, behind: 3, queued: 12_000, received: 100, sent: 200, isStream: true)
}

extension String {
    /// What stands between two texts.
    fileprivate func part(between start: String, and end: String) -> String? {
        guard let from = firstRange(of: start)?.upperBound,
            let to = self[from...].firstRange(of: end)?.lowerBound
        else { return nil }
        return String(self[from..<to])
    }
}
