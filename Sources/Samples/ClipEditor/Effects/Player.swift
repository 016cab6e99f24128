import PlayheadFlux

/// Waits for the player; tests wait differently.
package typealias Sleep = @Sendable (Duration) async throws -> Void

/// Plays the film: dispatches a `Progress` for each frame while the preview plays.
///
/// The player is an effect, so it runs only live. In a log, each `Progress` has the `SetPlayState` that
/// started the player as its cause.
struct Player: Middleware {
  private let effects = Effects()
  private let preview: @Sendable () -> Preview
  private let sleep: Sleep

  /// A stopped player.
  init(of preview: @escaping @Sendable () -> Preview, sleep: @escaping Sleep) {
    self.preview = preview
    self.sleep = sleep
  }

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    let turn = next(action)
    // Besides a pause, a seek, an edit or a draft may bring the film to its end.
    guard preview().isPlaying else { return effects.cancel(Player.film) }
    guard action is SetPlayState else { return }
    effects.start(Player.film, from: dispatcher, cause: turn) { [preview, sleep] dispatch in
      while preview().isPlaying {
        guard (try? await sleep(.milliseconds(Film.frame))) != nil else { return }
        dispatch(Progress(by: Film.frame))
      }
    }
  }

  /// Waits until the film is paused.
  func finish() async { await effects.finish() }

  /// The effect's ID: starting the film again replaces the running player.
  private static let film = "film"
}
