internal import CCurl
internal import Glibc
internal import Synchronization

/// The thread of a requester: libcurl's transfers, and the requests that begin and end them.
///
/// Made and used on that thread alone.
@safe
final class TransferLoop {
    private let queue: RequestQueue
    private let settings: HTTPRequesterSettings
    /// libcurl's table of transfers and idle connections.
    private let multi: UnsafeMutableRawPointer
    private var transfers: [ObjectIdentifier: Transfer] = [:]

    private static let keptConnections = 32
    private static let longestWaitMilliseconds: Int32 = 60_000
    private static let hasLibrary = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init(_ queue: RequestQueue, _ settings: HTTPRequesterSettings) {
        guard Self.hasLibrary, let multi = unsafe curl_multi_init() else {
            preconditionFailure("libcurl has no memory")
        }
        self.queue = queue
        self.settings = settings
        unsafe self.multi = multi
        unsafe curl_shim_set_kept_connections(multi, Self.keptConnections)
    }

    /// Makes requests until the queue is stopped.
    func run() {
        Self.blockPipeSignal()
        unsafe queue.begin(multi)
        var work = queue.take()
        while !work.isStopping {
            for entry in work.added { add(entry) }
            for ticket in work.cancelled {
                transfers[ObjectIdentifier(ticket)].map { finish($0, .failure(.stopped)) }
            }
            var running: Int32 = 0
            unsafe curl_multi_perform(multi, &running)
            finishTransfers()
            unsafe curl_multi_poll(multi, nil, 0, Self.longestWaitMilliseconds, nil)
            work = queue.take()
        }
        end(notBegun: work.added)
    }

    private func add(_ entry: RequestQueue.Entry) {
        guard !entry.ticket.isCancelled.load(ordering: .relaxed) else {
            return entry.done(.failure(.stopped))
        }
        if let refusal = entry.ticket.request.refusal { return entry.done(.failure(refusal)) }
        let transfer = Transfer(entry, settings)
        if let error = transfer.prepare() { return entry.done(.failure(error)) }
        unsafe curl_multi_add_handle(multi, transfer.easy)
        transfers[ObjectIdentifier(entry.ticket)] = transfer
    }

    /// Tells the outcome of the transfers that libcurl has ended.
    private func finishTransfers() {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE,
                let user = unsafe curl_shim_user(message.pointee.easy_handle)
            else { continue }
            let transfer = unsafe Unmanaged<Transfer>.fromOpaque(user).takeUnretainedValue()
            unsafe finish(transfer, transfer.outcome(message.pointee.data.result))
        }
    }

    private func finish(_ transfer: Transfer, _ result: Result<HTTPReply, HTTPRequestError>) {
        transfers[ObjectIdentifier(transfer.entry.ticket)] = nil
        unsafe curl_multi_remove_handle(multi, transfer.easy)
        transfer.entry.done(result)
    }

    /// Nothing is added any more: the queue is stopped.
    private func end(notBegun: [RequestQueue.Entry]) {
        for transfer in transfers.values { finish(transfer, .failure(.stopped)) }
        for entry in notBegun { entry.done(.failure(.stopped)) }
        queue.end { unsafe curl_multi_cleanup(multi) }
    }

    /// OpenSSL's writes on a broken connection would end the process.
    private static func blockPipeSignal() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
