public import PlayheadFlux

/// Plugs in one of a host's plug-ins.
///
/// The plug-in's stores already handle this action, so that they can start over with it; otherwise they
/// continue with their last state. A host that has no such plug-in, or has loaded it already, leaves its own
/// state unchanged, but the stores of loaded plug-ins still handle the action.
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

/// Unplugs one of a host's plug-ins; its state stays.
///
/// The plug-in's stores do not handle this action any more. A host that has not loaded such a plug-in leaves
/// its state unchanged.
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

/// The loaded plug-ins of a host: the state of its store.
public struct LoadedPlugins: Codable, Hashable, Sendable {
  /// The names of the plug-ins, in the host's order.
  public internal(set) var names: [String]

  /// Whether the plug-in called `name` is loaded.
  public func contains(_ name: String) -> Bool { names.contains(name) }
}
