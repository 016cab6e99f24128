import PlayheadFlux
import PlayheadRecorder

func keepingTheEnd(_ dispatcher: Dispatcher, to path: String) throws {
  // begin
  var options = RecordingOptions()
  options.keeps = .last(bytes: 50_000_000)
  options.existing = .continued
  let recorder = try dispatcher.record(to: path, app: "shop", options: options)
  // end
  try recorder.close()
}
