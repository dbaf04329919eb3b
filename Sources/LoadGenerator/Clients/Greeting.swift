/// What a client says first.
enum Greeting {
    static func hello(key: String) -> [UInt8] {
        Array("{\"type\":\"hello\",\"client\":\"\(key)\",\"name\":\"load\"}".utf8)
    }

    static func open(_ list: String) -> [UInt8] {
        Array("{\"type\":\"open\",\"list\":\"\(list)\"}".utf8)
    }

    static func open(_ list: String, since revision: Int, epoch: String) -> [UInt8] {
        Array(
            "{\"type\":\"open\",\"list\":\"\(list)\",\"since\":\(revision),\"epoch\":\"\(epoch)\"}"
                .utf8)
    }
}
