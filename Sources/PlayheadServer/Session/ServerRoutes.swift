import Foundation
package import PlayheadInspector
import PlayheadLog
import PlayheadReading
package import PlayheadReplay
import PlayheadValues

/// A session that a server has.
package struct ServedSession: Sendable {
  let path: String
  let decoding: DecodingPolicy
  let connect: @Sendable () throws -> (any Connection)?
  let app: (any DebuggedApp)?

  /// The log at `path`, which may still be written. At the first question, `connect` is called for a connection to the
  /// app's stores; it returns nil if there are none. `app` is the app that writes the log, if it runs in this process.
  package init(
    _ path: String, decoding: DecodingPolicy = .usual, of app: (any DebuggedApp)? = nil,
    storesAt connect: @escaping @Sendable () throws -> (any Connection)?
  ) {
    (self.path, self.decoding, self.connect, self.app) = (path, decoding, connect, app)
  }
}

/// What a server has: a session at its address; or, if there are several, a list of them, and each in a folder `0/`, `1/`
/// and so on. Used by the server's thread only.
final class ServerRoutes: Routes {
  private let rules: AccessRules
  private let sessions: [SessionRoutes]

  init(_ rules: AccessRules, _ sessions: [SessionRoutes]) {
    (self.rules, self.sessions) = (rules, sessions)
  }

  /// The folder of a session below the server's address.
  static func folder(of number: Int, among count: Int) -> String {
    count == 1 ? "" : "\(number)/"
  }

  func tick() -> ContinuousClock.Instant? { sessions.compactMap { $0.tick() }.min() }

  func check(_ head: RequestHead) throws(Refusal) {
    guard let (session, path) = try target(of: head) else {
      guard head.method == .get else { throw .wrongMethod }
      return
    }
    try session.check(head, at: path)
  }

  func reply(to head: RequestHead, _ body: [UInt8]) -> Reply {
    do throws(Refusal) {
      guard let (session, path) = try target(of: head) else { return .page(list) }
      return try session.reply(to: head, at: path, body)
    } catch {
      return Reply(error)
    }
  }

  /// The session that a request is for, and the path below its address; nil for the list.
  private func target(
    of head: RequestHead
  ) throws(Refusal) -> (session: SessionRoutes, path: String)? {
    let path = try rules.path(of: head)
    if sessions.count == 1 { return (sessions[0], path) }
    if path.isEmpty { return nil }
    guard
      let number = sessions.indices.first(where: {
        path.hasPrefix(Self.folder(of: $0, among: sessions.count))
      })
    else { throw .notFound }
    let folder = Self.folder(of: number, among: sessions.count)
    return (sessions[number], String(path.dropFirst(folder.count)))
  }

  // MARK: The list

  /// The page with the list of the sessions.
  private func list(nonce: String) -> String {
    let rows = sessions.enumerated().map { number, session in
      let facts = session.facts.map { "<td>\(Self.escaped($0))</td>" }.joined()
      return "<tr><td><a href=\"\(Self.folder(of: number, among: sessions.count))\">"
        + "\(Self.escaped(session.path))</a></td>\(facts)</tr>"
    }
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Sessions</title>
      <meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark">
      <style nonce="\(nonce)">
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
      table { border-collapse: collapse; width: 100% }
      th, td { border-bottom: 1px solid #8884; overflow-wrap: anywhere; padding: .3rem .6rem; text-align: left }
      </style></head><body><h1>Sessions</h1>
      <table><thead><tr><th>log</th><th>app</th><th>actions</th><th>started</th></tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></body></html>

      """
  }

  private static func escaped(_ text: String) -> String {
    text.visible.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
      "\"", with: "&quot;")
  }
}

extension SessionRoutes {
  /// The app, the number of actions and the start; or why there are none.
  fileprivate var facts: [String] {
    do {
      let log = try LogReader(file: path)
      let start = Date(timeIntervalSince1970: Double(log.header.start.wall) / 1e9)
      return [log.header.app, "\(log.actionCount)", start.formatted(.iso8601)]
    } catch {
      return [errorSentence(error), "", ""]
    }
  }
}
