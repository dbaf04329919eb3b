import JSON
import TextBytes

@testable import ServerTesting
@testable import WebSocketTransport

/// What a caller over HTTP knows to be there, and not to be there, by the answers that it got.
struct CallerKnowledge: Sendable {
    /// What a request means for what has to be there in the end.
    enum Purpose: Sendable {
        /// An edit of one of its clients that inserts a row of this title.
        case edit(title: String, client: Int)
        /// A file that does, which has no id: it is not sent again.
        case file(title: String)
        case create(list: String)
        case delete(list: String)
        case name(version: String)
        case read

        /// What becomes of which is asked until it is certain; nil: it is asked for once.
        var subject: String? {
            switch self {
            case .read, .file: nil
            case .edit(let title, _): title
            case .create(let list), .delete(let list): list
            case .name(let version): version
            }
        }
    }

    /// What is known of a row, a version or a list.
    enum Fate: Sendable {
        case perhaps
        case there
        case gone
    }

    var rows: [String: Fate] = [:]
    var versions: [String: Fate] = [:]
    /// A version that is certainly there.
    var storedVersion: String? {
        versions.filter { if case .there = $0.value { true } else { false } }.keys.min()
    }
    /// The list that it makes and deletes; nil: there is none, and none is asked for.
    var own: (name: String, fate: Fate)?
    /// Things of which it was not told whether an earlier request has done them.
    private var doubted: Set<String> = []
    private(set) var listsRefused = 0
    /// Whether a leader of the journal that was deposed may answer: it does not know of the newest lists.
    private let mayBeStale: Bool
    /// How often a list that is there was told as none by a leader that may be stale.
    private var absences = 0
    /// More often than one stays that is asked again.
    private static let mostAbsences = 40
    /// Clients whose edit is not answered: each sends one after the other.
    var busy: Set<Int> = []
    private var wrong: [String] = []

    init(mayBeStale: Bool) { self.mayBeStale = mayBeStale }

    /// Notes an answer, nil where there is none.
    ///
    /// - Returns: Whether it is certain what became of the request, or nobody needs to know.
    mutating func note(
        _ response: HTTPResponse?, to request: SimulatedRequest, _ purpose: Purpose
    ) -> Bool {
        let status = response?.status ?? 0
        if ![0, 503, 504].contains(status), status >= 500 { refuse(status, to: request) }
        guard status > 0, status < 500, status != 429 else {
            return isCertain(purpose, without: status)
        }
        let wasDoubted = purpose.subject.map { doubted.remove($0) != nil } ?? false
        let expected: Bool
        switch purpose {
        case .read: expected = status != 400
        case .edit(let title, let client):
            busy.remove(client)
            rows[title] = status == 200 ? Self.fate(of: response) : .gone
            expected = Self.isOfTheList(status, response)
        case .file(let title):
            rows[title] = status == 200 ? .there : .gone
            expected = Self.isOfTheList(status, response)
        case .name(let version):
            // Taken: by itself, when it asked before. Gone: the newest sets are all that is kept by then.
            versions[version] = status == 410 ? .gone : .there
            expected = [201, 409, 410].contains(status)
        case .create(let list):
            own = (list, .there)
            expected = status == 201 || status == 409 && wasDoubted
        case .delete
        where status == 404 && !wasDoubted && mayBeStale && absences < Self.mostAbsences:
            absences += 1
            return false
        case .delete:
            (own, absences) = (nil, 0)
            expected = status == 204 || status == 404 && wasDoubted
        }
        if !expected { refuse(status, to: request) }
        return true
    }

    /// Whether a status that says neither yes nor no is all that needs to be known of a request.
    ///
    /// What may be done later is answered 504: 503 says that nothing is, and will be, unless by an earlier request.
    private mutating func isCertain(_ purpose: Purpose, without status: Int) -> Bool {
        guard let subject = purpose.subject else { return true }
        guard status == 503 || status == 429, !doubted.contains(subject) else {
            doubted.insert(subject)
            return false
        }
        switch purpose {
        case .read, .file, .name: return false
        case .edit(let title, let client):
            busy.remove(client)
            rows[title] = .gone
        case .create: (own, listsRefused) = (nil, listsRefused + 1)
        case .delete(let list): (own, listsRefused) = ((list, .there), listsRefused + 1)
        }
        return true
    }

    /// What an answer without an error says of an edit: the list may have answered before, where the server that had
    /// forwarded the edit did not hear of it, and remembers whether it was applied then.
    private static func fate(of response: HTTPResponse?) -> Fate {
        let answer = (try? JSONReader.read(response?.body ?? []))?.object
        guard areSame(answer?["outcome"]?.string, "duplicate") else { return .there }
        return switch answer?["applied"] {
        case .bool(true): .there
        case .bool(false): .gone
        default: .perhaps
        }
    }

    /// Whether an edit was judged by the list, whose sections may be gone by then.
    private static func isOfTheList(_ status: Int, _ response: HTTPResponse?) -> Bool {
        let code = (try? JSONReader.read(response?.body ?? []))?.object?["code"]?.string
        return status != 400 && !areSame(code, "unknownList")
    }

    private mutating func refuse(_ status: Int, to request: SimulatedRequest) {
        wrong.append("\(request) is answered \(status)")
    }

    /// What is wrong, now that all is quiet.
    ///
    /// - Parameters:
    ///   - sets: The history of the list that is edited, as JSON: as much as is kept.
    ///   - isWhole: Whether it is the whole.
    ///   - lists: The ids of the lists that are there.
    ///   - versions: The names of the list's versions.
    func problems(
        sets: [[UInt8]], isWhole: Bool, lists: [String], versions names: [String]
    ) -> [String] {
        // A row that was deleted comes back under its id.
        var inserted: [String: Set<String>] = [:]
        for set in sets {
            let rows = (try? JSONReader.read(set))?.object?["insertedRows"]?.array ?? []
            for row in rows {
                guard let title = row.object?["fields"]?.object?["title"]?.string,
                    let id = row.object?["row"]?.string
                else { continue }
                inserted[title, default: []].insert(id)
            }
        }
        var wrong = wrong
        for (title, fate) in rows.sorted(by: { $0.key < $1.key }) {
            let count = inserted[title]?.count ?? 0
            if count > 1 { wrong.append("the row \(title) was inserted \(count) times") }
            if isWhole, case .there = fate, count == 0 { wrong.append("the row \(title) is lost") }
            if case .gone = fate, count > 0 { wrong.append("the row \(title) was refused") }
        }
        for (version, fate) in versions.sorted(by: { $0.key < $1.key }) {
            if case .there = fate, !names.contains(where: { $0.isSame(as: version) }) {
                wrong.append("the version \(version) is lost")
            }
        }
        for name in ["http-0", "http-1"] {
            let isThere = lists.contains { $0.isSame(as: name) }
            let isPromised = own?.name.isSame(as: name) ?? false
            if isThere != isPromised {
                wrong.append("the list \(name) is \(isThere ? "there" : "lost")")
            }
        }
        return wrong
    }
}
