import JSON
import ListEditing
import ListProtocol

/// A case of the editing fixtures: a list, the actions of an edit, and the outcome.
///
/// It has the forms of the wire, so that every implementation can run it.
struct EditingCase {
    let name: String
    /// `title`, `rules` and `sections` as in `create`.
    let list: JSONValue
    /// As in `edit`.
    let actions: JSONValue

    init(name: String, list: JSONValue, actions: JSONValue) {
        self.name = name
        self.list = list
        self.actions = actions
    }

    init?(json: JSONValue) {
        guard let name = json["name"]?.string, let list = json["list"],
            let actions = json["actions"]
        else { return nil }
        self.init(name: name, list: list, actions: actions)
    }

    /// The case with its outcome, as the fixture files have it.
    func written() throws -> JSONValue {
        .object([
            "name": .string(name), "list": list, "actions": actions, "expect": try outcome(),
        ])
    }

    /// The outcome: `set`, `after`, `counts` and `digest`, or `reject`.
    func outcome() throws -> JSONValue {
        var list = try editable()
        guard case .messages(let messages) = ClientFrame.decode(frame, limits: ProtocolLimits()),
            case .message(.edit(let message))? = messages.first
        else { throw EditingCaseError(name: name, reason: "its actions make no edit") }
        let outcome: Result<Applied, Rejection>
        do throws(Rejection) {
            let edit = try message.edit.get()
            let applied = try list.apply(
                edit,
                EditContext(
                    client: ClientID("c"), mayGiveRules: true, limits: ProtocolLimits().editLimits))
            outcome = .success(applied)
        } catch {
            outcome = .failure(error)
        }
        switch outcome {
        case .success(let applied): return try EditingCase.describe(applied, list)
        case .failure(let rejection): return EditingCase.describe(rejection)
        }
    }

    private static func describe(_ rejection: Rejection) -> JSONValue {
        .object([
            "reject": .object([
                "action": rejection.action.map { .whole($0) },
                "code": .string(rejection.code.rawValue),
            ])
        ])
    }

    private var frame: [UInt8] {
        let edit = JSONValue.object([
            "type": .string("edit"), "list": .string("l"), "id": .whole(1), "actions": actions,
        ])
        return Array(edit.canonicalText.utf8)
    }

    private func editable() throws -> EditableList {
        let create = JSONValue.object([
            "type": .string("create"), "list": .string("l"), "title": list["title"],
            "rules": list["rules"], "sections": list["sections"],
        ])
        let read = try CreateList.read(Array(create.canonicalText.utf8), limits: ProtocolLimits())
        return try EditableList.create(
            title: read.title, rules: read.rules, sections: read.states { "unnamed" },
            limits: ProtocolLimits().editLimits)
    }

    private static func describe(_ applied: Applied, _ list: EditableList) throws -> JSONValue {
        let set = PublishedChange(
            revision: 1, at: 0, client: ClientID("c"), intent: 1, user: nil, undoes: nil,
            redoes: nil, folds: nil, changes: applied.changes, clamps: applied.clamps)
        let envelope: Set<String> = ["revision", "at", "client", "intent"]
        let members = try JSONReader.read(set.encoded).object?.members ?? []
        let snapshot = Snapshot(list: ListID("l"), epoch: "e", state: list.state())
        let state = try JSONReader.read(snapshot.encoded)
        return .object([
            "set": .object(JSONObject(members.filter { !envelope.contains($0.name) })),
            "after": .object([
                "title": state["title"], "rules": state["rules"], "sections": state["sections"],
            ]),
            "counts": .array(list.counts.map { .whole($0) }),
            "digest": .string(EditingCase.hex(list.digest())),
        ])
    }

    /// Eight hex digits, as in `head`.
    private static func hex(_ digest: UInt32) -> String {
        let digits = String(digest, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}

/// A case that cannot be run.
struct EditingCaseError: Error, CustomStringConvertible {
    let name: String
    let reason: String

    var description: String { "\(name): \(reason)" }
}

extension JSONValue {
    /// Creates an object of members in this order, without those that are nil.
    static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(
            JSONObject(
                members.compactMap { name, value in
                    value.map { JSONObject.Member(name: name, value: $0) }
                }))
    }

    subscript(name: String) -> JSONValue? { object?[name] }
}
