import Synchronization

/// A piece of work that is running.
final class Effect: Sendable {
  private let cancelled = Atomic(false)
  private let work = Guarded<Task<Void, Never>?>(nil)

  /// Whether its actions are no longer wanted.
  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  /// The task that does it; an effect that is cancelled before it has one cancels it then.
  var task: Task<Void, Never>? {
    get { work.withLock { $0 } }
    set {
      work.withLock { $0 = newValue }
      if isCancelled { newValue?.cancel() }
    }
  }

  func cancel() {
    cancelled.store(true, ordering: .releasing)
    task?.cancel()
  }
}

/// The name of an effect: any hashable value, and its type, as `AnyHashable` takes 1 and 1.0 for one.
///
/// Unchecked because `AnyHashable` forgets that its value is `Sendable`.
struct EffectID: Hashable, @unchecked Sendable {
  private let value: AnyHashable
  private let type: ObjectIdentifier

  init(_ value: some Hashable & Sendable) {
    self.value = AnyHashable(value)
    // The value's own, also of one that comes as an `AnyHashable`.
    type = ObjectIdentifier(Swift.type(of: self.value.base))
  }
}
