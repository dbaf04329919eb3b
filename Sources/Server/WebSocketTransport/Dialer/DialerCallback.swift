import CWebSockets

/// The callback of a dialer's libwebsockets contexts: passes their events to the ``DialerCore``, the
/// attempts and the sockets' sessions.
///
/// lws retains the ``ConnectAttempt`` as the wsi's opaque data until the wsi is destroyed.
func dialerCallback(
    _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
    _ data: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    guard let wsi = unsafe wsi, let opaque = unsafe lws_get_opaque_user_data(wsi) else { return 0 }
    let held = unsafe Unmanaged<ConnectAttempt>.fromOpaque(opaque)
    switch reason {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        unsafe core(of: wsi)?.adopt(wsi, held.takeUnretainedValue())
        return 0
    case LWS_CALLBACK_WSI_DESTROY:
        unsafe lws_set_opaque_user_data(wsi, nil)
        let attempt = unsafe held.takeRetainedValue()
        attempt.released()
        if let socket = attempt.socket { unsafe core(of: wsi)?.remove(socket) }
        return 0
    default: break
    }
    let attempt = unsafe held.takeUnretainedValue()
    switch attempt.socket?.role {
    case is ConnectAttempt: return unsafe dispatch(attempt, wsi, reason, data, count)
    case let session as WebSocketSession: return unsafe dispatch(session, wsi, reason, data, count)
    case let fetch as HTTPFetch: return unsafe dispatch(fetch, reason, data, count)
    default: return 0
    }
}

private func dispatch(
    _ attempt: ConnectAttempt, _ wsi: OpaquePointer, _ reason: lws_callback_reasons,
    _ data: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    switch reason {
    case LWS_CALLBACK_WSI_CREATE:
        attempt.connected()
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return unsafe attempt.appendHeaders(data, count)
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
        return attempt.becameWritable() ? 0 : -1
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        attempt.failing(
            unsafe String(
                decoding: UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : count)
                    .prefix { $0 != 0 }, as: UTF8.self))
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
        let status = Int(unsafe lws_http_client_http_response(wsi))
        attempt.sawHead(status: status)
        if !attempt.isWebSocket { attempt.answered() }
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        attempt.answered()
    default: break
    }
    return 0
}

private func dispatch(
    _ session: WebSocketSession, _ wsi: OpaquePointer, _ reason: lws_callback_reasons,
    _ data: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    switch reason {
    case LWS_CALLBACK_CLIENT_RECEIVE:
        unsafe session.received(
            UnsafeRawBufferPointer(start: data, count: count),
            remaining: Int(clamping: lws_remaining_packet_payload(wsi)),
            isFinal: lws_is_final_fragment(wsi) != 0, isBinary: lws_frame_is_binary(wsi) != 0)
    case LWS_CALLBACK_CLIENT_RECEIVE_PONG:
        session.receivedPong()
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return session.becameWritable() ? 0 : -1
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        return unsafe session.peerCloses(UnsafeRawBufferPointer(start: data, count: count)) ? 0 : -1
    case LWS_CALLBACK_WS_CLIENT_DROP_PROTOCOL:
        session.endOutput()
    default: break
    }
    return 0
}

private func dispatch(
    _ fetch: HTTPFetch, _ reason: lws_callback_reasons, _ data: UnsafeMutableRawPointer?,
    _ count: Int
) -> Int32 {
    switch reason {
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
        return fetch.hasMore() ? 0 : -1
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
        unsafe fetch.received(UnsafeRawBufferPointer(start: data, count: count))
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
        fetch.completed()
        return -1
    default: break
    }
    return 0
}

private func core(of wsi: OpaquePointer) -> DialerCore? {
    guard let context = unsafe lws_get_context(wsi),
        let data = unsafe lws_context_user(context)
    else { return nil }
    return unsafe Unmanaged<DialerCore>.fromOpaque(data).takeUnretainedValue()
}
