import PlayheadFlux
import PlayheadTerminal
import SampleSupport

extension ClipEditor {
  func seek(_ words: inout CommandLineReader) throws {
    let position = try words.time("a second of the film")
    guard position <= preview.duration else {
      throw CommandError("the film is \(seconds(preview.duration)) long; 'seek' stays inside it")
    }
    dispatcher.dispatch(Seek(to: position, in: scene))
  }

  func play(_ words: inout CommandLineReader) throws {
    guard !isCoverOpen else {
      throw CommandError("a cover is a still; 'cover close' goes back to the film")
    }
    guard preview.duration > 0 else {
      throw CommandError("there is no film yet; 'add clip 4 beach.mov' begins one")
    }
    let start = preview.position == preview.duration ? 0 : preview.position
    let length = try words.optionalTime("a number of seconds")
    let end = length.map { start + $0 } ?? preview.duration
    dispatcher.dispatch(SetPlayState(to: .playing(until: end)))
  }

  func pause() { dispatcher.dispatch(SetPlayState(to: .paused)) }

  /// Pauses a playing film, for actions that need a still film.
  func standStill() {
    if plugins.preview().isPlaying { pause() }
  }

  /// Waits until the player has stopped.
  func wait() { blocking { [player] in await player.finish() } }
}
