import PlayheadFlux
import Testing

struct Add: Action { var amount = 1 }
struct Remove: Action { var amount = 1 }
struct Note: Action { var text: String }

/// What happened, in order, from any thread.
final class Journal: Sendable {
  private let lines = Guarded<[String]>([])
  var entries: [String] { lines.withLock { $0 } }
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
  func write(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A tap that writes down all it is told.
final class JournalTap: Tap {
  let journal = Journal()
  let outcomes = Guarded<[Outcome]>([])
  let causes = Guarded<[Turn?]>([])

  func didAttach(to dispatcher: Dispatcher, after turn: Turn) {
    journal.write("attached after \(turn.number)")
  }

  func willHandle(_ action: any Action, turn: Turn, cause: Turn?) {
    journal.write("\(turn.number): \(type(of: action)) because of \(cause?.number ?? 0)")
    causes.withLock { $0.append(cause) }
  }

  func didHandle(turn: Turn, outcome: Outcome) {
    journal.write("\(turn.number): changed \(outcome.changed)")
    outcomes.withLock { $0.append(outcome) }
  }
}

func counter(_ name: String = "counter", after stores: [any AnyStore] = []) -> Store<Int> {
  Store(name, 0, after: stores)
    .on(Add.self) { count, action in count += action.amount }
    .on(Remove.self) { count, action in count -= action.amount }
}

func dispatcher(_ stores: any AnyStore...) throws -> Dispatcher {
  let dispatcher = Dispatcher(inputs: .seeded())
  for store in stores { try dispatcher.register(store) }
  return dispatcher
}

/// Something kept for later, from any thread.
final class Retained<Value: Sendable>: Sendable {
  private let content = Guarded<Value?>(nil)

  var value: Value? {
    get { content.withLock { $0 } }
    set {
      // Let go outside the lock: that may run the end of a subscription.
      let old = content.withLock { content in
        defer { content = newValue }
        return content
      }
      withExtendedLifetime(old) {}
    }
  }
}

/// A middleware made of a closure.
struct Doing: Middleware {
  let body: @Sendable (any Action, Dispatcher, Next) -> Void

  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    body(action, dispatcher, next)
  }
}
