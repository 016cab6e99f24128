import PlayheadFlux

/// The plug-ins that have their host's context: those between `pluginDidLoad` and `pluginDidUnload`.
final class PluginConnections<Context: Sendable>: Sendable {
  /// What is to be: the context, `nil` while the host is closed, and which plug-ins are loaded.
  struct Target: Sendable {
    let context: Context?
    let loaded: LoadedPlugins
  }

  private let plugins: [any Plugin<Context>]
  private let connected = Guarded<Set<String>>([])

  /// None of `plugins`, which are in order, has a context.
  init(_ plugins: [any Plugin<Context>]) { self.plugins = plugins }

  func contains(_ plugin: String) -> Bool { connected.withLock { $0.contains(plugin) } }

  /// Calls the plug-ins whose connection is to be another. It is called once at a time.
  func settle(on target: Target) {
    for plugin in plugins.reversed() where !isWanted(plugin.name, by: target) {
      if connected.withLock({ $0.remove(plugin.name) }) != nil { plugin.pluginDidUnload() }
    }
    guard let context = target.context else { return }
    for plugin in plugins where isWanted(plugin.name, by: target) {
      if connected.withLock({ $0.insert(plugin.name).inserted }) { plugin.pluginDidLoad(context) }
    }
  }

  private func isWanted(_ plugin: String, by target: Target) -> Bool {
    target.context != nil && target.loaded.contains(plugin)
  }
}
