/// Listens on one port and serves an ``Application`` there: WebSockets and HTTP.
package final class Listener: Sendable {
    /// The port that is bound.
    package let port: Int
    private let loop: EventLoop
    private let core: LoopBound<ListenerCore>

    /// Binds and listens; the first connections may arrive before this returns.
    ///
    /// - Parameters:
    ///   - application: Of the same loop.
    ///   - ledger: Counts the memory that peers make the listener hold, and whatever the application adds; of
    ///     the same loop. Nil: the listener makes its own.
    /// - Throws: ``TransportError/cannotListen(address:reason:)``.
    package init(
        _ configuration: ListenerConfiguration, on loop: EventLoop,
        application: LoopBound<any Application>, ledger: LoopBound<MemoryLedger>? = nil
    ) async throws(TransportError) {
        typealias Made = (core: LoopBound<ListenerCore>, port: Int)
        let made: Result<Made, TransportError> = await withCheckedContinuation { continuation in
            loop.execute {
                continuation.resume(
                    returning: Result { () throws(TransportError) in
                        let address = try BindAddress(
                            host: configuration.host, port: configuration.port)
                        let core = try ListenerCore(
                            configuration, on: address, loop, application.value, ledger?.value)
                        return (LoopBound(core, loop: loop), core.port)
                    })
            }
        }
        (core, port) = try made.get()
        self.loop = loop
    }

    /// Opens no further WebSocket and answers requests with 503, except those of
    /// ``HTTPRoute/probe`` and ``HTTPRoute/file``.
    ///
    /// From any thread; in effect from the end of the pass.
    package func stopAccepting() {
        loop.execute { [core] in core.value.stopAccepting() }
    }

    /// Closes the port as soon as no connection is left, or after `seconds`; returns then.
    ///
    /// From any thread. The application closes its connections before; remaining ones are cut at the end.
    /// Call it before the loop is stopped.
    package func close(within seconds: Double = 5) async {
        await withCheckedContinuation { continuation in
            loop.execute { [core] in
                core.value.close(within: seconds) { continuation.resume() }
            }
        }
    }

    /// Reads the certificate's files again; new connections use them.
    ///
    /// From any thread. Does nothing without TLS.
    /// - Throws: ``TransportError/badCertificate(certificate:key:reason:)``; the old one stays in use.
    package func reloadCertificate() async throws(TransportError) {
        let outcome: Result<Void, TransportError> = await withCheckedContinuation { continuation in
            loop.execute { [core] in
                continuation.resume(
                    returning: Result { () throws(TransportError) in
                        try core.value.certificate?.load()
                    })
            }
        }
        try outcome.get()
    }

    /// What was counted so far; on the loop's thread only.
    package var counters: Counters { core.value.currentCounters }
}
