import Foundation
import PlayheadReading

/// A local server of sessions, for browsers and other programs on this machine: their pages, their actions as they are
/// recorded, and answers to questions.
///
/// Serves until ``stop()``, or until nobody has it any more.
package final class SessionServer: Sendable {
  /// Where the server is, with the secret that a client needs.
  package let address: String
  private let control: ServerControl
  private let files: [AddressFile]
  private let end = DispatchGroup()

  /// Serves sessions at `port`, or at any free one. If a server of the same logs was killed, the new one has its address,
  /// so that open pages go on.
  ///
  /// Throws ``ServerError``, and `ReadingError` if there is no log.
  package init(
    _ sessions: [ServedSession], port: UInt16? = nil, limits: ServerLimits = ServerLimits()
  ) throws {
    for session in sessions { _ = try LogReader(file: session.path) }
    let former = Self.formerAddress(of: sessions)
    let control = try ServerControl()
    let listener: Listener
    let token: Token
    if let former, port == nil || port == former.port,
      let free = try? Listener(port: former.port)
    {
      (listener, token) = (free, former.token)
    } else {
      var random = SystemRandomNumberGenerator()
      (listener, token) = (try Listener(port: port), Token(using: &random))
    }
    self.control = control
    let address = "http://127.0.0.1:\(listener.port)/\(token)/"
    self.address = address
    // A running app has a file of its own, in a folder that nobody sends on.
    files = sessions.enumerated().compactMap { number, session in
      guard session.app == nil else { return nil }
      let folder = ServerRoutes.folder(of: number, among: sessions.count)
      return try? AddressFile(address + folder, beside: session.path)
    }
    let thread = Thread { [end] in
      let routes = ServerRoutes(
        AccessRules(port: listener.port, token),
        sessions.map { SessionRoutes($0, control.waker) })
      ServerLoop(listener, routes, limits, control).run()
      end.leave()
    }
    thread.name = "playhead-server"
    end.enter()
    thread.start()
  }

  /// The address that a server of the same logs has left; nil if there is none.
  private static func formerAddress(of sessions: [ServedSession]) -> AddressFile.Address? {
    let all = sessions.enumerated().map { number, session in
      AddressFile.address(
        beside: session.path, ServerRoutes.folder(of: number, among: sessions.count))
    }
    guard let first = all[0], all.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  deinit { stop() }

  /// Listens again at the same port, after the system has ended the process's sockets.
  package func listenAgain() { control.listenAgain() }

  /// Closes all connections, cancels what they ask, and removes the files with the address. Waits until that is done.
  package func stop() {
    control.stop()
    end.wait()
    for file in files { file.remove() }
  }
}

/// A file that only its owner can read, with the address of a session, for other programs of the same user.
private struct AddressFile: Sendable {
  private let path: String
  private let text: String

  private static func path(beside log: String) -> String { "\(log).address" }

  /// Writes the file beside a log, in the place of one that an earlier server left.
  init(_ address: String, beside log: String) throws {
    (path, text) = (Self.path(beside: log), "\(address)\n")
    unlink(path)
    try OutputFile(text: text, at: path, mode: .owner).finish()
  }

  /// Removes the file, unless another server has replaced it.
  func remove() {
    if (try? String(contentsOfFile: path, encoding: .utf8)) == text { unlink(path) }
  }

  struct Address: Equatable {
    var port: UInt16
    var token: Token
  }

  /// The address that a server left beside a log, for its session in this folder; nil if there is none, or if another user
  /// may know or have written it.
  static func address(beside log: String, _ folder: String) -> Address? {
    var facts = stat()
    guard lstat(path(beside: log), &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_uid == geteuid(), facts.st_mode & 0o077 == 0, facts.st_size < 200,
      let text = try? String(contentsOfFile: path(beside: log), encoding: .utf8),
      let match = text.wholeMatch(of: /http:\/\/127\.0\.0\.1:([0-9]+)\/([0-9a-f]{32})\/(.*)\n/),
      let port = UInt16(match.output.1), port > 0, match.output.3 == folder
    else { return nil }
    return Address(port: port, token: Token(String(match.output.2)))
  }
}
