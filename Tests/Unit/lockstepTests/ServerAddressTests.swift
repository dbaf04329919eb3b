import ArgumentParser
import Testing
import WebSocketTransport

@testable import lockstep

@Suite struct ServerAddressTests {
    @Test(arguments: [
        ("http://127.0.0.1:8080", "ws://127.0.0.1:8080/ws"), ("ws://h", "ws://h:80/ws"),
        ("wss://h/ws", "wss://h:443/ws"), ("https://h:1/", "wss://h:1/ws"),
    ])
    func url_ofEachScheme_leadsToTheWebSocket(url: String, webSocket: String) throws {
        let address = try ServerAddress.parse(["--url", url])
        #expect(try address.servers.map { $0.webSocket("/ws").description } == [webSocket])
    }

    @Test(arguments: ["h:80", "ftp://h", "http://h/lists", "http://h:99999"])
    func urlThatIsNone_isRefused(url: String) {
        #expect(throws: (any Error).self) { try ServerAddress.parse(["--url", url]) }
    }

    @Test func token_goesIntoTheHeader() throws {
        let address = try ServerAddress.parse(["--token", "abc"])
        #expect(address.token == "abc")
        #expect(address.headers.map(\.value) == ["Bearer abc"])
        #expect(address.urls == ["http://127.0.0.1:8080"])
    }

    @Test func urlMoreThanOnce_namesServersInTheirOrder() throws {
        let address = try ServerAddress.parse(["--url", "http://b:2", "--url=ws://a:1"])
        #expect(try address.servers.map(\.authority) == ["b:2", "a:1"])
        #expect(throws: (any Error).self) {
            try ServerAddress.parse(["--url", "http://a", "--url", "nonsense"])
        }
    }

    @Test func addressesOfTheEnvironment_areSeparatedByCommas() {
        #expect(ServerAddress.addresses(in: " http://a, ws://b:2 ,") == ["http://a", "ws://b:2"])
        #expect(ServerAddress.addresses(in: "") == [])
    }
}
