/// The order of a host's plug-ins: as declared, except that each comes after those that it names.
struct PluginOrder<Context: Sendable> {
  private(set) var plugins: [any Plugin<Context>] = []

  private let candidates: [String: any Plugin<Context>]
  private var placed: Set<String> = []
  /// The path from a plug-in to the one that is being placed before it.
  private var path: [String] = []

  init(of host: String, _ declared: [any Plugin<Context>]) throws(PluginError) {
    var candidates: [String: any Plugin<Context>] = [:]
    for plugin in declared {
      guard candidates.updateValue(plugin, forKey: plugin.name) == nil else {
        throw .duplicateName(host: host, plugin: plugin.name)
      }
    }
    self.candidates = candidates
    for plugin in declared { try place(plugin, of: host) }
  }

  private mutating func place(
    _ plugin: any Plugin<Context>, of host: String
  ) throws(PluginError) {
    guard !placed.contains(plugin.name) else { return }
    if let start = path.firstIndex(of: plugin.name) {
      throw .cycle(host: host, path[start...] + [plugin.name])
    }
    path.append(plugin.name)
    for earlier in plugin.after.compactMap({ candidates[$0] }) { try place(earlier, of: host) }
    path.removeLast()
    placed.insert(plugin.name)
    plugins.append(plugin)
  }
}

/// Why plug-ins cannot be plugged into a host.
public enum PluginError: Error, Hashable, Sendable {
  /// Two plug-ins of `host` are called `plugin`.
  case duplicateName(host: String, plugin: String)
  /// Each plug-in comes after the next one, and the last is the first again.
  case cycle(host: String, [String])
  /// `plugin` should not be loaded at first, but `host` has only the `known` plug-ins.
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
      "plug-ins wait for each other: \(names.joined(separator: " → ")); remove one of the "
        + "'after' entries (host '\(host)')"
    case .unknownPlugin(let host, let plugin, let known):
      "host '\(host)' cannot leave plug-in '\(plugin)' unloaded, because it has no plug-in of that name; it has "
        + (known.isEmpty ? "none" : known.map { "'\($0)'" }.joined(separator: ", "))
    }
  }
}
