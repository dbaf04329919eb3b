import ListEditing
import ListFiles
import ListHosting
import ListProtocol
import ListSequencing
import WebSocketTransport

/// Adding the rows of a file to a list, in one edit.
extension FilesRoute {
    /// A file whose rows are to be added to a list, and who adds them.
    struct Addition: Sendable {
        let contents: FileContents
        let shown: Int
        let grants: Grants
        let request: HTTPRequest
    }

    /// Adds the rows of a file to a list, in one edit.
    ///
    /// - Parameter outline: The list without its rows, as clients are sent it.
    func add(
        _ addition: Addition, to sequencer: ListSequencer, _ outline: [UInt8],
        _ exchange: HTTPExchange
    ) {
        let (list, limits, makeID) = (sequencer.id, limits, runtime.makeID)
        let bound = LoopBound(sequencer, loop: runtime.loop)
        runtime.background.begin {
            let prepared = await queue.run { () -> Prepared in
                let plan = AdditionPlan(
                    addition.contents.lists, to: Self.targets(in: outline),
                    makeID: makeID)
                guard plan.actions <= limits.actions else { return .tooMany(plan.actions) }
                let edit = Result { () throws(ErrorMessage) in
                    try HTTPEdit.read(plan.body, list: list, limits: limits)
                }
                let summary = ContentsMessage(addition.contents, shown: addition.shown).encoded
                return .edit(edit, summary: Array(summary.dropLast()))
            }
            bound.execute { sequencer in
                switch prepared {
                case .tooMany(let actions):
                    exchange.respond(Self.tooMany(actions, limit: limits.actions))
                case .edit(.failure(let error), _): exchange.respond(.error(400, error))
                case .edit(.success(let edit), let summary):
                    lists.value.submit(
                        edit, addition.request, sequencer, addition.grants,
                        answeredBy: HTTPEditSubmitter(exchange: exchange, summary: summary))
                }
            }
        }
    }

    private enum Prepared: Sendable {
        case tooMany(Int)
        case edit(Result<HTTPEdit, ErrorMessage>, summary: [UInt8])
    }

    private static func tooMany(_ actions: Int, limit: Int) -> HTTPResponse {
        .problem(
            413, "tooLarge",
            "\(actions) rows and sections are more than the \(limit) of one edit: make a list of the "
                + "file")
    }

    /// The sections of a list, by its outline.
    private static func targets(in outline: [UInt8]) -> [AdditionPlan.Target] {
        guard case .outline(let outline)? = (try? ServerFrame.decode(outline))?.first else {
            return []
        }
        return outline.sections.map { section in
            AdditionPlan.Target(
                section: section.id, title: section.title,
                isInsertable: outline.rules.insertable != false
                    && section.rules.insertable != false)
        }
    }
}

/// Waits for the sections of a list, to which the rows of a file are to be added.
struct SectionsReader: ListReader {
    let addition: FilesRoute.Addition
    let route: FilesRoute
    let exchange: HTTPExchange

    var subject: ReadRequest.Subject {
        .window(ListWindow(around: [], before: 0, after: 0))
    }

    func respond(_ reply: ReadReply, from sequencer: ListSequencer) {
        switch reply {
        case .message(let outline): route.add(addition, to: sequencer, outline, exchange)
        case .absent(let unavailability): exchange.respond(.absent(sequencer.id, unavailability))
        case .snapshot, .unchanged, .changes: break
        }
    }
}
