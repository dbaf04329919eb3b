/// What waits in all outbound queues of a listener together; on the loop's thread.
///
/// A frame counts once for each queue that it waits in, though they share its bytes, and so does what
/// libwebsockets keeps of a write: what is told is the most memory that they can take.
final class QueueTotal {
    /// Bytes that wait.
    var bytes = 0
    /// From here on the total is spent: see ``Connection/isTotalSpent``.
    let bound: Int

    init(bound: Int) {
        self.bound = bound
    }

    var isSpent: Bool { bytes >= bound }
}
