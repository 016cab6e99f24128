/// The database and the server. The app opens them only when it needs them.
package struct Outside: Sendable {
  /// Opens a project's file; a project in memory for nil.
  package var openDatabase: @Sendable (String?) throws -> any Database
  /// Makes the connection to the server.
  package var makeServer: @Sendable () -> any Server

  package init(
    openDatabase: @escaping @Sendable (String?) throws -> any Database = {
      try ProjectDatabase(path: $0)
    },
    makeServer: @escaping @Sendable () -> any Server = { SiteServer() }
  ) {
    self.openDatabase = openDatabase
    self.makeServer = makeServer
  }

  /// SQLite, and a server behind the network of a building site.
  package static let live = Outside()
}
