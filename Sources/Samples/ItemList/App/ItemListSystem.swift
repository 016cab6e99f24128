/// The parts of the device that the app uses. Nothing is used before an action needs it.
package struct ItemListSystem: Sendable {
  /// Checks codes.
  package var authenticator: any Authenticator
  /// Makes the storage for a path, or for memory.
  package var storage: @Sendable (_ path: String?) -> any LoginStorage
  /// Takes copied passwords.
  package var pasteboard: any Pasteboard

  package init(
    authenticator: any Authenticator,
    storage: @escaping @Sendable (_ path: String?) -> any LoginStorage,
    pasteboard: any Pasteboard
  ) {
    self.authenticator = authenticator
    self.storage = storage
    self.pasteboard = pasteboard
  }
}
