import JSON
import ListEditing
import ListProtocol

/// Describes a decoded frame in the form of the fixtures.
enum FrameDescription {
    /// The description of a frame; errors and refusals have their `message`.
    static func describe(_ frame: DecodedFrame) -> JSONValue {
        switch frame {
        case .messages(let messages):
            return object(["messages": .array(messages.map(describe))])
        case .refused(let refusal):
            return object([
                "refused": .string(refusal.code.rawValue), "message": .string(refusal.message),
                "list": refusal.list.map { .string($0.text) },
                "n": refusal.n.map(JSONValue.whole),
                "edits": .array(
                    refusal.edits.map { edit in
                        object(["list": .string(edit.list.text), "id": .whole(edit.id)])
                    }),
            ])
        }
    }

    /// Whether `found` matches what is expected, where `mentions` is a part of `message`.
    static func matches(_ found: JSONValue, _ expected: JSONValue) -> Bool {
        switch (found, expected) {
        case (.object(let found), .object(let expected)):
            let known = expected.members.allSatisfy { member in
                if member.name == "mentions", let part = member.value.string {
                    return found["message"]?.string?.contains(part) == true
                }
                return found[member.name].map { matches($0, member.value) } ?? false
            }
            return known
                && found.members.allSatisfy {
                    $0.name == "message" || expected[$0.name] != nil
                }
        case (.array(let found), .array(let expected)):
            return found.count == expected.count
                && zip(found, expected).allSatisfy { matches($0, $1) }
        default: return found == expected
        }
    }

    private static func describe(_ message: DecodedMessage) -> JSONValue {
        switch message {
        case .message(let message): return describe(message)
        case .problem(let error):
            return object([
                "error": .string(error.code.rawValue), "message": .string(error.message),
                "fatal": .bool(error.code.isFatal), "list": error.list.map { .string($0.text) },
                "id": error.id.map(JSONValue.whole), "n": error.n.map(JSONValue.whole),
            ])
        }
    }

    private static func describe(_ message: ClientMessage) -> JSONValue {
        switch message {
        case .hello(let hello):
            return object([
                "type": .string("hello"), "client": text(hello.client), "name": text(hello.name),
                "token": text(hello.token),
            ])
        case .token(let token):
            return object(["type": .string("token"), "token": .string(token)])
        case .open(let open):
            return object([
                "type": .string("open"), "list": .string(open.list.text),
                "since": open.since.map(JSONValue.whole), "epoch": text(open.epoch),
                "window": open.window.map(describe),
            ])
        case .close(let list):
            return object(["type": .string("close"), "list": .string(list.text)])
        case .lists: return object(["type": .string("lists")])
        case .create(let create):
            return object([
                "type": .string("create"), "list": .string(create.list.text),
                "title": .string(create.title),
                "rows": .array(create.sections.map { .whole($0.rows.count) }),
            ])
        case .delete(let list):
            return object(["type": .string("delete"), "list": .string(list.text)])
        case .edit(let edit): return describe(edit)
        case .undo(let undo): return describe(undo, "undo")
        case .redo(let redo): return describe(redo, "redo")
        case .restore(let restore):
            return object([
                "type": .string("restore"), "list": .string(restore.list.text),
                "id": .whole(restore.id), "revision": .whole(restore.revision),
                "epoch": text(restore.epoch),
            ])
        case .query(let query): return describe(query)
        case .admin(let request): return describe(request)
        case .presence(let update): return describe(update)
        case .ping(let number):
            return object(["type": .string("ping"), "n": number.map(JSONValue.whole)])
        }
    }

    private static func describe(_ query: ListQuery) -> JSONValue {
        switch query.subject {
        case .rows(let selection):
            var (window, ranges, ids): (JSONValue?, JSONValue?, JSONValue?)
            switch selection.rows {
            case .window(let asked): window = describe(asked)
            case .ranges(let asked): ranges = describe(asked)
            case .ids(let asked): ids = .array(asked.map { .string($0.text) })
            }
            return object([
                "type": .string("rows"), "list": .string(query.list.text), "n": .whole(query.n),
                "window": window, "ranges": ranges, "ids": ids,
                "only": selection.isOnlyIDs ? .string("ids") : nil,
            ])
        case .check(let ranges):
            return object([
                "type": .string("check"), "list": .string(query.list.text), "n": .whole(query.n),
                "ranges": describe(ranges),
            ])
        case .find(let find):
            return object([
                "type": .string("find"), "list": .string(query.list.text), "n": .whole(query.n),
                "text": .string(find.text), "fields": .array(find.fields.map { .string($0) }),
                "limit": .whole(find.limit),
                "from": find.from.map { .array([.whole($0.section), .whole($0.row)]) },
            ])
        }
    }

    private static func describe(_ request: AdminRequest) -> JSONValue {
        func asked(_ get: String) -> JSONValue {
            object(["type": .string("admin"), "n": .whole(request.n), "get": .string(get)])
        }
        func page<Order>(_ get: String, _ page: AdminPage<Order>) -> JSONValue {
            object([
                "type": .string("admin"), "n": .whole(request.n), "get": .string(get),
                "by": .string(page.by.rawValue), "text": text(page.text),
                "from": .whole(page.from), "limit": .whole(page.limit),
            ])
        }
        switch request.subject {
        case .figures: return asked("figures")
        case .hooks: return asked("hooks")
        case .lists(let lists): return page("lists", lists)
        case .sessions(let sessions): return page("sessions", sessions)
        case .end(let client):
            return object([
                "type": .string("admin"), "n": .whole(request.n), "end": .string(client.text),
            ])
        }
    }

    private static func describe(_ window: ListWindow) -> JSONValue {
        object([
            "around": .array(
                window.around.map { place in
                    switch place {
                    case .row(let row): object(["row": .string(row.text)])
                    case .index(let section, let index):
                        object(["section": .string(section.text), "index": .whole(index)])
                    }
                }),
            "before": .whole(window.before), "after": .whole(window.after),
        ])
    }

    private static func describe(_ ranges: [RowRange]) -> JSONValue {
        .array(
            ranges.map { range in
                object([
                    "at": .array([.whole(range.at.section), .whole(range.at.row)]),
                    "rows": .whole(range.rows),
                ])
            })
    }

    private static func describe(_ edit: EditMessage) -> JSONValue {
        var actions: JSONValue?
        var reject: JSONValue?
        switch edit.edit {
        case .success(let edit): actions = .whole(edit.actions.count)
        case .failure(let rejection):
            reject = object([
                "code": .string(rejection.code.rawValue), "message": .string(rejection.message),
                "action": rejection.action.map(JSONValue.whole),
            ])
        }
        return object([
            "type": .string("edit"), "list": .string(edit.list.text), "id": .whole(edit.id),
            "base": edit.base.map(JSONValue.whole), "epoch": text(edit.epoch), "actions": actions,
            "reject": reject,
        ])
    }

    private static func describe(_ undo: UndoMessage, _ type: String) -> JSONValue {
        object([
            "type": .string(type), "list": .string(undo.list.text), "id": .whole(undo.id),
            "epoch": text(undo.epoch),
        ])
    }

    private static func describe(_ update: PresenceUpdate) -> JSONValue {
        let state = update.state
        return object([
            "type": .string("presence"), "list": .string(update.list.text),
            "mode": .string(state.mode.rawValue),
            "selected": .array(state.selected.map { .string($0.text) }),
            "dragging": state.dragging.map { .string($0.text) },
            "editing": state.editing.map { editing in
                object(["row": .string(editing.row.text), "field": .string(editing.field)])
            },
        ])
    }

    private static func text(_ text: String?) -> JSONValue? { text.map(JSONValue.string) }

    private static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(
            JSONObject(
                members.compactMap { name, value in
                    value.map { JSONObject.Member(name: name, value: $0) }
                }))
    }
}
