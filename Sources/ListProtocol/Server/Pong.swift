package import JSON

/// `pong`: the answer to `ping`.
package struct Pong: ServerMessage, Hashable {
    /// The number of the ping.
    package var n: Int?

    package init(n: Int?) {
        self.n = n
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("type", "pong")
            writer.member("n", ifPresent: n)
        }
    }
}
