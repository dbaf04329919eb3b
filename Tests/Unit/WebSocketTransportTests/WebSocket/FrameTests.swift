import Testing

@testable import WebSocketTransport

@Suite struct FrameTests {
    @Test(
        arguments: [
            (0, [0x81, 0]), (125, [0x81, 125]), (126, [0x81, 126, 0, 126]),
            (65_535, [0x81, 126, 255, 255]), (65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] as [(Int, [UInt8])])
    func header_takesTheShortestForm(count: Int, header: [UInt8]) {
        let payload = [UInt8](repeating: 0x61, count: count)
        let frame = Frame(text: payload)
        #expect(frame.wire == header + payload)
        #expect(frame.payloadCount == count && frame.wireCount == header.count + count)
    }
}
