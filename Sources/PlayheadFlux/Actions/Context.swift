public import Foundation

/// What a handler gets with an action: dates, UUIDs and random numbers.
///
/// Each value is a ``Draw``. The dispatcher keeps it with the action, and a replay takes it from the log. You
/// can use a context until its handler returns; after that its values are live ones, which no log has.
public struct Context {
  let storage: ContextStorage

  /// The action's number in this run.
  ///
  /// Do not keep it in a store's state: a replay of part of a log may number actions differently.
  package let turn: Turn

  /// The action that caused this one, if any.
  package var cause: Turn? { storage.cause }

  /// The current date; each access is a draw.
  public var now: Date { isUsable ? storage.date() : storage.inputs.now() }

  /// A new UUID.
  public func uuid() -> UUID { isUsable ? storage.uuid() : storage.inputs.uuid() }

  /// A random integer in `range`.
  public func random<N: FixedWidthInteger>(in range: ClosedRange<N>) -> N {
    var generator = Generator(context: self)
    return N.random(in: range, using: &generator)
  }

  /// A random integer in `range`.
  public func random<N: FixedWidthInteger>(in range: Range<N>) -> N {
    var generator = Generator(context: self)
    return N.random(in: range, using: &generator)
  }

  /// A source for Swift's own functions: `deck.shuffle(using: &context.generator)`. Each number is a draw.
  public var generator: some RandomNumberGenerator {
    get { Generator(context: self) }
    // The generator has no state of its own; this makes `&context.generator` possible.
    nonmutating set {}
  }

  private struct Generator: RandomNumberGenerator {
    let context: Context

    mutating func next() -> UInt64 {
      context.isUsable ? context.storage.random() : context.storage.inputs.random()
    }
  }

  /// Declares that this handler did nothing with the action: the store does not count as changed, and its
  /// observers are not called.
  public func leaveUnchanged() {
    if isUsable { storage.leftUnchanged = true }
  }

  /// Runs the handlers of `stores` now, unless they have run for this action, so that you can read their new
  /// states; as in Facebook's Flux.
  ///
  /// ```swift
  /// let total = Store("total", 0).on(AddItem.self) { total, _, context in
  ///   context.waitFor(cart)
  ///   total = cart.state.items.values.reduce(0, +)
  /// }
  /// ```
  ///
  /// These stores do not handle the action a second time. Stores that they depend on or wait for run before
  /// them. They cannot read the waiting store, which is in the middle of its change. It is a mistake if
  /// stores wait for each other in a circle, if one of `stores` is not registered with the dispatcher, or if
  /// the handler has returned: a debug build stops, and a release build does not wait for that store. A replay
  /// skips stores that were not registered during the recording.
  ///
  /// Each wait runs on top of the waiting handler. A chain of some thousand waiting stores uses up the
  /// thread's stack.
  ///
  /// If the order is always the same, declare it: ``Store/init(_:_:reducer:after:)``.
  public func waitFor(_ stores: any AnyStore...) {
    guard isOpen else { return Misuse.waitsOutsideDispatch(stores: stores.map(\.name)).report() }
    storage.pass.wait(for: stores, self)
  }

  /// Whether the handler has not returned; reports it if it has.
  private var isUsable: Bool {
    if !isOpen { Misuse.contextOutlivedItsAction.report() }
    return isOpen
  }

  private var isOpen: Bool { storage.isOpen && storage.turn == turn }
}

@available(*, unavailable, message: "a context is valid until its handler returns")
extension Context: Sendable {}

/// The number of an action in the order in which one dispatcher handled actions: 1, 2, 3 …
public struct Turn: Hashable, Sendable {
  /// The number; 0 is the time before the first action.
  public let number: UInt64

  package init(_ number: UInt64) { self.number = number }

  /// The time before the first action.
  package static let start = Turn(0)

  package var next: Turn { Turn(number + 1) }
}

/// A value that a store took from outside while it handled an action.
public enum Draw: Hashable, Sendable, Codable {
  /// The current date.
  case date(Date)
  /// A new UUID.
  case uuid(UUID)
  /// 64 random bits.
  case random(UInt64)

  /// The kind of a draw, without its value.
  package enum Kind: String, Hashable, Sendable, Codable {
    case date
    case uuid
    case random
  }

  package var kind: Kind {
    switch self {
    case .date: .date
    case .uuid: .uuid
    case .random: .random
    }
  }
}
