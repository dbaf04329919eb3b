@testable import NATS

/// Requests that a connection sends and answers itself.
enum Questions {
    /// Asks so many questions over a connection of their own, and closes it once all are answered.
    ///
    /// - Returns: What the connection holds; by then others alone keep it.
    static func ask(_ count: Int, of url: String) async throws -> ConnectionCore {
        let connection = try await Owner().connect([url])
        let answering = try connection.subscribe("leak") { question in
            connection.publish(
                NATSMessage(subject: question.reply ?? "", headers: ["A": "b"], payload: [1]))
        }
        let answers = Collected<Bool>()
        for _ in 0..<count {
            connection.request("leak", headers: ["B": "c"], payload: [2], seconds: 20) {
                answers.add((try? $0.get()) != nil)
            }
        }
        try await wait { answers.values.count == count }
        answering.cancel()
        await connection.close()
        return connection.core
    }
}
