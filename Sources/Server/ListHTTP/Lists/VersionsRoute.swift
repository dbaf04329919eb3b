import JSON
import ListDocument
import ListEditing
import ListHosting
import ListJournal
import ListProtocol
import Logging
import TextBytes
import WebSocketTransport

/// `/api/lists/ID/versions`: revisions that have a name, and are kept for as long as they have it.
package struct VersionsRoute: Sendable {
    /// Named versions that a list has at most.
    static let most = 100

    private let stored: StoredPast
    private let queue: LoopBound<PastQueue>

    init(_ stored: StoredPast, queue: LoopBound<PastQueue>) {
        self.stored = stored
        self.queue = queue
    }

    /// - Parameter name: What follows `/versions/`; nil: nothing.
    func handle(
        _ request: HTTPRequest, _ name: String?, _ sequencer: ListSequencer, _ role: Role,
        _ grants: Grants, _ exchange: HTTPExchange
    ) {
        let list = sequencer.id
        switch (TextKey(request.method), name) {
        case ("GET", nil), ("HEAD", nil):
            begin(exchange) { await all(of: list) }
        case ("POST", nil), ("DELETE", _?):
            guard role != .viewer else {
                exchange.respond(
                    .error(
                        403,
                        ErrorMessage(.forbidden, "a viewer may not name versions", list: list)))
                return
            }
            if let name {
                let epoch = sequencer.epoch
                begin(exchange) { await remove(name, of: list, epoch) }
            } else {
                self.name(request, sequencer, grants, exchange)
            }
        case (_, nil): exchange.respond(.methodNotAllowed("GET, HEAD, POST"))
        case (_, _?): exchange.respond(.methodNotAllowed("DELETE"))
        }
    }

    // MARK: Naming

    private func name(
        _ request: HTTPRequest, _ sequencer: ListSequencer, _ grants: Grants,
        _ exchange: HTTPExchange
    ) {
        do throws(ErrorMessage) {
            let wanted = try HTTPVersion.read(request.body, list: sequencer.id)
            let query = Query(wanted: wanted, user: grants.user)
            let reader = HTTPListReader(naming: query, self, exchange)
            sequencer.read(reader)
        } catch {
            exchange.respond(.error(400, error))
        }
    }

    /// A version that is to be made, and who makes it.
    struct Query: Sendable {
        let wanted: HTTPVersion
        let user: String?
    }

    /// Makes a version, away from the loop.
    ///
    /// - Parameter newest: The list's revision.
    func respond(
        _ query: Query, newest: Int, of list: ListID, _ epoch: String, _ exchange: HTTPExchange
    ) {
        let revision = query.wanted.revision ?? newest
        guard revision <= newest else {
            return exchange.respond(PastRoute.notThereYet(revision, newest: newest))
        }
        let version = NamedVersion(
            name: query.wanted.name, revision: revision, at: stored.runtime.clock.now(),
            user: query.user)
        queue.value.answerAlone(exchange) { await make(version, of: list, epoch) }
    }

    @concurrent
    private func make(
        _ version: NamedVersion, of list: ListID, _ epoch: String
    ) async -> HTTPResponse {
        let states = PastStates(journal: stored.journal, limits: stored.limits, epoch: epoch)
        let state: ListState
        switch await states.past(of: list, at: version.revision) {
        case .success(.kept(let kept)): state = kept
        case .success: return PastRoute.noLongerKept(version.revision)
        case .failure(let failure): return failed(list, failure.reason)
        }
        do throws(JournalError) {
            let body = ListSnapshot(state: state, at: version.at).encoded
            let outcome = try await stored.journal.saveVersion(
                version, body, of: list.text, epoch: epoch, most: Self.most)
            switch outcome {
            case .stored: return .json(201, VersionMessage(version).encoded)
            case .taken:
                return .problem(409, "nameTaken", "the list has a version of this name")
            case .full:
                return .problem(
                    409, "tooManyVersions", "a list has at most \(Self.most) named versions")
            case .gone: return ListRoutes.unknown(list.text)
            }
        } catch {
            return failed(list, "\(error)")
        }
    }

    // MARK: Telling and removing

    private func all(of list: ListID) async -> HTTPResponse {
        do throws(JournalError) {
            let versions = try await stored.journal.versions(list: list.text)
            return .json(200, VersionsMessage(versions: versions.map(VersionMessage.init)).encoded)
        } catch {
            return failed(list, "\(error)")
        }
    }

    private func remove(_ name: String, of list: ListID, _ epoch: String) async -> HTTPResponse {
        do throws(JournalError) {
            for name in Self.names(in: name)
            where try await stored.journal.removeVersion(name, of: list.text, epoch: epoch) {
                return HTTPResponse(status: 204, contentType: "", headers: [], body: [])
            }
            return .problem(404, "notFound", "the list has no version of this name")
        } catch {
            return failed(list, "\(error)")
        }
    }

    /// The names that the end of a path may stand for: itself, and what it encodes.
    ///
    /// Earlier versions took names with line breaks, at which libwebsockets ends a path: they are encoded twice,
    /// `NAME%250A`.
    static func names(in path: String) -> [String] {
        var bytes: [UInt8] = []
        var rest = Array(path.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, rest.first != UInt8(ascii: "+"),
                let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self), !decoded.isSame(as: path)
        else { return [path] }
        return [path, decoded]
    }

    private func failed(_ list: ListID, _ reason: String) -> HTTPResponse {
        stored.runtime.log.error(
            "the versions of a list cannot be read or stored",
            metadata: ["list": "\(list.text)", "reason": "\(reason)"])
        return .problem(
            503, "unavailable", "versions cannot be read or stored now: try again later")
    }

    private func begin(
        _ exchange: HTTPExchange, _ work: @escaping @Sendable () async -> HTTPResponse
    ) {
        stored.runtime.answer(exchange, work)
    }
}

extension VersionMessage {
    init(_ version: NamedVersion) {
        self.init(
            name: version.name, revision: version.revision, at: version.at, user: version.user)
    }
}
