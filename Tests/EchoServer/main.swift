import Dispatch
import Foundation
import WebSocketTransport

guard CommandLine.arguments.count == 2, let port = Int(CommandLine.arguments[1]) else {
    print("usage: echo-server PORT")
    exit(64)
}
do {
    let loop = try EventLoop(name: "echo")
    loop.start()
    var configuration = ListenerConfiguration(port: port, serverName: "echo-server")
    configuration.maxMessageBytes = 64 << 20
    configuration.takesBinary = true
    let listener = try await Listener(configuration, on: loop, application: EchoApplication())
    FileHandle.standardOutput.write(Data("ws://127.0.0.1:\(listener.port)/ws\n".utf8))
    while true { try await Task.sleep(for: .seconds(3600)) }
} catch {
    print(error)
    exit(1)
}
