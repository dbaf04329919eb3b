import ListEditing
import ListProtocol
import WebSocketTransport

extension ListSequencer {
    /// Answers with the snapshot, or with 304 where the asker has it.
    func respond(_ exchange: HTTPExchange, unlessAt known: String?) {
        guard stage != .deleted, let list = loaded?.list else {
            exchange.respond(ListRoutes.unknown(id.text))
            return
        }
        let tag = "\"\(epoch)-\(list.revision)\""
        if let known, known == "*" || ListSequencer.tags(known).contains(tag) {
            exchange.respond(
                HTTPResponse(status: 304, contentType: "", headers: [("etag", tag)], body: []))
            return
        }
        let snapshot = Snapshot(list: id, epoch: epoch, state: list.state())
        exchange.respond(.json(200, snapshot.encoded, headers: [("etag", tag)]))
    }

    /// The entity tags of an `If-None-Match`; a weak one compares like a strong one (RFC 9110).
    private static func tags(_ header: String) -> [String] {
        header.split(separator: ",").map { part in
            let tag = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            return tag.starts(with: "W/") ? String(tag.dropFirst(2)) : String(tag)
        }
    }
}
