import ListDocument
import ListEditing
import ListHosting
import ListProtocol
import Logging

/// Has the program look at edits before they are submitted.
struct ProgramAdmission: EditAdmission {
    private let admit: @Sendable (ProposedEdit) async throws -> Rejection?
    private let seconds: Double
    private let log: Logger

    /// Nil where nothing is looked at.
    init?(_ hooks: ServerHooks, log: Logger) {
        guard let admit = hooks.admit else { return nil }
        self.admit = admit
        seconds = max(0, hooks.admissionSeconds)
        self.log = log
    }

    @concurrent
    func judge(_ request: EditRequest, of list: ListID) async -> EditVerdict {
        guard let proposed = ProposedEdit(request, of: list) else { return .submit(request) }
        switch await answer(to: proposed) {
        case .success(nil): return .submit(request)
        case .success(let rejection?): return .submit(request.rejected(rejection))
        case .failure(let error): tell(list, "\(error)")
        case nil: tell(list, "no answer within \(seconds) s")
        }
        return .undecided
    }

    /// What the program says; nil: nothing in time, though it may not heed that it is cancelled.
    private func answer(to edit: ProposedEdit) async -> Result<Rejection?, any Error>? {
        let (answers, first) = AsyncStream<Result<Rejection?, any Error>?>.makeStream()
        let work = Task { [admit] in
            do { first.yield(.success(try await admit(edit))) } catch {
                first.yield(.failure(error))
            }
        }
        let timer = Task { [seconds] in
            try? await Task.sleep(for: .seconds(seconds))
            first.yield(nil)
        }
        defer {
            work.cancel()
            timer.cancel()
        }
        for await answer in answers { return answer }
        return nil
    }

    private func tell(_ list: ListID, _ reason: String) {
        log.error(
            "an edit was not admitted: it is refused as unavailable",
            metadata: ["list": "\(list.text)", "reason": "\(reason)"])
    }
}

extension ProposedEdit {
    /// Nil: it is malformed, and answered so.
    init?(_ request: EditRequest, of list: ListID) {
        switch request.intent {
        case .edit(let edit, _): kind = .edit(edit)
        case .undo: kind = .undo
        case .redo: kind = .redo
        case .restore(let revision): kind = .restore(revision)
        case .malformed: return nil
        }
        self.list = list.text
        client = request.author.client.text
        user = request.author.user
        name = request.author.name
    }
}
