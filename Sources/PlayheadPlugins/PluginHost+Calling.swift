import PlayheadFlux

extension PluginHost {
  /// Gives the plug-ins their context: calls `pluginDidLoad` on the loaded ones, in order, and from now on
  /// follows ``loaded``. When an action has changed that, calls `pluginDidUnload` on removed plug-ins, in
  /// reverse order, and then `pluginDidLoad` on added ones, in order.
  ///
  /// The calls come where actions are handled, one at a time: after all stores have handled the action, and
  /// before observers are called. The first calls come on this thread. A replay makes the calls too, with or
  /// without observers, because the stores of a plug-in may depend on its context. Register the ``stores``
  /// first. An open host is closed first.
  public func open(in context: Context) {
    close()
    change(context: context)
  }

  /// Takes the context back: calls `pluginDidUnload` on the plug-ins that have it, in reverse order. Their
  /// states stay, and their stores still handle actions: only unloading a plug-in stops that.
  public func close() { change(context: nil) }

  /// Calls `body` with each loaded plug-in that is a `Subscriber`, in order: for events of the host for which
  /// there is no action, such as its life cycle or the preview's progress.
  ///
  /// ```swift
  /// host.notify((any PreviewDelegate).self) { $0.previewDidSeek(to: 2.5) }
  /// ```
  ///
  /// The calls come on this thread. They skip a plug-in that is unloaded meanwhile, and include one that is
  /// loaded before its turn. There are no calls unless the host is open. To change state, dispatch an action
  /// in the callback.
  public func notify<Subscriber>(_ type: Subscriber.Type, _ body: (Subscriber) -> Void) {
    for plugin in plugins {
      if let subscriber = plugin as? Subscriber, isReachable(plugin.name) { body(subscriber) }
    }
  }

  /// Calls plug-ins with a changed connection. If another thread, or a caller further up the stack, is doing
  /// so, it includes this change.
  func settle() {
    changes.notify()
  }

  private func change(context new: Context?) {
    context.withLock { $0 = new }
    settle()
  }

  private func isReachable(_ plugin: String) -> Bool {
    // Both, because the plug-in is called after the state has changed.
    connections.contains(plugin) && loaded.read { $0.contains(plugin) }
  }
}

/// The plug-ins that have their host's context: those between `pluginDidLoad` and `pluginDidUnload`.
final class PluginConnections<Context: Sendable>: Sendable {
  /// The wanted state: the context, `nil` while the host is closed, and the loaded plug-ins.
  struct Target: Sendable {
    let context: Context?
    let loaded: LoadedPlugins
  }

  private let plugins: [any Plugin<Context>]
  private let connected = Guarded<Set<String>>([])

  /// No plug-in has a context. `plugins` are in order.
  init(_ plugins: [any Plugin<Context>]) { self.plugins = plugins }

  func contains(_ plugin: String) -> Bool { connected.withLock { $0.contains(plugin) } }

  /// Connects and disconnects plug-ins to match `target`. Calls do not overlap.
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
