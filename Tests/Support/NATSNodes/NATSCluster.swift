/// Three nodes of a test, which keep each other's copies.
package final class NATSCluster: Sendable {
    package let nodes: [NATSNode]

    /// Starts three nodes together and waits until they have elected the one that places streams.
    package init() async throws {
        let ports = (0..<3).map { _ in NATSNode.Ports() }
        let routes = ports.map { "nats://127.0.0.1:\($0.cluster)" }.joined(separator: ",")
        nodes = try await withThrowingTaskGroup(of: NATSNode.self) { group in
            for (index, ports) in ports.enumerated() {
                group.addTask {
                    try await NATSNode(
                        "node-\(index + 1)", ports: ports,
                        arguments: [
                            "-cluster_name", "lockstep",
                            "-cluster", "nats://127.0.0.1:\(ports.cluster)", "-routes", routes,
                        ])
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.name < $1.name }
        }
        try await NATSNode.waiting("the nodes have a leader") { [nodes] in
            nodes.allSatisfy { node in
                let text = String(decoding: node.monitor("/jsz") ?? [], as: UTF8.self)
                    .filter { !$0.isWhitespace }
                return text.contains("\"meta_cluster\":{") && text.contains("\"leader\":\"node-")
                    && text.contains("\"cluster_size\":3")
            }
        }
    }

    package var urls: [String] { nodes.map(\.url) }

    /// The node of a name.
    package func node(_ name: String) -> NATSNode? { nodes.first { $0.name == name } }
}
