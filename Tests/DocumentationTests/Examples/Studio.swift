import Foundation
import PlayheadRecorder
import PlayheadReplay

struct Library: Codable {
  var titles: [String] = []

  mutating func reduce(_ action: LibraryAction) {
    if case .add(let title) = action { titles.append(title) }
  }
}

enum LibraryAction: Codable {
  case add(String)
}

struct Window: Codable {
  var title = ""

  mutating func reduce(_ action: WindowAction) {
    if case .rename(let title) = action { self.title = title }
  }
}

enum WindowAction: Codable {
  case rename(String)
}

// begin
/// The store of one of several windows.
@MainActor final class WindowStore {
  private let name: String
  private var state = Window()
  private let recording: Recording

  init(_ name: String, _ recording: Recording) {
    (self.name, self.recording) = (name, recording)
    recording.addStore(name, state)
  }

  func send(_ action: WindowAction) {
    recording.record(action, in: name) {
      state.reduce(action)
      return state
    }
  }

  func close() { recording.removeStore(name) }
}
// end

// begin
let studio = AppEntry.stores(
  "studio",
  .store("library", initial: Library(), action: LibraryAction.self) { $0.reduce($1) },
  .store("window_*", on: MainActor.self, initial: Window(), action: WindowAction.self) {
    $0.reduce($1)
  })
// end

func recordWindow(_ action: WindowAction, to url: URL) throws {
  var window = Window()
  // begin
  let recording = try Recording(to: url, app: "studio")
  recording.addStore("window_2", window)
  recording.record(action, in: "window_2") {
    window.reduce(action)
    return window
  }
  recording.removeStore("window_2")
  // end
}
