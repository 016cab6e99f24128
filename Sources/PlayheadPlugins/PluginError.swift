/// Why plug-ins cannot be plugged into a host.
public enum PluginError: Error, Hashable, Sendable {
  /// Two plug-ins of `host` are called `plugin`.
  case duplicateName(host: String, plugin: String)
  /// Each of the plug-ins comes after the next one, and the last is the first again.
  case cycle(host: String, [String])
  /// `plugin` is to be unloaded at first, and `host` has only those that are `known`.
  case unknownPlugin(host: String, plugin: String, known: [String])
}

extension PluginError: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .duplicateName(let host, let plugin):
      "two plug-ins of host '\(host)' are called '\(plugin)'; give each plug-in of a host a name of "
        + "its own"
    case .cycle(let host, let names):
      "plug-ins wait for each other: \(names.joined(separator: " → ")); let one of them not be "
        + "'after' the next (host '\(host)')"
    case .unknownPlugin(let host, let plugin, let known):
      "host '\(host)' cannot leave plug-in '\(plugin)' unloaded, as it has none of that name; it has "
        + (known.isEmpty ? "none" : known.map { "'\($0)'" }.joined(separator: ", "))
    }
  }
}
