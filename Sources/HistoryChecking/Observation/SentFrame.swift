import ListEditing
import ListProtocol

/// A frame that a client sent, with what it says.
package struct SentFrame: Sendable {
    package let bytes: [UInt8]
    package let messages: [SaidMessage]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        messages =
            switch ClientFrame.decode(bytes, limits: Limits()) {
            case .messages(let decoded): decoded.map(SaidMessage.init)
            case .refused(let refusal):
                refusal.edits.map { .edit(SaidEdit(list: $0.list.text, id: $0.id, kind: .illegal)) }
            }
    }
}
