import Foundation

/// Sockets that listen at one port of 127.0.0.1 and, where the system has it, of ::1.
struct Listener: Sendable {
  let port: UInt16
  let sockets: [Int32]

  /// How many free ports of 127.0.0.1 are tried until one is also free at ::1.
  private static let tries = 16

  /// Listens at `port`, or at any free one.
  init(port: UInt16?) throws(ServerError) {
    for _ in 1..<Self.tries where port == nil {
      if let listener = try? Listener(at: 0) {
        self = listener
        return
      }
    }
    try self.init(at: port ?? 0)
  }

  /// Listens nowhere, until the port is free.
  init(closedAt port: UInt16) { (self.port, sockets) = (port, []) }

  private init(at port: UInt16) throws(ServerError) {
    do throws(SocketError) {
      let first = try Sockets.listen(.v4, port: port)
      self.port = Sockets.port(of: first)
      do throws(SocketError) {
        sockets = [first, try Sockets.listen(.v6, port: self.port)]
      } catch {
        // Without IPv6 there is nobody at ::1. But another server there would get what is meant for this one.
        guard error.code != EADDRINUSE else {
          close(first)
          throw error
        }
        sockets = [first]
      }
    } catch {
      throw error.code == EADDRINUSE ? .portTaken(port) : .noSocket(reason: error.reason)
    }
  }
}

/// Why there is no server.
package enum ServerError: Error, Equatable, CustomStringConvertible {
  case portTaken(UInt16)
  case noSocket(reason: String)

  package var description: String {
    switch self {
    case .portTaken(let port):
      "port \(port) is used by another program; choose another one, or none for any that is free"
    case .noSocket(let reason): "the system does not let this program listen: \(reason)"
    }
  }
}
