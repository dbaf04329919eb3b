/// Listens on one port and serves an ``Application`` there: WebSockets, HTTP and static files.
package final class Listener: Sendable {
    /// The port that is bound.
    package let port: Int
    private let loop: EventLoop
    private let core: LoopConfined<ListenerCore>

    /// Binds and listens; the first connections may come before this returns.
    ///
    /// - Parameter ledger: counts what peers make the listener hold, and what else the application
    ///   counts there; nil: one of its own. Of the same loop.
    /// - Throws: ``TransportError/cannotListen(address:reason:)``.
    package init(
        _ configuration: ListenerConfiguration, on loop: EventLoop,
        application: any Application, ledger: LoopConfined<MemoryLedger>? = nil
    ) async throws(TransportError) {
        let made: Result<LoopConfined<ListenerCore>, TransportError> =
            await withCheckedContinuation { continuation in
                loop.execute {
                    continuation.resume(
                        returning: Result { () throws(TransportError) in
                            let address = try BindAddress(
                                host: configuration.host, port: configuration.port)
                            return LoopConfined(
                                try ListenerCore(
                                    configuration, on: address, loop, application, ledger?.value))
                        })
                }
            }
        core = try made.get()
        port = core.value.port
        self.loop = loop
    }

    /// Opens no further WebSocket and passes no request on (503), but for `/healthz` and `/readyz`.
    ///
    /// From any thread; in force from the end of the pass.
    package func stopAccepting() {
        loop.execute { [core] in core.value.stopAccepting() }
    }

    /// Closes the port as soon as no connection is left, or after `seconds`; returns then.
    ///
    /// From any thread. Connections are for the application to close before; what is still there in the
    /// end is cut. To be called before the loop is stopped.
    package func close(within seconds: Double = 5) async {
        await withCheckedContinuation { continuation in
            loop.execute { [core] in
                core.value.close(within: seconds) { continuation.resume() }
            }
        }
    }

    /// Has connections that are yet to come use the certificate's files as they are now; without TLS
    /// nothing is done.
    ///
    /// From any thread.
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
    package var counters: Counters { core.value.figures }
}
