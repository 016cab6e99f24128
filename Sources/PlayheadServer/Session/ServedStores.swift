import Foundation
import PlayheadInspector
import PlayheadLog
import PlayheadReading
import PlayheadReplay

/// What a program asks of a running app's stores, about any log.
enum StoresRoute: String {
  /// A message of a ``RemoteConnection``.
  case call
  /// Whether the app can read a log.
  case reads
  /// A part of a log that the app cannot read.
  case upload
}

/// The stores of a running app, as a worker for any log. Used by the server's thread; answers come from another one.
final class ServedStores {
  private let waker: Waker
  private let worker: Worker

  init(_ entry: AppEntry, _ waker: Waker) {
    (self.waker, worker) = (waker, Worker(entry))
  }

  func reply(to route: StoresRoute, _ body: [UInt8]) -> Reply {
    do {
      switch route {
      case .call: return try call(body)
      case .reads:
        let probe = try value(UploadedLog.Probe.self, ofJSON: body)
        let session = try? LogReader(file: probe.log).header.session
        return try Self.reply(session == probe.session)
      case .upload: return try Self.reply(uploads.add(value(UploadedLog.Part.self, ofJSON: body)))
      }
    } catch let error as DecodingError {
      return Reply(400, AnswerError(inQuestion: error))
    } catch {
      return Reply(error: error)
    }
  }

  private static func reply(_ value: some Encodable) throws -> Reply {
    try Reply(200, "application/json", json(of: ["value": value]))
  }

  // MARK: Messages

  private func call(_ body: [UInt8]) throws -> Reply {
    let call = try value(RemoteCall.self, ofJSON: body)
    guard call.version == RemoteAnswerer.version else { throw OtherVersion() }
    let outbox = Outbox(waker)
    let task = Task(executorPreference: worker.thread) { [worker] in
      await worker.answer(call.message, to: outbox)
    }
    outbox.whenAbandoned { task.cancel() }
    return Reply(bytes: [], source: outbox)
  }

  private actor Worker {
    nonisolated let thread = SerialThread(named: "playhead-stores")
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    private let answerer: RemoteAnswerer

    init(_ entry: AppEntry) { answerer = RemoteAnswerer([entry]) }

    func answer(_ message: Data, to outbox: Outbox) {
      defer { outbox.finish() }
      do {
        try outbox.send(Reply.head(200, "application/x-ndjson", .chunked))
        try answerer.answer(message) { reply in
          try outbox.send(Reply.chunk(json(of: ["reply": reply]) + Array("\n".utf8)))
        }
        try outbox.send(Reply.lastChunk)
      } catch {
        // Nobody wants the answer any more.
      }
    }
  }

  // MARK: Logs

  private lazy var uploads = Uploads()

  /// The logs that clients have sent, in a folder of this process.
  private final class Uploads {
    /// The most bytes of a log, and the most logs.
    private static let (longest, most) = (1 << 30, 20)

    private let folder = FileManager.default.temporaryDirectory.appending(
      path: "playhead-\(getpid())-\(UUID())")
    private var sizes: [UUID: Int] = [:]

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Adds a part to a log and returns the log's path.
    func add(_ part: UploadedLog.Part) throws -> String {
      let file = folder.appending(path: "\(part.session).playhead")
      if part.offset == 0 {
        try FileManager.default.createDirectory(
          at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard sizes[part.session] != nil || sizes.count < Self.most else { throw TooMuch() }
        try Data().write(to: file)
        sizes[part.session] = 0
      }
      guard let size = sizes[part.session], part.offset == size,
        size + part.bytes.count <= Self.longest
      else { throw TooMuch() }
      let handle = try FileHandle(forWritingTo: file)
      defer { try? handle.close() }
      try handle.seekToEnd()
      try handle.write(contentsOf: part.bytes)
      sizes[part.session] = size + part.bytes.count
      return file.path(percentEncoded: false)
    }
  }

  private struct TooMuch: Error, CustomStringConvertible {
    var description: String {
      "the app takes 20 logs of at most 1 GiB, each from its beginning; restart the app to send others"
    }
  }

  private struct OtherVersion: Error, CustomStringConvertible {
    var description: String {
      "this app was built with another Playhead than the tool; build both with the same one"
    }
  }
}

/// The bytes of a log with its tail, as one log.
final class LogBytes: ByteSource {
  private static let part = 256 << 10

  private let log: LogReader
  private var place = 0

  private init(_ log: LogReader) { self.log = log }

  static func reply(_ path: String) -> Reply {
    do {
      let log = try LogReader(file: path)
      return Reply(
        bytes: Reply.head(200, "application/octet-stream", .bytes(log.source.size)),
        source: LogBytes(log))
    } catch {
      return Reply(error: error)
    }
  }

  func next() -> [UInt8]? {
    let count = min(Self.part, log.source.size - place)
    // Where nothing can be read, the reply is shorter than its head says.
    guard count > 0, let bytes = try? log.source.read(at: place, count: count) else { return nil }
    place += count
    return bytes
  }

  func abandon() {}
}
