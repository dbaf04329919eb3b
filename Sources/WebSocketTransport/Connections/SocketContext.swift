/// What the sockets of one listener or dialer share; on the loop's thread.
@safe
final class SocketContext {
    let loop: EventLoop
    var counters = Counters()
    /// Where sockets gather what they write together.
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    deinit {
        unsafe scratch.deallocate()
    }
}
