/// The bytes in all outbound queues of a listener together; on the loop's thread.
///
/// A frame counts once for each queue, and so does a write that libwebsockets buffers.
final class QueueTotal {
    var bytes = 0
}
