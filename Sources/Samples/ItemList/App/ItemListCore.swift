package import PlayheadFlux

/// The app without its views: the dispatcher and the stores, which live as long as the app.
package struct ItemListCore: Sendable {
  /// Takes the app's actions.
  package let dispatcher: Dispatcher
  /// Whether the items may be shown.
  package let lock: LockStore
  /// The items.
  package let items: ItemStore
  /// How the items are listed.
  package let display: ItemListDisplayStore
  /// How the open item is shown.
  package let detail: ItemDetailDisplayStore
  /// The current place in the app.
  package let routes: RouteStore

  private let effects: Effects

  /// An app in its initial state: locked, with nothing read.
  ///
  /// - Parameters:
  ///   - inputs: The source of dates, UUIDs and random numbers.
  ///   - system: The parts of the device that the app uses.
  ///   - fault: A mistake to make, for exercises.
  package init(
    inputs: SystemInputs, system: ItemListSystem, fault: ItemListFault? = nil
  ) throws {
    lock = .lock()
    items = .items(after: lock, fault)
    display = .itemListDisplay()
    detail = .itemDetailDisplay()
    routes = .routes(after: lock, items)
    effects = Effects()
    dispatcher = Dispatcher(
      inputs: inputs,
      middleware: [
        Authentication(lock, system.authenticator, effects),
        StorageAccess(lock, items, system.storage),
        Copying(items, to: system.pasteboard),
      ])
    try dispatcher.register(lock, items, display, detail, routes)
  }

  /// Waits until no check is running.
  package func finishEffects() async { await effects.finish() }
}
