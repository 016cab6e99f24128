/// What of the world the app reaches for, when it needs it and not before.
package struct Outside: Sendable {
  /// Opens a project's file; in memory if it is nil.
  package var openDatabase: @Sendable (String?) throws -> any Database
  /// Makes the way to the server.
  package var makeServer: @Sendable () -> any Server

  /// A world of this database and this server.
  package init(
    openDatabase: @escaping @Sendable (String?) throws -> any Database = {
      try ProjectDatabase(path: $0)
    },
    makeServer: @escaping @Sendable () -> any Server = { SiteServer() }
  ) {
    self.openDatabase = openDatabase
    self.makeServer = makeServer
  }

  /// SQLite, and a server over the network of a building site.
  package static let live = Outside()
}
