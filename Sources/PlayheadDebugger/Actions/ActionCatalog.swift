import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// Every type of action of an app.
struct ActionCatalog {
  /// A type of action, and its handlers.
  struct Entry {
    let type: ActionType
    /// The stores in the order in which they handle it.
    let handlers: [ActionHandler]
  }

  let app: String
  let stores: [String]
  /// In the order of the stores and their handlers.
  let types: [Entry]
  /// Knows the upgrades of older types.
  private let player: DispatcherPlayer

  init(of app: any ReplayableApp.Type) throws {
    self.app = app.appName
    // A fresh app, in an environment that stands still, as replays have it.
    let fresh = try app.init(inputs: .seeded())
    let dispatcher = fresh.dispatcher
    player = try DispatcherPlayer(app)
    let first = dispatcher.stores
    let details = KnownDetails(of: fresh)
    let later = details.otherStores.compactMap { $0 as? any ErasedStore }
      .filter { other in !first.contains { $0 === other } }
    // What only those that come later take is no stranger either.
    dispatcher.replay(with: first + later)
    stores = dispatcher.stores.map(\.name)
    var seen: Set<ObjectIdentifier> = []
    types = (dispatcher.actionTypes + details.otherActionTypes)
      .filter { seen.insert(ObjectIdentifier($0)).inserted }
      .map { type in
        Entry(
          type: ActionType(name: type.actionName, version: type.actionVersion),
          handlers: dispatcher.handlers(of: type))
      }
  }

  /// The type that a log's `type` is, or becomes by the app's upgrades.
  func entry(of type: ActionType) -> Entry? {
    let name = player.presentType(of: type)?.actionName ?? type.name
    return types.first { $0.type.name == name }
  }

  /// Whether the app's upgrades leave out the actions of `type`.
  func drops(_ type: ActionType) -> Bool { player.drops(type) }
}

// MARK: - For people

extension ActionCatalog {
  /// A line per type, as `log` prints one per action: the name and the stores.
  func print(on console: Console) throws {
    let count = Format.count(types.count, "type")
    try console.print(
      "\(app): \(count) of action, \(Format.count(stores.count, "store")) "
        + "(\(stores.joined(separator: ", ")))\n")
    let width = types.map(\.type.title.count).max() ?? 0
    for entry in types { try entry.print(on: console, nameWidth: width) }
  }
}

extension ActionCatalog.Entry {
  fileprivate func print(on console: Console, nameWidth: Int) throws {
    let margin = String(repeating: " ", count: nameWidth - type.title.count + 2)
    let stores = StyledText("→ \(handlerText)", .dim)
    try console.print(
      "\(StyledText(type.title, .cyan))\(margin)\(stores)")
  }

  /// `cart, prices, audit (any)`.
  private var handlerText: String {
    guard !handlers.isEmpty else { return "no store" }
    return handlers.map { $0.store.name + ($0.isCatchAll ? " (any)" : "") }.joined(separator: ", ")
  }
}

extension ActionType {
  /// The name, and the version if it is not the first, without what would steer a terminal.
  var title: String { name.visible + (version == 1 ? "" : " (version \(version))") }
}

// MARK: - For programs

extension ActionCatalog.Entry {
  var json: JSON {
    ["type": type.name, "version": type.version, "handlers": handlerJSON]
  }

  /// The stores, in order.
  var handlerJSON: JSON {
    handlers.map { ["store": $0.store.name, "any": $0.isCatchAll] as JSON }.asJSON
  }
}
