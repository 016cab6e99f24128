import Foundation
import PlayheadFlux
import PlayheadRecorder

func keepingTheEnd(_ dispatcher: Dispatcher, to url: URL) throws {
  // begin
  var options = RecordingOptions()
  options.keeps = .last(bytes: 50_000_000)
  let recording = try dispatcher.record(to: url, app: "shop", options: options)
  // end
  try recording.close()
}
