import PlayheadFlux
import PlayheadPlugins

/// Tells a host's plug-ins of the preview, as a controller tells its delegates.
///
/// It listens to the dispatcher and not to the preview's store: an observer hears of a replay as well,
/// and what a callback has led to is in the log already.
struct PreviewCallbacks: Sendable {
  private let subscriptions: [SubscriptionToken]

  /// Tells the plug-ins of `host` for as long as this value lives.
  init(
    from dispatcher: Dispatcher, to host: PluginHost<EditorContext>,
    of preview: @escaping @Sendable () -> Preview
  ) {
    // Weak: the plug-ins hold the dispatcher, which holds its listeners.
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
