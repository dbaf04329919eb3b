import Dispatch
import Foundation
import WebFiles
import WebSocketTransport

// A server on `WebSocketTransport` alone: it echoes WebSocket messages at `/ws`, answers `GET /time`, and
// serves the files of a folder. Autobahn's test suite runs against it (`make autobahn`).

guard case let arguments = CommandLine.arguments, 2...3 ~= arguments.count,
    let port = Int(arguments[1])
else {
    print("usage: echo-server PORT [FOLDER]")
    exit(64)
}
do {
    let loop = try EventLoop(name: "echo")
    loop.start()
    var configuration = ListenerConfiguration(port: port, serverName: "echo-server")
    configuration.subprotocols = ["echo"]
    configuration.maxMessageBytes = 64 << 20
    configuration.acceptsBinary = true
    let site = arguments.count == 3 ? StaticSite(root: arguments[2], loop: loop) : nil
    let listener = try await Listener(
        configuration, on: loop, application: LoopBound(EchoApplication(site: site), loop: loop))
    FileHandle.standardOutput.write(Data("ws://127.0.0.1:\(listener.port)/ws\n".utf8))
    while true { try await Task.sleep(for: .seconds(3600)) }
} catch {
    print(error)
    exit(1)
}
