import PlayheadFlux
import PlayheadPlugins

/// Calls a host's plug-ins about the preview, as a controller calls its delegates.
///
/// Listens to the dispatcher and not to the preview's store, because a replay notifies observers too, and the
/// log already has the consequences of a callback.
struct PreviewCallbacks: Sendable {
  private let subscriptions: [SubscriptionToken]

  /// Calls the plug-ins of `host` while this value lives.
  init(
    from dispatcher: Dispatcher, to host: PluginHost<EditorContext>,
    of preview: @escaping @Sendable () -> Preview
  ) {
    // Weak, because the plug-ins reference the dispatcher, which references its listeners.
    let tell = { @Sendable [weak host] (call: (any PreviewSubscriber) -> Void) in
      host?.notify((any PreviewSubscriber).self, call) ?? ()
    }
    subscriptions = [
      dispatcher.listen(to: Seek.self) { action, _ in
        if action.scene == .film { tell { $0.didSeek(to: preview().position) } }
      },
      dispatcher.listen(to: Progress.self) { _, _ in
        tell { $0.didProgress(to: preview().position) }
      },
      dispatcher.listen(to: SetPlayState.self) { _, _ in
        tell { $0.playStateDidChange(to: preview().playState) }
      },
    ]
  }
}
