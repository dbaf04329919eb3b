import ListEditing
import Testing

@testable import ListClient

/// Windowed lists of a running server.
@Suite struct LiveWindowTests {
    private static let section = SectionID("s1")
    private static let count = 3_000

    private static var sections: [SectionState] {
        let rows = (0..<count).map { number in
            Row(
                id: RowID("r\(number)"),
                fields: Fields([Field(name: "title", value: .string("Song \(number)"))]))
        }
        return [SectionState(id: section, title: "Songs", rows: rows)]
    }

    /// The ids of the rows of a list, as the server has them.
    private static func ids(_ rows: [Row]) -> [String] { rows.map(\.id.text) }

    @Test func rows_areReadByPathAndByID_andFound() async throws {
        try await LiveServer.run { server in
            let client = try await ListClient.connect(to: server.url)
            try await client.create("songs", sections: Self.sections)
            let list = try await client.open(
                "songs", window: RowWindow(around: [.row(RowID("r100"))], before: 2, after: 3))
            let held = try #require(await list.list)
            #expect(held.counts == [Self.count])
            #expect(held.runs.map { "\($0.at.row) \($0.rows.count)" } == ["98 5"])
            #expect(
                try await list.row(at: IndexPath(section: 0, row: 2_500))?.id == RowID("r2500"))
            #expect(try await list.row(at: IndexPath(section: 0, row: Self.count)) == nil)
            #expect(try await list.row(RowID("r7"))?.fields["title"]?.string == "Song 7")
            #expect(try await list.row(RowID("nobody")) == nil)
            let last = try await list.rows(Self.count - 3..<Self.count + 9, of: Self.section)
            #expect(Self.ids(last) == ["r2997", "r2998", "r2999"])
            // More than one answer has.
            let many = try await list.rows(200..<2_300, of: Self.section)
            #expect(Self.ids(many) == (200..<2_300).map { "r\($0)" })
            let found = try await list.find("song 299", in: ["title"], limit: 5)
            #expect(found.rows.map(\.at.row) == [299, 2_990, 2_991, 2_992, 2_993])
            await #expect(throws: ListClientError.openOtherwise("songs")) {
                _ = try await client.open("songs")
            }
            await client.stop()
        }
    }

    @Test func window_equalsTheWholeList_whileOthersEdit() async throws {
        try await LiveServer.run { server in
            let ana = try await ListClient.connect(to: server.url)
            let ben = try await ListClient.connect(to: server.url)
            try await ana.create("songs", sections: Self.sections)
            let whole = try await ana.open("songs")
            let window = try await ben.open(
                "songs", window: RowWindow(around: [.index(Self.section, 1_000)]))
            for number in 0..<60 {
                let from = RowID("r\((number * 37) % 2_000 + 500)")
                try await whole.move(from, to: .index(Self.section, 900 + number * 4))
                if number % 5 == 0 {
                    try await window.edit([
                        .insertRow(
                            row: nil, fields: Fields(), rules: RowRules(),
                            to: .index(Self.section, 990 + number))
                    ])
                    try await window.edit([.deleteRows([RowID("r\(1_000 + number)")])])
                }
            }
            let revision = await whole.list.revision
            let events = await window.events
            while await window.confirmed?.revision ?? 0 < revision {
                for await _ in events { break }
            }
            let held = try #require(await window.confirmed)
            let list = await whole.confirmed
            #expect(held.revision == list.revision)
            #expect(held.counts == list.counts)
            for run in held.runs {
                let rows = list.rows(
                    in: run.at.section, run.at.row..<run.at.row + run.rows.count)
                #expect(run.rows.map(\.id) == rows.map(\.id))
            }
            let read = try await window.rows(950..<1_100, of: Self.section)
            #expect(read.map(\.id) == list.rows(in: 0, 950..<1_100).map(\.id))
            #expect(await window.mismatches == 0)
            await ana.stop()
            await ben.stop()
        }
    }
}
