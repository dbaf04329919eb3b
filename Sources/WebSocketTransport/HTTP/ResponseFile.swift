import Foundation
import Synchronization

/// A file as the body of an answer, read piece by piece as the peer takes it.
///
/// It must not change meanwhile. Reading happens on the loop's thread, so it should be one that the
/// system has in its cache or soon will.
package final class ResponseFile: Sendable {
    /// Its size.
    package let byteCount: Int
    private let descriptor: Int32
    private let done: @Sendable () -> Void
    private let isReleased = Atomic<Bool>(false)

    /// Takes over an open file.
    ///
    /// - Parameter done: Called once nobody needs the file any more; it is closed then.
    package init(
        descriptor: Int32, byteCount: Int, done: @escaping @Sendable () -> Void = {}
    ) {
        self.descriptor = descriptor
        self.byteCount = byteCount
        self.done = done
    }

    deinit { release() }

    /// Closes the file; nothing may be read after that.
    ///
    /// Done as soon as its last byte is read and before that is sent, so that whoever has the whole
    /// answer finds the file no longer in use.
    func release() {
        guard !isReleased.exchange(true, ordering: .relaxed) else { return }
        Foundation.close(descriptor)
        done()
    }

    /// The bytes from `offset` on; nil where the file does not have them.
    ///
    /// O(count).
    func read(at offset: Int, count: Int) -> [UInt8]? {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled...])
                let got = unsafe pread(
                    descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                filled += got
            }
        }
        return bytes.count == count ? bytes : nil
    }
}
