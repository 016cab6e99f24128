import Foundation
import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import Testing

func recordingSafely(
  _ dispatcher: Dispatcher, to url: URL, warn: @escaping @Sendable (String?) -> Void
) throws -> Recording {
  // begin
  var options = RecordingOptions()
  options.durability = .every(.seconds(2))
  options.keeps = .last(.seconds(3600), bytes: 50_000_000)
  options.onFailure = { error in warn("The session is not being recorded: \(error)") }
  options.onRecovery = { warn(nil) }
  let recording = try dispatcher.record(to: url, app: "shop", options: options)
  // end
  return recording
}

func lookingBack(at url: URL, report: (String) -> Void) throws {
  // begin
  let log = try ActionLog(url)
  if let step = log.stoppedHandling {
    report("stopped while handling \(try log.entry(at: step).type.name)")
  }
  // end
}
