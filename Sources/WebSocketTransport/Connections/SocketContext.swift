/// What the sockets of one listener or dialer share; on the loop's thread.
@safe
final class SocketContext {
    let loop: EventLoop
    var counters = Counters()
    let queues: QueueTotal
    /// Where sockets gather what they write together.
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

    /// - Parameter queueBytes: what may wait in the queues of all sockets together.
    init(_ loop: EventLoop, queueBytes: Int = .max) {
        queues = QueueTotal(bound: queueBytes)
        self.loop = loop
    }

    deinit {
        unsafe scratch.deallocate()
    }
}
