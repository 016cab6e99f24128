public import Foundation

/// What a handler gets with an action: dates, UUIDs and random numbers.
///
/// Every value it hands out is a ``Draw``: the dispatcher keeps it with the action, and on replay
/// the log hands it out again. A context is good until its handler returns.
public struct Context {
  let storage: ContextStorage

  /// The action's number.
  ///
  /// It says where in this run the action is; a replay of a part of a log may number differently,
  /// so it has no place in a store's state.
  package let turn: Turn

  /// The action that led to this one, if one did.
  package var cause: Turn? { storage.cause }

  /// The date of the moment; each look is a draw.
  public var now: Date { opened.date() }

  /// A new UUID.
  public func uuid() -> UUID { opened.uuid() }

  /// A random integer of `range`.
  public func random<N: FixedWidthInteger>(in range: ClosedRange<N>) -> N {
    var generator = Generator(context: self)
    return N.random(in: range, using: &generator)
  }

  /// A random integer of `range`.
  public func random<N: FixedWidthInteger>(in range: Range<N>) -> N {
    var generator = Generator(context: self)
    return N.random(in: range, using: &generator)
  }

  /// A source for Swift's own functions: `deck.shuffle(using: &context.generator)`.
  ///
  /// Each of its numbers is a draw.
  public var generator: some RandomNumberGenerator {
    get { Generator(context: self) }
    // The generator has no state of its own; this makes `&context.generator` possible.
    nonmutating set {}
  }

  private struct Generator: RandomNumberGenerator {
    let context: Context

    mutating func next() -> UInt64 { context.opened.random() }
  }

  /// Says that this handler did nothing with the action: the store does not count as changed by
  /// it, and its observers are not told.
  public func leaveUnchanged() { opened.leftUnchanged = true }

  /// Lets `stores` handle the action now, as far as they have not yet, so that the handler may read
  /// their new states; as in Facebook's Flux.
  ///
  /// ```swift
  /// let total = Store("total", 0).on(AddItem.self) { total, _, context in
  ///   context.waitFor(cart)
  ///   total = cart.state.items.values.reduce(0, +)
  /// }
  /// ```
  ///
  /// They are left out when their turn comes. What they wait for themselves, or are declared to run
  /// after, comes before them. They cannot read the store that waits: its state is in the making.
  /// The program stops if stores wait for each other in a circle, if one of `stores` is not
  /// registered with the dispatcher, and if the handler has returned. On replay those that were not
  /// registered when it was recorded are passed over.
  ///
  /// Each wait runs the other store's handler on top of this one's: some thousand stores that wait for one
  /// another in a row use up the thread's stack.
  ///
  /// Where the order is always the same, declare it: ``Store/init(_:_:reducer:after:)``.
  public func waitFor(_ stores: any AnyStore...) {
    guard isOpen else { Misuse.waitsOutsideDispatch(stores: stores.map(\.name)).stop() }
    storage.pass.wait(for: stores, self)
  }

  private var opened: ContextStorage {
    guard isOpen else { Misuse.contextOutlivedItsAction.stop() }
    return storage
  }

  private var isOpen: Bool { storage.isOpen && storage.turn == turn }
}

@available(*, unavailable, message: "a context is good until its handler returns")
extension Context: Sendable {}

/// Number of an action in the order in which one dispatcher handled them: 1, 2, 3 …
public struct Turn: Hashable, Sendable {
  /// The number; 0 stands for the time before the first action.
  public let number: UInt64

  /// The turn with this number.
  package init(_ number: UInt64) { self.number = number }

  /// The time before the first action.
  package static let start = Turn(0)

  /// The turn after this one.
  package var next: Turn { Turn(number + 1) }
}

/// A value that a store took from outside while handling an action.
public enum Draw: Hashable, Sendable, Codable {
  /// The date of the moment.
  case date(Date)
  /// A new UUID.
  case uuid(UUID)
  /// 64 random bits.
  case random(UInt64)

  /// What a draw is of, without its value.
  package enum Kind: String, Hashable, Sendable, Codable {
    case date
    case uuid
    case random
  }

  /// What this draw is of.
  package var kind: Kind {
    switch self {
    case .date: .date
    case .uuid: .uuid
    case .random: .random
    }
  }
}
