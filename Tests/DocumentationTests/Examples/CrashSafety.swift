import PlayheadFlux
import PlayheadLog
import PlayheadRecorder
import Testing

func recordingSafely(
  _ dispatcher: Dispatcher, to path: String, warn: @escaping @Sendable (String?) -> Void
) throws -> Recorder {
  // begin
  var options = RecordingOptions()
  options.existing = .continued
  options.durability = .every(.seconds(2))
  options.keeps = .last(.seconds(3600), bytes: 50_000_000)
  options.onFailure = { error in warn("The session is not being recorded: \(error)") }
  options.onRecovery = { warn(nil) }
  let recorder = try dispatcher.record(to: path, app: "shop", options: options)
  // end
  return recorder
}

func lookingBack(at path: String, report: (String) -> Void) throws {
  // begin
  let log = try LogReader(path: path)
  if case .stoppedHandling(let step) = log.ending {
    report("stopped while handling \(try log.entry(at: step).type.name)")
  }
  // end
}
