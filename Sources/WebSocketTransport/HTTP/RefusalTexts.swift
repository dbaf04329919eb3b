/// The reasons of refusals that the application can state more precisely; each is one line of text.
package struct RefusalTexts: Sendable {
    /// 403: the `Origin` is not allowed.
    package var foreignOrigin = "pages of this origin may not act here"
    /// 421: the `Host` is no name of this server.
    package var foreignHost = "this server does not go by that name"
    /// 404: no WebSocket is served at the path.
    package var noWebSocket = "no WebSocket here"

    package init() {}
}
