import CRecordedDisk
import Foundation

/// What SQLite writes below a folder, call by call: enough to tell what a disk holds that loses its power after any
/// of them.
@safe final class RecordedDisk {
    /// A write, or what else changes what a disk holds.
    enum Change {
        case write(at: Int, [UInt8])
        case truncate(to: Int)
        case sync
        case delete
    }

    private let record: UnsafeMutableRawPointer

    /// - Parameter folder: Where no file is open yet.
    init(below folder: URL) throws {
        guard let record = unsafe recorded_disk_begin(folder.path) else {
            throw CocoaError(.fileReadUnknown)
        }
        unsafe self.record = unsafe record
    }

    deinit { unsafe recorded_disk_end(record) }

    /// How many calls there were.
    var count: Int { Int(unsafe recorded_disk_count(record)) }

    /// The call of a number, and the file that it is about.
    func call(_ number: Int) -> (file: String, change: Change) {
        let call = unsafe recorded_disk_call(record, Int64(number))
        let change: Change =
            switch unsafe call.kind {
            case recorded_truncate: .truncate(to: Int(unsafe call.offset))
            case recorded_sync: .sync
            case recorded_delete: .delete
            default:
                .write(
                    at: Int(unsafe call.offset),
                    unsafe Array(UnsafeRawBufferPointer(start: call.bytes, count: Int(call.length)))
                )
            }
        return (unsafe String(cString: call.name), change)
    }

    /// Has the calls with these numbers fail that write or sync.
    ///
    /// - Parameter code: What SQLite calls the failure.
    func fail(_ calls: Range<Int>, with code: Int32) {
        unsafe recorded_disk_fail(record, Int64(calls.lowerBound), Int64(calls.upperBound), code)
    }
}
