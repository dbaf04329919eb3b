import Foundation
import ListEditing
import Observation
import Synchronization
import Testing

@testable import ListClient

/// A view's model of a list, against a server.
@MainActor struct ObservedListTests {
    /// What a table view shows that is given the steps: the ids of each section's rows.
    private final class Table {
        var shown = EditableList(ListState(revision: 0, title: "", rules: Rules(), sections: []))
        var steps = 0

        func take(_ step: ChangeSet, _ state: EditableList) {
            #expect(step.isSingleBatch)
            try? shown.replay(step, by: ClientID(""))
            #expect(Self.order(shown) == Self.order(state))
            steps += 1
        }

        static func order(_ list: EditableList) -> [[String]] {
            list.state().sections.map { [$0.id.text] + $0.rows.map(\.id.text) }
        }
    }

    /// Waits until a condition holds, which looks at a model: again at each change of what it has seen.
    private func wait(_ condition: () -> Bool) async {
        while true {
            let (changes, change) = AsyncStream.makeStream(of: Void.self)
            let holds = withObservationTracking {
                condition()
            } onChange: {
                change.yield()
            }
            if holds { return }
            for await _ in changes { break }
        }
    }

    private func titles(_ model: ObservedList) -> [[String]] {
        model.sections.map { $0.rows.map { $0.fields["title"]?.string ?? "" } }
    }

    private func insert(_ row: String, _ target: RowTarget) -> Action {
        .insertRow(
            row: RowID(row), fields: Fields([Field(name: "title", value: .string(row))]),
            rules: RowRules(), to: target)
    }

    @Test(.timeLimit(.minutes(10)))
    func model_followsOwnAndOthersEdits_andGivesATableItsSteps() async throws {
        try await LiveServer.run { server in
            try await self.follow(server.url)
        }
    }

    @Test func ownEdit_isShownWhenItReturns_andAfterTheEnd_whateverOthersDo() async throws {
        try await LiveServer.run { server in
            try await self.editBesideAnother(server.url)
        }
    }

    private func editBesideAnother(_ url: String) async throws {
        let (ana, ben) = (
            try await ListClient.connect(to: url, ClientOptions(name: "Ana")),
            try await ListClient.connect(to: url, ClientOptions(name: "Ben"))
        )
        try await ana.create("l", sections: [SectionState(id: SectionID("s"), title: "S")])
        let model = ObservedList(try await ana.open("l"))
        let following = Task { await model.follow() }
        let other = try await ben.open("l")
        let editing = Task {
            for number in 0..<120 {
                _ = try await other.edit([insert("b\(number)", .end(SectionID("s")))])
            }
        }
        for number in 0..<60 {
            try await model.edit([insert("a\(number)", .end(SectionID("s")))])
            #expect(model.sections[0].rows.contains { $0.id == RowID("a\(number)") })
        }
        await ana.stop()
        await following.value
        #expect(model.status == .gone(code: "stopped"))
        #expect(model.sections[0].rows.count { $0.id.text.hasPrefix("a") } == 60)
        // What is asked later is answered.
        #expect(await model.list.status == .gone(code: "stopped"))
        try await editing.value
        await ben.stop()
    }

    private func follow(_ url: String) async throws {
        let (ana, ben) = (
            try await ListClient.connect(to: url, ClientOptions(name: "Ana")),
            try await ListClient.connect(to: url, ClientOptions(name: "Ben"))
        )
        let sections = ["s", "t"].map { SectionState(id: SectionID($0), title: $0) }
        try await ana.create("l", title: "L", sections: sections)
        let model = ObservedList(try await ana.open("l"))
        let table = Table()
        model.onChange = table.take
        let following = Task { await model.follow() }
        await wait { model.title == "L" && model.status == .live }
        let isNotified = Atomic(false)
        withObservationTracking {
            _ = model.sections
        } onChange: {
            isNotified.store(true, ordering: .relaxed)
        }
        try await model.edit([insert("a", .end(SectionID("s"))), insert("b", .end(SectionID("s")))])
        // At once, before the server has answered.
        #expect(titles(model) == [["a", "b"], []])
        let wasNotified = isNotified.load(ordering: .relaxed)
        #expect(wasNotified)
        let other = try await ben.open("l")
        try await other.edit([
            .moveRow(RowID("a"), to: .end(SectionID("t"))), .deleteSections([SectionID("s")]),
            .insertSection(section: SectionID("u"), title: "U", rules: nil, to: .start),
            insert("c", .end(SectionID("u"))),
        ])
        await wait { titles(model) == [["c"], ["a"]] }
        await wait { model.participants.map(\.name) == ["Ben"] }
        try await model.undo()
        try await model.edit([.moveRow(RowID("gone"), to: .unspecified)])
        await wait { model.refusal?.code == "unknownRow" }
        #expect(
            Table.order(table.shown) == model.sections.map { [$0.id.text] + $0.rows.map(\.id.text) }
        )
        #expect(table.steps > 4)
        try await ben.delete("l")
        await following.value
        #expect(model.status == .gone(code: "deleted"))
        await ana.stop()
        await ben.stop()
    }
}
