import Foundation
import SeededRandom

/// What the disk holds of the files of a folder, and what was written and not synced.
struct DiskImage {
    private struct File {
        var synced: [UInt8] = []
        var unsynced: [RecordedDisk.Change] = []
    }

    /// What of a write that was not synced a disk has when the power goes.
    enum Loss: CaseIterable {
        case nothing, everything
        /// Any of its sectors.
        case sectors
        /// All behind a place: the last write is there in part.
        case rest
    }

    private static let sector = 512

    private var files: [String: File] = [:]

    /// Takes in the next call.
    mutating func take(_ file: String, _ change: RecordedDisk.Change) {
        switch change {
        case .write, .truncate: files[file, default: File()].unsynced.append(change)
        case .delete: files[file] = nil
        case .sync:
            guard var synced = files[file] else { return }
            for change in synced.unsynced { Self.apply(change, to: &synced.synced) }
            synced.unsynced = []
            files[file] = synced
        }
    }

    /// The files after a loss of power.
    func files(losing loss: Loss, _ random: inout SplitMix64) -> [String: [UInt8]] {
        var held: [String: [UInt8]] = [:]
        for (name, file) in files.sorted(by: { $0.key < $1.key }) {
            let pieces = file.unsynced.flatMap(Self.pieces)
            let last = random.below(pieces.count + 1)
            held[name] = pieces.enumerated().reduce(into: file.synced) { bytes, piece in
                let isKept =
                    switch loss {
                    case .nothing: true
                    case .everything: false
                    case .sectors: random.chance(50)
                    case .rest: piece.offset < last
                    }
                if isKept { Self.apply(piece.element, to: &bytes) }
            }
        }
        return held
    }

    /// A change in parts that a disk writes each whole or not at all.
    private static func pieces(_ change: RecordedDisk.Change) -> [RecordedDisk.Change] {
        guard case .write(let start, let bytes) = change else { return [change] }
        var pieces: [RecordedDisk.Change] = []
        var offset = start
        while offset < start + bytes.count {
            let end = min((offset / sector + 1) * sector, start + bytes.count)
            pieces.append(.write(at: offset, Array(bytes[(offset - start)..<(end - start)])))
            offset = end
        }
        return pieces
    }

    private static func apply(_ change: RecordedDisk.Change, to file: inout [UInt8]) {
        switch change {
        case .write(_, let bytes) where bytes.isEmpty: break
        case .write(let offset, let bytes):
            let missing = offset + bytes.count - file.count
            if missing > 0 { file += [UInt8](repeating: 0, count: missing) }
            file.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
        case .truncate(let size): file.removeLast(max(0, file.count - size))
        case .sync, .delete: break
        }
    }
}
