package import Foundation
package import PlayheadInspector
import PlayheadLog
import PlayheadReading

/// A session at a server, for the command line: its log, and the stores of the running app.
package struct SessionClient: Sendable {
  package let address: ServerAddress
  private let client: ServerClient

  package init(
    _ address: ServerAddress, isCancelled: @escaping @Sendable () -> Bool = { Task.isCancelled }
  ) {
    self.address = address
    client = ServerClient(address, isCancelled: isCancelled)
  }

  /// What a session is.
  package func facts() throws -> SessionFacts {
    try JSONDecoder().decode(SessionFacts.self, from: client.get("facts"))
  }

  /// The path of the log: the app's own, if this process can read it, or that of a copy, which is made in `folder`.
  package func log(copiedInto folder: () throws -> String) throws -> String {
    let facts = try facts()
    if let log = try? LogReader(file: facts.log), log.header.session == facts.session {
      return facts.log
    }
    let path = try folder() + "/" + (facts.log.split(separator: "/").last.map(String.init) ?? "log")
    try client.get("log").write(to: URL(filePath: path))
    return path
  }

  /// The stores of the running app.
  package func connection() -> RemoteConnection {
    RemoteConnection({ [self] in try exchange($0, $1) }, upload: { [self] in try upload($0) })
  }

  private struct Line: Decodable { var reply: Data }

  private func exchange(_ message: Data, _ onReply: (Data) throws -> Void) throws {
    let call = RemoteCall(version: RemoteAnswerer.version, message: message)
    try client.post("call", Data(json(of: call))) { line in
      try onReply(JSONDecoder().decode(Line.self, from: line).reply)
    }
  }

  /// The most bytes of a log in one request.
  private static let part = 128 << 10

  private func upload(_ log: LogReader) throws -> String? {
    let identity = UploadedLog.Probe(log: log.name, session: log.header.session)
    if log.opensByName, try ask("reads", identity, Answer<Bool>.self).value { return nil }
    var path = ""
    let bytes = try log.source.read(at: 0, count: log.source.size)
    for start in stride(from: 0, to: max(bytes.count, 1), by: Self.part) {
      let part = Data(bytes[start..<min(start + Self.part, bytes.count)])
      let upload = UploadedLog.Part(session: log.header.session, offset: start, bytes: part)
      path = try ask("upload", upload, Answer<String>.self).value
    }
    return path
  }

  private struct Answer<Value: Decodable>: Decodable { var value: Value }

  private func ask<Reply: Decodable>(
    _ path: String, _ question: some Encodable, _ type: Reply.Type
  ) throws -> Reply {
    var reply = Data()
    try client.post(path, Data(json(of: question))) { reply += $0 }
    return try JSONDecoder().decode(type, from: reply)
  }
}

/// What a client asks first.
package struct SessionFacts: Codable, Sendable {
  package var app: String
  /// The path of the log, as the server knows it.
  package var log: String
  package var session: UUID
  /// Whether the app is running and answers with its stores.
  package var isRunning: Bool
}

/// A message for the stores of a running app.
struct RemoteCall: Codable {
  var version: Int
  var message: Data
}

/// A log that a client gives to a running app which cannot read the client's files.
enum UploadedLog {
  /// Asks whether the app can read the log of a session at this path.
  struct Probe: Codable {
    var log: String
    var session: UUID
  }

  struct Part: Codable {
    var session: UUID
    var offset: Int
    var bytes: Data
  }
}
