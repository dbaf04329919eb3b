import ListEditing
import ListProtocol
import Logging
import Synchronization
import Testing

@testable import ListDocument
@testable import ListHosting
@testable import ListServer
@testable import ServerTesting

/// Edits that a program looks at: what it says, does not say in time, or fails to say.
@Suite struct EditAdmissionTests {
    private struct Broken: Error {}

    private func admission(
        seconds: Double = 5, _ admit: @escaping @Sendable (ProposedEdit) async throws -> Rejection?
    ) throws -> ProgramAdmission {
        var hooks = ServerHooks()
        hooks.admit = admit
        hooks.admissionSeconds = seconds
        return try #require(
            ProgramAdmission(hooks, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    }

    private func verdict(_ admission: ProgramAdmission, _ request: EditRequest) async -> String {
        switch await admission.judge(request, of: ListID("l")) {
        case .submit(let judged) where judged === request: "as it is"
        case .submit(let judged):
            if case .malformed(let rejection) = judged.intent { rejection.message } else { "?" }
        case .undecided: "undecided"
        }
    }

    @Test func noHook_looksAtNothing() {
        #expect(ProgramAdmission(ServerHooks(), log: Logger(label: "test")) == nil)
    }

    @Test func whatIsSaid_isDone() async throws {
        let request = edit(7, [rename("a", "x")])
        let taken = try admission { edit in
            guard case .edit(let proposed) = edit.kind, proposed.actions.count == 1,
                edit.list == "l"
            else { return Rejection(.forbidden, action: nil, message: "another edit") }
            return nil
        }
        #expect(await verdict(taken, request) == "as it is")
        let refused = try admission { _ in Rejection(.forbidden, action: 0, message: "no") }
        #expect(await verdict(refused, request) == "no")
        guard case .submit(let judged) = await refused.judge(request, of: ListID("l")) else {
            Issue.record("not submitted")
            return
        }
        #expect(judged.id == 7 && judged.author === request.author)
    }

    @Test func failureAndSilence_areUndecided() async throws {
        let request = undo(1)
        #expect(await verdict(try admission { _ in throw Broken() }, request) == "undecided")
        // It does not heed that it is cancelled.
        let isOver = Atomic(false)
        let deaf = try admission(seconds: 0.02) { _ in
            while !isOver.load(ordering: .relaxed) { await Task.yield() }
            return nil
        }
        #expect(await verdict(deaf, request) == "undecided")
        isOver.store(true, ordering: .relaxed)
    }

    @Test func malformedEdit_isNotLookedAt() async throws {
        let request = edit(1, []).rejected(Rejection(.badAction, action: 0, message: "bad"))
        let asked = try admission { _ in Rejection(.forbidden, action: nil, message: "asked") }
        #expect(await verdict(asked, request) == "as it is")
    }
}
