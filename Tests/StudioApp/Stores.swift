import Foundation
import Playhead
import Synchronization

/// The app's stores. The lines that record them end in 'record'.
let recording = Mutex<Recording?>(nil)  // record

final class LibraryStore: Sendable {
  private let state = Mutex(Library())

  func send(_ action: LibraryAction) {
    guard let recording = recording.withLock(\.self) else { return reduce(action) }  // record
    recording.record(action, in: "library") {  // record
      reduce(action)
      return state.withLock(\.self)  // record
    }  // record
  }

  private func reduce(_ action: LibraryAction) { state.withLock { $0.reduce(action) } }
}

/// The store of a window or a popover.
@MainActor final class ScreenStore<State: Codable & Sendable> {
  let name: String
  private(set) var state: State

  init(_ name: String, _ state: State) {
    (self.name, self.state) = (name, state)
    recording.withLock(\.self)?.addStore(name, state)  // record
  }

  func close() {
    recording.withLock(\.self)?.removeStore(name)  // record
  }

  func send<Action: Codable>(_ action: Action, _ reduce: (inout State) -> Void) {
    guard let recording = recording.withLock(\.self) else { return reduce(&state) }  // record
    recording.record(action, in: name) {  // record
      reduce(&state)
      return state  // record
    }  // record
  }
}

extension ScreenStore<Window> {
  func send(_ action: any WindowAction, library: LibraryStore? = nil) -> Task<Void, Never>? {
    var effect: Task<Void, Never>?
    send(action) { (state: inout Window) in
      state.reduce(action)
      // An effect, which begins in the handler.
      effect = library.map { library in
        Task.detachedFromActor { library.send(.import(.rows(.loaded(3)))) }
      }
    }
    return effect
  }
}

extension ScreenStore<Popover> {
  func send(_ action: PopoverAction) {
    send(action) { (state: inout Popover) in
      if case .type(let text) = action { state.text += text }
    }
  }
}

extension Task where Success == Void, Failure == Never {
  /// A task that inherits what the current one has, but for its actor.
  fileprivate static func detachedFromActor(_ work: @escaping @Sendable () -> Void) -> Self {
    Task { @concurrent in work() }
  }
}
