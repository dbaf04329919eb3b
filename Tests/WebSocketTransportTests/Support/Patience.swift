@testable import WebSocketTransport

extension ListenerConfiguration {
    /// Cuts nobody for being slow: a test that is about a limit sets it.
    ///
    /// A busy machine may keep either side waiting for longer than any limit of the defaults.
    static var patient: ListenerConfiguration {
        var configuration = ListenerConfiguration()
        configuration.idlePingSeconds = 600
        configuration.stallSeconds = 600
        configuration.handshakeSeconds = 600
        configuration.requestSeconds = 600
        configuration.keepAliveSeconds = 600
        return configuration
    }
}

extension DialerConfiguration {
    /// Gives nobody up for being slow: a test that is about a limit sets it.
    static var patient: DialerConfiguration {
        var configuration = DialerConfiguration()
        configuration.connectSeconds = 600
        configuration.requestSeconds = 600
        configuration.limits.idlePingSeconds = 600
        configuration.limits.stallSeconds = 600
        return configuration
    }
}
