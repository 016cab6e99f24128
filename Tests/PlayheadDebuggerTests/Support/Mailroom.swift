import Dispatch
import Foundation
import PlayheadFlux
import PlayheadReplay
import PlayheadTerminal
import Synchronization

/// An app whose letters take until a test lets them arrive.
struct Mailroom: TerminalApp, ReplayDetails {
  static let appName = "mailroom"
  static let commandHelp = "post TEXT              send a letter"

  struct Post: Action {
    static let actionName = "Post"
    var text: String
  }

  struct Arrive: Action {
    static let actionName = "Arrive"
    var text: String
  }

  struct Open: Action { static let actionName = "Open" }

  /// What a test has in its hands while the app runs.
  final class Hands: Sendable {
    let gate = Gate()
    let effects = Effects()
    let performed = Mutex<[String]>([])
    let startError = Mutex<CommandError?>(nil)
    /// What happens when the app is asked to finish.
    let onFinish = Mutex<@Sendable () -> Void>({})

    /// Waits until no letter is under way.
    func waitForLetters() {
      let done = DispatchSemaphore(value: 0)
      Task { [effects] in
        await effects.finish()
        done.signal()
      }
      done.wait()
    }
  }

  @TaskLocal static var hands = Hands()

  private struct Carrier: Middleware {
    let hands: Hands

    func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
      let turn = next(action)
      guard let post = action as? Post else { return }
      hands.effects.start(from: dispatcher, cause: turn) { [hands] dispatch in
        await hands.gate.wait()
        dispatch(Arrive(text: post.text))
      }
    }
  }

  let dispatcher: Dispatcher
  private let letters = Store("letters", [String]())
    .on(Arrive.self) { letters, action in letters.append(action.text) }
    .on(Post.self) { _, _, context in context.leaveUnchanged() }
  private let hands: Hands

  init(inputs: SystemInputs) throws {
    hands = Self.hands
    dispatcher = Dispatcher(inputs: inputs, middleware: [Carrier(hands: hands)])
    try dispatcher.register(letters)
  }

  static var otherActionTypes: [any Action.Type] { [Open.self] }

  var view: String { "letters: \(letters.state.joined(separator: ", "))" }

  func start() throws {
    dispatcher.dispatch(Open())
    if let error = hands.startError.withLock({ $0 }) { throw error }
  }

  func perform(_ line: String) throws -> String? {
    hands.performed.withLock { $0.append(line) }
    guard !line.isEmpty else { return nil }
    guard line.hasPrefix("post ") else {
      throw CommandError("there is no '\(line)'; say 'post TEXT'")
    }
    dispatcher.dispatch(Post(text: String(line.dropFirst("post ".count))))
    return nil
  }

  func finish() {
    hands.onFinish.withLock { $0 }()
    hands.gate.open()
    hands.waitForLetters()
  }
}

/// Closed until somebody opens it.
final class Gate: Sendable {
  private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>(
    (false, []))

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      defer { state = (true, []) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
