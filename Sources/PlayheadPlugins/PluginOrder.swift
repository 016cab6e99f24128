/// The order of a host's plug-ins: as declared, but each after those that it names.
struct PluginOrder<Context: Sendable> {
  private(set) var plugins: [any Plugin<Context>] = []

  private let candidates: [String: any Plugin<Context>]
  private var placed: Set<String> = []
  /// The way from a plug-in to the one that is being placed before it.
  private var path: [String] = []

  /// Orders the plug-ins of a host.
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
