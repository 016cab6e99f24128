/// Which plug-ins of a host are loaded: the state of its store.
public struct LoadedPlugins: Codable, Hashable, Sendable {
  /// Their names, in the host's order.
  public internal(set) var names: [String]

  /// Whether the plug-in called `name` is loaded.
  public func contains(_ name: String) -> Bool { names.contains(name) }
}
