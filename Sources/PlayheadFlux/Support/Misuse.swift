import Foundation
import Synchronization

/// Programming errors. Each stops a debug build with a sentence. A release build goes on, as the place of the
/// error says, and reports the sentence.
enum Misuse {
  case dispatchInStrictMode(action: String, handling: String)
  case readWhileHandling(store: String)
  case handlerAfterRegistration(store: String)
  case contextOutlivedItsAction
  case nextOutlivedItsAction
  case applyWhileHandling
  case waitsOutsideDispatch(stores: [String])
  case waitsInCircle(stores: [String])
  case waitsForUnregistered(store: String, dependency: String)

  /// Whether a debug build stops. Tests of what a release build does turn it off.
  static let stops = Atomic(true)
  /// Gets the sentences in tests; `nil` to print the first of each kind.
  static let reporter = Guarded<(@Sendable (String) -> Void)?>(nil)
  private static let printed = Guarded<Set<Substring>>([])

  func report() {
    assert(!Self.stops.load(ordering: .relaxed), sentence)
    if let reporter = Self.reporter.withLock({ $0 }) { return reporter(sentence) }
    let kind = "\(self)".prefix { $0 != "(" }
    guard Self.printed.withLock({ $0.insert(kind).inserted }) else { return }
    FileHandle.standardError.write(Data((sentence + "\n").utf8))
  }

  var sentence: String {
    switch self {
    case .dispatchInStrictMode(let action, let handling):
      "Cannot dispatch '\(action)' while '\(handling)' is being handled: this dispatcher is strict; "
        + "dispatch it afterwards, or make the dispatcher with 'reentrancy: .queued'."
    case .readWhileHandling(let store):
      "Store '\(store)' was used while it handles an action: its own handlers have its state as "
        + "their first parameter, and stores that it waits for cannot read it."
    case .handlerAfterRegistration(let store):
      "Store '\(store)' is registered already: add its handlers and dependencies before "
        + "registering it."
    case .contextOutlivedItsAction:
      "A Context was used after its handler had returned: take dates, UUIDs and random numbers "
        + "while the action is being handled."
    case .nextOutlivedItsAction:
      "A middleware called 'next' after it had returned: to send an action later, dispatch it."
    case .applyWhileHandling:
      "Cannot apply an action while another is being handled: replay outside handlers, "
        + "observers and taps."
    case .waitsOutsideDispatch(let stores):
      "Cannot wait for \(quoted(stores)) outside a dispatch: call 'waitFor' in a handler, before it "
        + "returns."
    case .waitsInCircle(let stores) where stores.count == 2:
      "Store '\(stores[0])' waits for itself: while an action is being handled, its state is the "
        + "handler's first parameter."
    case .waitsInCircle(let stores):
      "Stores wait for each other in a circle: \(stores.joined(separator: " → ")); let one of them "
        + "do without the others' new states."
    case .waitsForUnregistered(let store, let dependency):
      "Store '\(store)' waits for store '\(dependency)', which is not registered with its "
        + "dispatcher: register both with the same one."
    }
  }
}

/// `stores 'a', 'b'`, or `store 'a'`.
private func quoted(_ stores: [String]) -> String {
  (stores.count == 1 ? "store " : "stores ") + stores.map { "'\($0)'" }.joined(separator: ", ")
}
