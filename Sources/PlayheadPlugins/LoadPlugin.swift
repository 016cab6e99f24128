public import PlayheadFlux

/// Plugs one of a host's plug-ins in.
///
/// The plug-in's stores handle this action already, so that they can start afresh with it; otherwise
/// they go on with the state that they had. A host that has no such plug-in, or has it loaded, leaves
/// its own state unchanged; the stores of loaded plug-ins handle the action all the same.
public struct LoadPlugin: Action {
  /// `LoadPlugin`.
  public static let actionName = "LoadPlugin"

  /// The host's name.
  public var host: String
  /// The plug-in's name.
  public var plugin: String

  /// Loads `plugin` into `host`.
  public init(host: String, plugin: String) {
    self.host = host
    self.plugin = plugin
  }
}

/// Takes one of a host's plug-ins out; its state stays as it is.
///
/// The plug-in's stores do not handle this action any more. A host that has no such plug-in loaded
/// leaves its state unchanged.
public struct UnloadPlugin: Action {
  /// `UnloadPlugin`.
  public static let actionName = "UnloadPlugin"

  /// The host's name.
  public var host: String
  /// The plug-in's name.
  public var plugin: String

  /// Unloads `plugin` from `host`.
  public init(host: String, plugin: String) {
    self.host = host
    self.plugin = plugin
  }
}

/// Which plug-ins of a host are loaded: the state of its store.
public struct LoadedPlugins: Codable, Hashable, Sendable {
  /// Their names, in the host's order.
  public internal(set) var names: [String]

  /// Whether the plug-in called `name` is loaded.
  public func contains(_ name: String) -> Bool { names.contains(name) }
}
