/// What the app needs of the device: nothing of it is touched before an action asks for it.
package struct ItemListSystem: Sendable {
  /// What knows who may see the items.
  package var authenticator: any Authenticator
  /// What keeps the items at a path, or in the memory.
  package var storage: @Sendable (_ path: String?) -> any LoginStorage
  /// Where copied passwords go.
  package var pasteboard: any Pasteboard

  /// A system of these three.
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
