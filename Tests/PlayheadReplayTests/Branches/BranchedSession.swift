import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadReading
import PlayheadLog
import PlayheadRecorder
import PlayheadReplay
import PlayheadValues
import Synchronization
import Testing

/// A shop in which large orders lead to further actions, with its actions as a plain list.
struct BranchedSession {
  /// An action of a list that is folded.
  struct Item {
    var origin: UInt64?
    var action: any Action
    var draws: [Draw] = []
    /// Behind which action it was put.
    var anchor: BranchOrigin?
    /// Its number among those that were inserted, if it was.
    var number = 0

    /// What a branch calls it.
    var name: BranchOrigin { origin.map { .recorded(Step($0)) } ?? .inserted(number) }
  }

  let session: Session
  let items: [Item]
  let causes: [UInt64: UInt64]

  init(
    _ options: RecordingOptions = .exact, _ run: @escaping (Dispatcher) -> Void
  ) throws {
    let listener = Listener()
    session = try Session(Self.make, options) { dispatcher, _ in
      dispatcher.attach(listener)
      run(dispatcher)
    }
    (items, causes) = listener.heard.withLock { ($0.items, $0.causes) }
  }

  /// A session of `count` actions by chance, and what they lead to.
  init(count: Int, seed: UInt64) throws {
    try self.init { Shop.shop($0, count, seed: seed) }
  }

  static func make() throws -> Dispatcher {
    try making(middleware: [Reorder()]) { Shop.stores() }()
  }

  func branch() throws -> Branch { Branch(of: try session.replay()) }

  /// The steps that `step` led to, by brute force.
  func effects(of step: UInt64) -> Set<UInt64> {
    var effects: Set<UInt64> = []
    for (effect, cause) in causes.sorted(by: { $0.key < $1.key })
    where cause == step || effects.contains(cause) { effects.insert(effect) }
    return effects
  }

  /// What fresh stores come to by these actions, one state more than actions.
  static func fold(_ items: [Item]) throws -> [Value] {
    let dispatcher = try make()
    let encoder = CanonicalEncoder()
    func state() throws -> Value {
      .record(
        try dispatcher.stores.map { .init($0.name, try encoder.tree(of: $0.anyState)) })
    }
    var states = [try state()]
    for (number, item) in items.enumerated() {
      let turn = Turn(UInt64(number + 1))
      #expect(dispatcher.apply(item.action, turn: turn, draws: item.draws).mismatch == nil)
      states.append(try state())
    }
    return states
  }
}

/// Of a large order some is taken back, and put again.
private struct Reorder: Middleware {
  func handle(_ action: any Action, dispatcher: Dispatcher, next: Next) {
    guard next(action) != nil else { return }
    switch action {
    case let put as Put where put.count > 7: dispatcher.dispatch(Take(sku: put.sku))
    case let take as Take where take.sku.hasSuffix("1"):
      dispatcher.dispatch(Put(sku: take.sku, count: 2))
    default: break
    }
  }
}

private final class Listener: Tap {
  struct Heard {
    var items: [BranchedSession.Item] = []
    var causes: [UInt64: UInt64] = [:]
  }

  let heard = Mutex(Heard())

  func didAttach(to dispatcher: Dispatcher, after turn: Turn) {}

  func willHandle(_ action: any Action, turn: Turn, cause: Turn?) {
    heard.withLock {
      $0.items.append(.init(origin: turn.number, action: action))
      $0.causes[turn.number] = cause?.number
    }
  }

  func didHandle(turn: Turn, outcome: Outcome) {
    heard.withLock { $0.items[$0.items.count - 1].draws = outcome.draws }
  }
}

extension Branch {
  /// The states of all steps of the branch.
  func states() throws -> [Value] {
    try (0...lastStep.number).map { try state(at: Step($0)) }
  }

  /// Saves the branch, and opens what was saved.
  func saved(digests: DigestInterval = .every(1)) throws -> LogReader {
    let url = FileManager.default.temporaryDirectory.appending(path: "branch-\(UUID()).playhead")
    defer { try? FileManager.default.removeItem(at: url) }
    let path = url.path(percentEncoded: false)
    try save(to: path, digests: digests)
    return try LogReader(bytes: [UInt8](Data(contentsOf: url)), name: "branch")
  }
}

extension Value {
  /// A payload of these fields.
  static func fields(_ fields: (String, Value)...) -> Value {
    .record(fields.map { .init($0.0, $0.1) })
  }
}
