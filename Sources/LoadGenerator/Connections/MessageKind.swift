/// The kinds of messages that come often or are long, told by how they begin.
enum MessageKind {
    case changes
    case catchup
    case snapshot
    case other

    init(_ bytes: borrowing Span<UInt8>) {
        self =
            if ByteScan.begins(bytes, with: MessageKind.changesStart) {
                .changes
            } else if ByteScan.begins(bytes, with: MessageKind.snapshotStart) {
                .snapshot
            } else if ByteScan.begins(bytes, with: MessageKind.catchupStart) {
                .catchup
            } else {
                .other
            }
    }

    private static let changesStart = Array("{\"type\":\"changes\"".utf8)
    private static let snapshotStart = Array("{\"type\":\"snapshot\"".utf8)
    private static let catchupStart = Array("{\"type\":\"catchup\"".utf8)
}
