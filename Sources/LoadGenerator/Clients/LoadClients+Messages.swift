extension Fleet {
    /// Handles a message that is neither long nor frequent.
    func received(_ bytes: borrowing Span<UInt8>, by number: Int, at now: Int64) {
        if ByteScan.begins(bytes, with: Key.ack) || ByteScan.begins(bytes, with: Key.reject) {
            acknowledged(bytes, by: number, at: now)
        } else if ByteScan.begins(bytes, with: Key.head) {
            guard let revision = ByteScan.first(ByteScan.revision, in: bytes),
                let digest = text(behind: Key.digest, in: bytes).flatMap({ UInt32($0, radix: 16) })
            else { return }
            members[number].head = Member.Head(revision: revision, digest: digest)
        } else if ByteScan.begins(bytes, with: Key.welcome) {
            limits = ServerLimits(bytes)
            members[number].isGreeted = true
            if let editor = members[number].editor,
                let client = ByteScan.end(of: ByteScan.client, in: bytes),
                let tag = ByteScan.tag(in: bytes, at: client)
            {
                tags[tag] = editor
            }
        } else if ByteScan.begins(bytes, with: Key.opened) {
            guard let list = members[number].list else { return }
            lists[list].epoch = text(behind: Key.epoch, in: bytes) ?? ""
        } else if ByteScan.begins(bytes, with: Key.error)
            || ByteScan.begins(bytes, with: Key.closed)
        {
            faults.add("client \(number) was sent \(wholeText(bytes))")
        } else if ByteScan.begins(bytes, with: Key.array) {
            for part in ArraySplit.elements(of: bytes) {
                let event = FrameEvent(part.span, isWhole: true)
                received(event, part.span, by: number, at: now)
            }
        }
    }

    private func acknowledged(_ bytes: borrowing Span<UInt8>, by number: Int, at now: Int64) {
        guard let editor = members[number].editor.map({ editors[$0] }),
            let id = ByteScan.first(Key.id, in: bytes)
        else { return }
        let isApplied = ByteScan.end(of: Key.applied, in: bytes) != nil
        guard let pending = editor.acknowledge(id) else { return }
        let isNoop = ByteScan.end(of: Key.noop, in: bytes) != nil
        if !isApplied, !(isNoop && acceptsNoops) {
            faults.unapplied += 1
            faults.add("client \(number) was sent \(wholeText(bytes))")
        }
        tally.answers += 1
        if pending.due >= tally.start {
            tally.answerLatencies.record(nanoseconds: now - pending.due)
        }
        freed.append(editor.number)
    }

    /// The text without escapes behind a key that ends with its opening quote.
    private func text(behind key: [UInt8], in bytes: borrowing Span<UInt8>) -> String? {
        guard let start = ByteScan.end(of: key, in: bytes) else { return nil }
        var text: [UInt8] = []
        var place = start
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            text.append(bytes[place])
            place += 1
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func wholeText(_ bytes: borrowing Span<UInt8>) -> String {
        var text: [UInt8] = []
        for index in bytes.indices { text.append(bytes[index]) }
        return String(decoding: text.prefix(300), as: UTF8.self)
    }

    private enum Key {
        static let ack = Array("{\"type\":\"ack\"".utf8)
        static let reject = Array("{\"type\":\"reject\"".utf8)
        static let head = Array("{\"type\":\"head\"".utf8)
        static let welcome = Array("{\"type\":\"welcome\"".utf8)
        static let opened = Array("{\"type\":\"opened\"".utf8)
        static let error = Array("{\"type\":\"error\"".utf8)
        static let closed = Array("{\"type\":\"closed\"".utf8)
        static let array = Array("[".utf8)
        static let id = Array("\"id\":".utf8)
        static let applied = Array("\"outcome\":\"applied\"".utf8)
        static let noop = Array("\"outcome\":\"noop\"".utf8)
        static let epoch = Array("\"epoch\":\"".utf8)
        static let digest = Array("\"digest\":\"".utf8)
    }
}
