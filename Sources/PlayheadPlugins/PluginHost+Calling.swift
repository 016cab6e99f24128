import PlayheadFlux

extension PluginHost {
  /// Gives the plug-ins their context: calls `pluginDidLoad` on those that are loaded, in order, and
  /// from now on follows ``loaded``. When an action has changed it, `pluginDidUnload` is called on those
  /// that left, in reverse order, and then `pluginDidLoad` on those that came, in order.
  ///
  /// The calls come where actions are handled, one at a time: after all stores have handled the action, and before
  /// observers hear of it. The first calls come on this thread. A replay makes the calls too, with or without
  /// observers, because the stores of a plug-in may depend on its context. Register the ``stores`` first. An open
  /// host is closed first.
  public func open(in context: Context) {
    close()
    change(context: context)
  }

  /// Takes the context back: calls `pluginDidUnload` on the plug-ins that have it, in reverse order.
  /// Their states stay, and their stores go on handling actions: a plug-in is out only when it is
  /// unloaded.
  public func close() { change(context: nil) }

  /// Calls `body` with each loaded plug-in that is a `Subscriber`, in order: for what the host is told
  /// and no action says, such as its life cycle or the preview's progress.
  ///
  /// ```swift
  /// host.notify((any PreviewDelegate).self) { $0.previewDidSeek(to: 2.5) }
  /// ```
  ///
  /// It calls on this thread. A plug-in that is unloaded meanwhile is not called any more, and one that
  /// is loaded meanwhile is called if its turn is still to come. Nobody is called unless the host is
  /// open. What changes state is an action: a callback that is to change it dispatches one.
  public func notify<Subscriber>(_ type: Subscriber.Type, _ body: (Subscriber) -> Void) {
    for plugin in plugins {
      if let subscriber = plugin as? Subscriber, isReachable(plugin.name) { body(subscriber) }
    }
  }

  /// Calls the plug-ins whose connection is another by now. If another thread, or a caller further up,
  /// is at it already, that one does it.
  func settle() {
    changes.deliver { .init(context: context.withLock { $0 }, loaded: loaded.untracked) }
  }

  private func change(context new: Context?) {
    context.withLock { $0 = new }
    settle()
  }

  private func isReachable(_ plugin: String) -> Bool {
    // Both: the state may have changed while the plug-in is still to be told.
    connections.contains(plugin) && loaded.read { $0.contains(plugin) }
  }
}
