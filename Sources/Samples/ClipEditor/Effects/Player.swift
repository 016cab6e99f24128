import PlayheadFlux

/// How the player lets time pass; tests have another way.
package typealias Sleep = @Sendable (Duration) async throws -> Void

/// Plays the film: while the preview says that it plays, a piece of progress for each frame.
///
/// It is an effect, so it runs only live; in a log, each `Progress` has the `SetPlayState` that started
/// the player as its cause.
struct Player: Middleware {
  private let effects = Effects()
  private let preview: @Sendable () -> Preview
  private let sleep: Sleep

  /// A player that stands still.
  init(of preview: @escaping @Sendable () -> Preview, sleep: @escaping Sleep) {
    self.preview = preview
    self.sleep = sleep
  }

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    let turn = next(action)
    // Not only a pause stops it: a seek, an edit or a draft may bring the film to its end.
    guard preview().isPlaying else { return effects.cancel(Player.film) }
    guard action is SetPlayState else { return }
    effects.start(Player.film, from: dispatcher, cause: turn) { [preview, sleep] dispatch in
      while preview().isPlaying {
        guard (try? await sleep(.milliseconds(Film.frame))) != nil else { return }
        dispatch(Progress(by: Film.frame))
      }
    }
  }

  /// Waits until the film stands still.
  func finish() async { await effects.finish() }

  /// The effect's name: starting the film again replaces the player that runs.
  private static let film = "film"
}
