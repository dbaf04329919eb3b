/// The place for the answer to one HTTP request; for the loop's thread.
package final class HTTPExchange: Sendable {
    private let session: LoopConfined<WeakHTTPSession>

    init(_ session: HTTPSession, request: UInt64) {
        self.session = LoopConfined(WeakHTTPSession(session, request: request))
    }

    /// Answers.
    ///
    /// Only the first answer counts; harmless if the peer is gone or its time is over.
    package func respond(_ response: HTTPResponse) {
        session.value.respond(response)
    }

    /// What the listener has counted so far; nil where the peer is gone.
    package var counters: Counters? { session.value.counters }

    /// Says what is answered where the time for an answer is over before there is one.
    package func whenLate(_ response: HTTPResponse) {
        session.value.whenLate(response)
    }

    /// The answer is being made: the time that it may take begins anew.
    package func keepWaiting() {
        session.value.keepWaiting()
    }
}

/// The session that waits for an answer, if it still does.
final class WeakHTTPSession {
    private weak let session: HTTPSession?
    private let request: UInt64

    init(_ session: HTTPSession, request: UInt64) {
        self.session = session
        self.request = request
    }

    func respond(_ response: HTTPResponse) {
        session?.answer(response, to: request)
    }

    func whenLate(_ response: HTTPResponse) {
        session?.whenLate(response, for: request)
    }

    var counters: Counters? { session?.counters }

    func keepWaiting() {
        session?.keepWaiting(for: request)
    }
}
