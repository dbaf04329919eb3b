/// What every answer tells browsers: pages may load nothing but this server's own, be framed by nobody,
/// and talk to it alone.
enum SecurityHeaders {
    /// Names and values.
    static let all: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                + "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
                + "form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
    ]
}
