import CWebSockets

/// The callback of a listener's libwebsockets context: passes its events to the ``ListenerCore`` and to
/// the sockets' sessions.
///
/// lws closes the socket if the result is negative, in the first two cases if it is not 0. lws retains the
/// ``Socket`` as the wsi's opaque data from its adoption until the wsi is destroyed.
func listenerCallback(
    _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
    _ data: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    guard let wsi = unsafe wsi else { return 0 }
    switch reason {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        guard let core = unsafe core(of: wsi) else { return 1 }
        return core.admits(Int32(truncatingIfNeeded: Int(bitPattern: data))) ? 0 : 1
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
        unsafe core(of: wsi)?.certificate?.use(in: user)
        return 0
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        guard let core = unsafe core(of: wsi) else { return -1 }
        let socket = unsafe core.adopt(wsi)
        unsafe lws_set_opaque_user_data(wsi, Unmanaged.passRetained(socket).toOpaque())
        socket.turns.end(.socket)
        return 0
    case LWS_CALLBACK_WSI_DESTROY:
        guard let data = unsafe lws_get_opaque_user_data(wsi) else { return 0 }
        let held = unsafe Unmanaged<Socket>.fromOpaque(data)
        unsafe lws_set_opaque_user_data(wsi, nil)
        unsafe core(of: wsi)?.remove(held.takeUnretainedValue())
        unsafe held.release()
        return 0
    case LWS_CALLBACK_RAW_ADOPT, LWS_CALLBACK_RAW_RX:
        // A CONNECT becomes a raw connection.
        return -1
    default:
        // Other callbacks, some of them nested in these, are no turns.
        guard let kind = turnKind(of: reason), let socket = unsafe socket(of: wsi) else { return 0 }
        if let session = webSocket(of: socket) {
            let answer = unsafe dispatch(session, socket, reason, data, count)
            socket.turns.end(kind, session: session.number)
            return answer
        }
        guard let session = socket.role as? HTTPSession else { return 0 }
        let answer = unsafe dispatch(session, socket, reason, data, count)
        socket.turns.end(kind)
        return answer
    }
}

/// The session of a WebSocket.
///
/// Most callbacks ask for it, and a cast would search the class each time.
private func webSocket(of socket: Socket) -> WebSocketSession? {
    guard let role = socket.role, type(of: role) == WebSocketSession.self else { return nil }
    return unsafe unsafeDowncast(role, to: WebSocketSession.self)
}

/// The kind of turn of a callback; nil if the callback is not handled here.
private func turnKind(of reason: lws_callback_reasons) -> TurnKind? {
    switch reason {
    case LWS_CALLBACK_RECEIVE, LWS_CALLBACK_RECEIVE_PONG: .receive
    case LWS_CALLBACK_SERVER_WRITEABLE: .send
    case LWS_CALLBACK_HTTP, LWS_CALLBACK_HTTP_BODY, LWS_CALLBACK_HTTP_BODY_COMPLETION,
        LWS_CALLBACK_HTTP_WRITEABLE, LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        .http
    case LWS_CALLBACK_ESTABLISHED, LWS_CALLBACK_WS_PEER_INITIATED_CLOSE,
        LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL, LWS_CALLBACK_CLOSED, LWS_CALLBACK_CLOSED_HTTP:
        .socket
    default: nil
    }
}

private func dispatch(
    _ session: HTTPSession, _ socket: Socket, _ reason: lws_callback_reasons,
    _ data: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    switch reason {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return unsafe core(of: socket.wsi)?.upgrade(socket, session, to: data) ?? -1
    case LWS_CALLBACK_HTTP:
        return session.receivedHead() ? 0 : -1
    case LWS_CALLBACK_HTTP_BODY:
        let piece = unsafe UnsafeRawBufferPointer(start: data, count: count)
        return unsafe session.received(piece) ? 0 : -1
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return session.receivedBody() ? 0 : -1
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return session.becameWritable() ? 0 : -1
    case LWS_CALLBACK_CLOSED_HTTP:
        unsafe core(of: socket.wsi)?.remove(socket)
    default: break
    }
    return 0
}

private func dispatch(
    _ session: WebSocketSession, _ socket: Socket, _ reason: lws_callback_reasons,
    _ data: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    switch reason {
    case LWS_CALLBACK_ESTABLISHED:
        session.established()
    case LWS_CALLBACK_RECEIVE:
        unsafe session.received(
            UnsafeRawBufferPointer(start: data, count: count),
            remaining: Int(clamping: lws_remaining_packet_payload(socket.wsi)),
            isFinal: lws_is_final_fragment(socket.wsi) != 0,
            isBinary: lws_frame_is_binary(socket.wsi) != 0)
    case LWS_CALLBACK_RECEIVE_PONG:
        session.receivedPong()
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return session.becameWritable() ? 0 : -1
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        return unsafe session.peerCloses(UnsafeRawBufferPointer(start: data, count: count)) ? 0 : -1
    case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL:
        session.dropped()
    case LWS_CALLBACK_CLOSED:
        unsafe core(of: socket.wsi)?.remove(socket)
    default: break
    }
    return 0
}

private func socket(of wsi: OpaquePointer) -> Socket? {
    guard let data = unsafe lws_get_opaque_user_data(wsi) else { return nil }
    return unsafe Unmanaged<Socket>.fromOpaque(data).takeUnretainedValue()
}

private func core(of wsi: OpaquePointer) -> ListenerCore? {
    guard let context = unsafe lws_get_context(wsi),
        let data = unsafe lws_context_user(context)
    else { return nil }
    return unsafe Unmanaged<ListenerCore>.fromOpaque(data).takeUnretainedValue()
}
