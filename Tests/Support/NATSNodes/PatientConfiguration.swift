package import NATS

extension NATSConfiguration {
    /// For tests that are not about outages: a node that the machine keeps from running for a while is waited
    /// for, and is not given up.
    package static func patient(_ urls: [String]) -> NATSConfiguration {
        var configuration = NATSConfiguration(urls: urls)
        configuration.connectSeconds = 60
        configuration.pingSeconds = 60
        configuration.writeSeconds = 60
        configuration.requestSeconds = 60
        return configuration
    }
}
