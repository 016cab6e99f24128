import Foundation
import PlayheadDebugger
import PlayheadFlux
import PlayheadRecorder

/// Records a session with notes and a gap, which no line of a terminal can ask for.
func write(_ path: String) throws {
  let app = try HostileApp(inputs: .live)
  let recording = try app.record(to: URL(filePath: path), build: Hostile.word, options: .exact)
  recording.mark(Hostile.word)
  func say(_ text: String) {
    let names = Dictionary(uniqueKeysWithValues: Hostile.names.map { ($0, text) })
    app.dispatcher.dispatch(HostileApp.Say(text: text, names: names))
  }
  for text in Hostile.texts { say(text) }
  recording.pause()
  for text in ["not", "recorded", "at all"] { say(text) }
  recording.resume()
  for name in Hostile.names {
    app.dispatcher.dispatch(HostileApp.Forget(name: name), cause: app.dispatcher.lastTurn)
  }
  recording.mark("__proto__")
  say(Hostile.word)
  try recording.close()
}

// 'hostile-app --write LOG'; other calls are those of 'playhead'.
if CommandLine.arguments.dropFirst().first == "--write" {
  try write(CommandLine.arguments[2])
} else {
  PlayheadCommand.main(apps: [HostileApp.self])
}
