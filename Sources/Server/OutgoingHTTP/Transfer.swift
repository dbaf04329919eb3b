internal import CCurl
internal import Glibc
internal import TextBytes

/// One request and what has come of its answer; on the requester's thread.
@safe
final class Transfer {
    let entry: RequestQueue.Entry
    /// libcurl's handle.
    let easy: UnsafeMutableRawPointer
    private let settings: HTTPRequesterSettings
    /// libcurl's list of header lines, which it does not copy.
    private var lines: UnsafeMutablePointer<curl_slist>?
    /// Where libcurl writes what went wrong.
    private let errorText: UnsafeMutablePointer<CChar>

    private var headers: [TextKey: String] = [:]
    private var headerBytes = 0
    private var body: [UInt8] = []
    private var isTooLarge = false
    private var hasDialed = false
    private var refusedAddress: String?

    private static let maximumHeaderBytes = 64 << 10

    init(_ entry: RequestQueue.Entry, _ settings: HTTPRequesterSettings) {
        guard let easy = unsafe curl_easy_init() else {
            preconditionFailure("libcurl has no memory")
        }
        self.entry = entry
        self.settings = settings
        unsafe self.easy = easy
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        unsafe curl_easy_cleanup(easy)
        unsafe curl_slist_free_all(lines)
        unsafe errorText.deallocate()
    }

    // MARK: The request

    /// Sets libcurl's options; the error of one that is not taken.
    func prepare() -> HTTPRequestError? {
        let request = entry.ticket.request
        unsafe curl_shim_set_callbacks(
            easy, receiveHeader, receiveBody, openSocketFor,
            Unmanaged.passUnretained(self).toOpaque())
        unsafe curl_shim_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)
        let codes = [
            set(CURLOPT_PROTOCOLS_STR, "http,https"),
            set(CURLOPT_URL, request.url),
            set(CURLOPT_USERAGENT, settings.userAgent),
            // Neither the environment's proxies, which would dial in place of this process, nor a password
            // from the URL or a file.
            set(CURLOPT_PROXY, ""),
            set(CURLOPT_NOPROXY, "*"),
            set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
            set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue)),
            set(CURLOPT_FOLLOWLOCATION, 0),
            set(CURLOPT_NOSIGNAL, 1),
            // A name that is still looked up does not hold up the thread when its request ends.
            set(CURLOPT_QUICK_EXIT, 1),
            set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS)),
            set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            set(CURLOPT_SSL_VERIFYPEER, settings.verifies ? 1 : 0),
            set(CURLOPT_SSL_VERIFYHOST, settings.verifies ? 2 : 0),
            set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(settings.connectSeconds)),
            set(CURLOPT_TIMEOUT_MS, Self.milliseconds(request.seconds)),
            setAuthorities(), setMethod(request), setHeaders(request),
        ]
        guard let failed = codes.first(where: { $0 != CURLE_OK }) else { return nil }
        return .badRequest(unsafe String(cString: curl_easy_strerror(failed)))
    }

    private func setAuthorities() -> CURLcode {
        guard let authorities = settings.authorities else { return CURLE_OK }
        let code = set(CURLOPT_CAINFO, authorities)
        // Else the system's authorities were taken, too.
        return unsafe code == CURLE_OK ? curl_shim_set_text(easy, CURLOPT_CAPATH, nil) : code
    }

    private func setMethod(_ request: OutgoingRequest) -> CURLcode {
        switch TextKey(request.method) {
        case "GET" where request.body.isEmpty: return set(CURLOPT_HTTPGET, 1)
        case "HEAD" where request.body.isEmpty: return set(CURLOPT_NOBODY, 1)
        default:
            unsafe curl_shim_set_offset(
                easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
            let code =
                request.body.isEmpty
                ? set(CURLOPT_COPYPOSTFIELDS, "")
                : unsafe request.body.withUnsafeBytes {
                    unsafe curl_shim_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
                }
            return code == CURLE_OK ? set(CURLOPT_CUSTOMREQUEST, request.method) : code
        }
    }

    private func setHeaders(_ request: OutgoingRequest) -> CURLcode {
        // libcurl's own: it would wait for a 100, and name a form.
        var texts = ["Expect:"]
        if !request.headers.contains(where: { $0.name.lowercased().isSame(as: "content-type") }) {
            texts.append("Content-Type:")
        }
        for header in request.headers {
            let value = Substring(
                header.value.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
            texts.append(value.isEmpty ? "\(header.name);" : "\(header.name): \(value)")
        }
        for text in texts { unsafe lines = curl_slist_append(lines, text) }
        return unsafe curl_shim_set_pointer(easy, CURLOPT_HTTPHEADER, lines)
    }

    private func set(_ option: CURLoption, _ value: Int) -> CURLcode {
        unsafe curl_shim_set_long(easy, option, value)
    }

    private func set(_ option: CURLoption, _ text: String) -> CURLcode {
        unsafe curl_shim_set_text(easy, option, text)
    }

    /// At least one: 0 would be libcurl's own limit.
    private static func milliseconds(_ seconds: Double) -> Int {
        Int(max(1, min(seconds * 1000, 86_400_000)))
    }

    // MARK: The answer

    /// What the transfer came to.
    func outcome(_ code: CURLcode) -> Result<HTTPReply, HTTPRequestError> {
        if code == CURLE_OK {
            let status = unsafe Int(curl_shim_status(easy))
            return .success(HTTPReply(status: status, headers: headers, body: body))
        }
        if isTooLarge { return .failure(.tooLarge) }
        if !hasDialed, let refusedAddress { return .failure(.refusedAddress(refusedAddress)) }
        let detail = unsafe String(cString: errorText)
        let text = detail.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : detail
        return switch code {
        case CURLE_OPERATION_TIMEDOUT: .failure(.timedOut)
        case CURLE_URL_MALFORMAT: .failure(.badURL(text))
        case CURLE_LOGIN_DENIED: .failure(.badURL("must not have a user or a password"))
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_INVALIDCERTSTATUS:
            .failure(.notTrusted(text))
        default: .failure(.notConnected(text))
        }
    }

    /// Takes a line of the head, or of the trailers; false if there are too many.
    fileprivate func addHeader(_ line: String, bytes: Int) -> Bool {
        headerBytes += bytes
        isTooLarge = headerBytes > Self.maximumHeaderBytes
        guard !isTooLarge else { return false }
        if line.begins(with: "HTTP/") {
            // The head of the answer after one of status 1xx.
            headers.removeAll()
        } else if let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) {
            let name = line[..<colon]
            guard name.utf8.allSatisfy(OutgoingRequest.isTokenByte) else { return true }
            let value = line.utf8[colon...].dropFirst()
            let start = value.drop(while: Self.isWhitespace)
            let end = start.lastIndex { !Self.isWhitespace($0) }
            headers[TextKey(name.lowercased())] = end.map { String(Substring(start[...$0])) } ?? ""
        }
        return true
    }

    private static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
    }

    /// Takes a piece of the body; false if it is too long.
    fileprivate func addBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        isTooLarge = bytes.count > settings.maximumReplyBytes - body.count
        guard !isTooLarge else { return false }
        unsafe body.append(contentsOf: bytes)
        return true
    }

    /// Opens a socket for an address that may be dialed.
    ///
    /// Here, not by the name before: what a name leads to can change between a look-up and the next.
    fileprivate func openSocket(_ target: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guard let address = unsafe withUnsafePointer(to: &target.pointee.addr, InternetAddress.init)
        else { return -1 }
        if !settings.allowPrivate, let kind = address.nonPublicKind {
            refusedAddress = "\(address) (\(kind))"
            return -1
        }
        hasDialed = true
        return unsafe socket(
            target.pointee.family, target.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
            target.pointee.protocol)
    }
}

// MARK: Called by libcurl

private func transfer(_ user: UnsafeMutableRawPointer?) -> Transfer? {
    unsafe user.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

private func receiveHeader(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ user: UnsafeMutableRawPointer?
) -> Int {
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    let text = unsafe String(decoding: line, as: UTF8.self)
    return unsafe transfer(user)?.addHeader(text, bytes: count) == true ? count : 0
}

private func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
    _ user: UnsafeMutableRawPointer?
) -> Int {
    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    return unsafe transfer(user)?.addBody(piece) == true ? count : 0
}

private func openSocketFor(
    _ user: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
    _ target: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let transfer = unsafe transfer(user), let target = unsafe target else { return -1 }
    return unsafe transfer.openSocket(target)
}
