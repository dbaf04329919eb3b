/// One client's connection: its socket, and what is between two pieces of either stream.
final class SwarmConnection {
    enum Stage {
        case connecting
        case upgrading
        case open
        case ended
    }

    let number: Int
    var socket: Int32
    var stage = Stage.connecting
    var reader = ServerFrameReader()
    /// The head of the handshake's answer, as far as it has come.
    var answer: [UInt8] = []
    /// What the socket has not taken yet.
    ///
    /// Bounded by those who write: at most `limits.inFlight` edits, and a greeting.
    var output: [UInt8] = []

    init(number: Int, socket: Int32) {
        self.number = number
        self.socket = socket
    }
}
