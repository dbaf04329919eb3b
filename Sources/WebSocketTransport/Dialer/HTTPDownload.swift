/// An HTTP answer whose body is read piece by piece; what is not asked for stays with the peer.
///
/// From any thread. Let go of, it ends its connection.
package final class HTTPDownload: Sendable {
    /// The answer's head; its body is empty.
    package let response: HTTPClientResponse
    private let fetch: LoopConfined<HTTPFetch>
    private let loop: EventLoop

    init(_ response: HTTPClientResponse, _ fetch: HTTPFetch, _ loop: EventLoop) {
        self.response = response
        self.fetch = LoopConfined(fetch)
        self.loop = loop
    }

    deinit {
        cancel()
    }

    /// The next piece, at most some 64 KiB, as soon as there is one; nil after the last.
    ///
    /// One call at a time.
    ///
    /// - Throws: ``DialError/cut(_:)`` where the body is not whole, ``DialError/timedOut(_:seconds:)``,
    ///   ``DialError/cancelled``.
    package func nextPiece() async throws(DialError) -> [UInt8]? {
        let piece: HTTPFetch.Piece = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                loop.execute { [fetch] in
                    fetch.value.pull { continuation.resume(returning: $0) }
                }
            }
        } onCancel: {
            cancel()
        }
        return try piece.get()
    }

    /// Reads no more of it; harmless when repeated.
    package func cancel() {
        loop.execute { [fetch] in fetch.value.abandon() }
    }
}
