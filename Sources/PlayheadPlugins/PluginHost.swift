public import PlayheadFlux

/// A container of plug-ins: it determines their context, their order, and which of them are loaded.
///
/// ```swift
/// let host = try PluginHost("plugins", [StickerPlugin(), TrackPlugin()])
/// try dispatcher.register(host.stores)
/// host.open(in: EditorContext(dispatcher: dispatcher, preview: preview))
/// ```
///
/// The list of loaded plug-ins is state like any other: ``LoadPlugin`` and ``UnloadPlugin`` change it, a
/// recording has it, and a replay loads and unloads plug-ins as the app did. While a plug-in is not loaded,
/// its stores handle no action and keep their states, and no callback reaches it.
///
/// The app keeps the host; its dispatcher keeps only the stores.
///
/// A plug-in may have its own host for its own plug-ins: its ``Plugin/stores`` are the inner host's, and it
/// opens and closes the inner host when it is loaded and unloaded. Stores of inner plug-ins handle actions
/// while both they and the outer plug-in are loaded.
public final class PluginHost<Context: Sendable>: Sendable {
  /// The host's name in actions and errors, and its store's name.
  public let name: String

  /// The plug-ins in the order in which their stores handle actions and callbacks reach them: the order of
  /// declaration, except that each comes after those that it names in ``Plugin/after``.
  public let plugins: [any Plugin<Context>]

  /// The store with the list of loaded plug-ins.
  public let loaded: Store<LoadedPlugins>

  /// The stores to register: the host's own store, and then the plug-ins'.
  public let stores: [any AnyStore]

  let context = Guarded<Context?>(nil)
  let connections: PluginConnections<Context>
  /// Updates the connections, one change at a time.
  let changes: Observer

  /// A host of these plug-ins, which also fixes the order of their stores.
  ///
  /// - Parameters:
  ///   - name: The host's name in actions, and the name of its store.
  ///   - plugins: Its plug-ins, in order. Their stores must not be registered yet.
  ///   - unloaded: The names of plug-ins that are not loaded until ``LoadPlugin``.
  public init(
    _ name: String, _ plugins: [any Plugin<Context>], unloaded: [String] = []
  ) throws(PluginError) {
    let order = try PluginOrder(of: name, plugins).plugins
    let names = order.map(\.name)
    for plugin in unloaded where !names.contains(plugin) {
      throw .unknownPlugin(host: name, plugin: plugin, known: names)
    }
    self.name = name
    self.plugins = order
    loaded = .loadedPlugins(of: name, named: names, except: unloaded)
    stores = [loaded] + plugIn(order, to: loaded)
    let connections = PluginConnections(order)
    self.connections = connections
    changes = Observer { [context, loaded] in
      let target = PluginConnections<Context>.Target(
        context: context.withLock { $0 }, loaded: loaded.untracked)
      return { connections.settle(on: target) }
    }
    loaded.settle = { [weak self] in self?.settle() }
  }
}

extension Store<LoadedPlugins> {
  /// The store of the host called `host`, with plug-ins called `names`.
  fileprivate static func loadedPlugins(
    of host: String, named names: [String], except unloaded: [String]
  ) -> Store {
    Store(host, LoadedPlugins(names: names.filter { !unloaded.contains($0) }))
      .on(LoadPlugin.self) { loaded, action, context in
        guard action.host == host, names.contains(action.plugin), !loaded.contains(action.plugin)
        else { return context.leaveUnchanged() }
        let old = loaded
        loaded.names = names.filter { $0 == action.plugin || old.contains($0) }
      }
      .on(UnloadPlugin.self) { loaded, action, context in
        guard action.host == host, loaded.contains(action.plugin) else {
          return context.leaveUnchanged()
        }
        loaded.names.removeAll { $0 == action.plugin }
      }
  }
}

/// Puts the stores of `plugins` behind their gates and in order, and returns them.
private func plugIn<Context>(
  _ plugins: [any Plugin<Context>], to loaded: Store<LoadedPlugins>
) -> [any AnyStore] {
  var stores: [String: [any AnyStore]] = [:]
  for plugin in plugins {
    let name = plugin.name
    let own = plugin.stores
    let earlier = [loaded] + plugin.after.flatMap { stores[$0] ?? [] }
    for store in own {
      // Anything but a 'Store' cannot be registered either.
      (store as? any ErasedStore)?.plugIn(
        gatedBy: { loaded.read { $0.contains(name) } }, after: earlier)
    }
    stores[name] = own
  }
  return plugins.flatMap { stores[$0.name] ?? [] }
}
