import Feed
import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadInspector
import PlayheadRecorder
import PlayheadReplay
@testable import PlayheadLive
@testable import PlayheadServer
import Testing
import TextEditor

/// A log in a folder of its own, and its server.
final class ServedLog {
  let folder: URL
  let log: String
  private var running: SessionServer?
  private var live: LiveServer?
  /// Where the system would say to the running app that it is in the foreground again.
  let center = NotificationCenter()
  private var recording: (editor: TextEditor, recording: Recording)?

  private init(_ name: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "served-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    Leftovers.remove(folder)
    log = folder.appending(path: name).path
  }

  /// The session of a fixture, with its stores in this process.
  static func feed(
    limits: ServerLimits = ServerLimits(), port: UInt16? = nil,
    storesAt connect: (@Sendable () throws -> (any Connection)?)? = nil
  ) throws -> ServedLog {
    let served = try ServedLog("likes.playhead")
    try FileManager.default.copyItem(at: feedLog, to: URL(filePath: served.log))
    let session = ServedSession(served.log) {
      if let connect { try connect() } else { InProcessConnection(.app(Feed.self)) }
    }
    served.running = try SessionServer([session], port: port, limits: limits)
    return served
  }

  static let feedLog = URL(filePath: #filePath)
    .appending(path: "../../../../fixtures/feed/likes.playhead").standardized

  /// The session of a text editor, which goes on.
  static func editor(
    actions: Int = 0, limits: ServerLimits = ServerLimits()
  ) throws -> ServedLog {
    let served = try ServedLog("editor.playhead")
    let editor = try TextEditor(inputs: .seeded())
    let recording = try editor.dispatcher.record(to: served.log, app: TextEditor.appName)
    served.recording = (editor, recording)
    served.type(actions)
    let session = ServedSession(served.log) { InProcessConnection(.app(TextEditor.self)) }
    served.running = try SessionServer([session], limits: limits)
    return served
  }

  /// A log, or a running app.
  static func made(_ isRunning: Bool) throws -> ServedLog {
    try isRunning ? runningEditor(actions: 3) : feed()
  }

  /// A running text editor that serves itself.
  static func runningEditor(actions: Int) throws -> ServedLog {
    let served = try ServedLog("editor.playhead")
    let editor = try TextEditor(inputs: .seeded())
    let recording = try editor.record(to: URL(filePath: served.log))
    served.recording = (editor, recording)
    var options = LiveOptions()
    options.printsAddress = false
    served.live = LiveServer(recording, .app(TextEditor.self), options, served.center) {
      DispatcherControl(editor.dispatcher, nil)
    }
    served.write(actions)
    return served
  }

  deinit {
    live?.stop()
    running?.stop()
    try? recording?.recording.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Dispatches actions.
  func type(_ count: Int) {
    for _ in 0..<count {
      recording?.editor.dispatcher.dispatch(Replace(at: 0, count: 1, text: "a"))
    }
  }

  /// Writes letters into the text of the editor.
  func write(_ count: Int) {
    for _ in 0..<count {
      recording?.editor.dispatcher.dispatch(Replace(at: 0, count: 0, text: "a"))
    }
  }

  /// The text that the running editor shows.
  var text: String { recording.map { $0.editor.stores.document.state.text.string } ?? "" }

  func note(_ text: String) { recording?.recording.mark(text) }

  /// Leaves out an action.
  func typePaused() {
    recording?.recording.pause()
    type(1)
    recording?.recording.resume()
  }

  /// Ends the current frame.
  func flush() throws { try recording?.recording.flush() }

  /// Ends the recording.
  func close() throws {
    try recording?.recording.close()
    recording = nil
  }

  // MARK: Requests

  var server: SessionServer {
    guard let running else { fatalError("there is no server") }
    return running
  }
  private var url: URLComponents? { URLComponents(string: address) }
  var address: String { live?.address ?? server.address }
  var port: UInt16 { UInt16(url?.port ?? 0) }
  /// The path of the page: the token between two slashes.
  var path: String { url?.path ?? "" }
  var host: String { "127.0.0.1:\(port)" }

  func client(_ family: Sockets.Family = .v4, window: Int32? = nil) throws -> RawClient {
    try RawClient(port, family, window: window)
  }

  /// The reply to a request with these headers besides `Host`, which is right unless it is among them.
  func reply(
    _ method: String = "GET", _ path: String? = nil, _ headers: [String: String] = [:],
    _ body: String? = nil
  ) throws -> RawReply {
    let client = try client()
    client.send(request(method, path, headers, body))
    return try client.reply()
  }

  func request(
    _ method: String = "GET", _ path: String? = nil, _ headers: [String: String] = [:],
    _ body: String? = nil
  ) -> String {
    var lines = ["\(method) \(path ?? self.path) HTTP/1.1"]
    for (name, value) in ["Host": host].merging(headers, uniquingKeysWith: { $1 }) {
      lines.append("\(name): \(value)")
    }
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
  }

  /// The reply to a question.
  func ask(_ body: String) throws -> RawReply {
    try reply("POST", path + "ask", ["Content-Type": "application/json"], body)
  }

  /// The events after a step, of a stream with an end.
  func events(after last: String? = nil) throws -> [ServerEvent] {
    let headers = last.map { ["Last-Event-ID": $0] } ?? [:]
    let reply = try reply("GET", path + "actions", headers)
    #expect(reply.isWhole && reply.status == 200)
    return ServerEvent.all(in: reply.text)
  }
}
