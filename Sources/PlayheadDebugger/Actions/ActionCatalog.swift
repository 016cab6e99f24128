import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// All action types of an app.
struct ActionCatalog {
  /// An action type and its handlers.
  struct Entry {
    let type: ActionType
    /// The stores, in handling order.
    let handlers: [ActionHandler]
  }

  let app: String
  let stores: [String]
  /// The types in the order of the stores and their handlers.
  let types: [Entry]
  /// Finds the upgrades of older types.
  private let player: DispatcherPlayer

  /// `nil` if the app has an engine of its own, whose types are unknown.
  init?(of app: AppEntry) throws {
    guard let player = try app.player() as? DispatcherPlayer else { return nil }
    (self.app, self.player) = (app.name, player)
    // Types that only later stores handle are known, too.
    player.registerAll()
    let dispatcher = player.dispatcher
    stores = dispatcher.stores.map(\.name)
    var seen: Set<ObjectIdentifier> = []
    types = player.types.filter { seen.insert(ObjectIdentifier($0)).inserted }.map { type in
      Entry(
        type: ActionType(name: type.actionName, version: type.actionVersion),
        handlers: dispatcher.handlers(of: type))
    }
  }

  /// The entry for a log's `type`, or for the type that the app's upgrades turn it into.
  func entry(of type: ActionType) -> Entry? {
    let name = player.presentType(of: type)?.actionName ?? type.name
    return types.first { $0.type.name == name }
  }

  /// Whether the app's upgrades drop the actions of `type`.
  func drops(_ type: ActionType) -> Bool { player.drops(type) }
}

// MARK: - For people

extension ActionCatalog {
  /// Prints a line per type: the name and the stores.
  func print(on console: Console) throws {
    let count = Format.count(types.count, "action type")
    try console.print(
      "\(app): \(count), \(Format.count(stores.count, "store")) "
        + "(\(stores.joined(separator: ", ")))\n")
    let width = types.map(\.type.title.columns).max() ?? 0
    for entry in types { try entry.print(on: console, nameWidth: width) }
  }
}

extension ActionCatalog.Entry {
  fileprivate func print(on console: Console, nameWidth: Int) throws {
    let margin = String(repeating: " ", count: nameWidth - type.title.columns + 2)
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
  /// The name, without control characters, and the version if it is not 1.
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
