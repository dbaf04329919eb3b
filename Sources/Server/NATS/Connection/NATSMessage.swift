// Canonical equivalence in this file: settings of the operator, and what the operator's own NATS
// servers write.
internal import CNATS
import Foundation

/// A message with its headers, copied out of libnats.
package struct NATSMessage: Sendable, Hashable {
    package var subject: String
    /// Where an answer is to be sent; nil where none is wanted.
    package var reply: String?
    package var headers: NATSHeaders
    package var payload: [UInt8]

    package init(
        subject: String, reply: String? = nil, headers: NATSHeaders = [:], payload: [UInt8] = []
    ) {
        self.subject = subject
        self.reply = reply
        self.headers = headers
        self.payload = payload
    }

    /// The bytes that the message takes, about.
    package var byteCount: Int {
        var count = subject.utf8.count + payload.count + 64
        for pair in headers.pairs { count += pair.name.utf8.count + pair.value.utf8.count + 4 }
        return count
    }

    /// The status line of a message that a server made itself, as `404`; nil in other messages.
    package var status: Int? { headers["Status"].flatMap { Int($0) } }
}

/// The headers of a message: few, ascending by name, with one value each.
package struct NATSHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    package private(set) var pairs: [Pair] = []

    /// A name and its value.
    package struct Pair: Sendable, Hashable {
        package let name: String
        package let value: String

        fileprivate init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    package var isEmpty: Bool { pairs.isEmpty }

    /// The value of a header; names are compared as they are written.
    package subscript(name: String) -> String? {
        get { pairs.first { $0.name == name }?.value }
        set {
            pairs.removeAll { $0.name == name }
            guard let newValue else { return }
            let place = pairs.firstIndex { name < $0.name } ?? pairs.endIndex
            pairs.insert(Pair(name, newValue), at: place)
        }
    }
}

// MARK: libnats

extension NATSMessage {
    /// Copies a message of libnats, which remains the caller's to destroy.
    init(copying message: OpaquePointer) {
        unsafe subject = String(cString: natsMsg_GetSubject(message))
        unsafe reply = natsMsg_GetReply(message).map { unsafe String(cString: $0) }
        let count = Int(unsafe natsMsg_GetDataLength(message))
        let bytes = unsafe UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: count)
        payload = unsafe [UInt8](bytes)
        headers = unsafe NATSHeaders(copying: message)
    }

    /// Makes a message of libnats, which the caller destroys; nil where libnats refuses it.
    func makeMessage() -> OpaquePointer? {
        var message: OpaquePointer?
        let status = unsafe payload.withUnsafeBytes { bytes in
            unsafe natsMsg_Create(
                &message, subject, reply, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(bytes.count))
        }
        guard status == NATS_OK else { return nil }
        for pair in headers.pairs {
            guard unsafe natsMsgHeader_Set(message, pair.name, pair.value) == NATS_OK else {
                unsafe natsMsg_Destroy(message)
                return nil
            }
        }
        return unsafe message
    }
}

extension NATSHeaders {
    fileprivate init(copying message: OpaquePointer) {
        var names: UnsafeMutablePointer<UnsafePointer<CChar>?>?
        var count: Int32 = 0
        guard unsafe natsMsgHeader_Keys(message, &names, &count) == NATS_OK,
            let names = unsafe names
        else { return }
        defer { unsafe free(names) }
        for index in 0..<Int(count) {
            var value: UnsafePointer<CChar>?
            guard let name = unsafe names[index],
                unsafe natsMsgHeader_Get(message, name, &value) == NATS_OK,
                let value = unsafe value
            else { continue }
            self[unsafe String(cString: name)] = unsafe String(cString: value)
        }
    }
}
