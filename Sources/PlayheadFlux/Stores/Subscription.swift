/// A token that an observer holds: it ends the observation when it is cancelled or let go.
public final class Subscription: Sendable {
  private let end: Guarded<(@Sendable () -> Void)?>

  init(_ end: @escaping @Sendable () -> Void) { self.end = Guarded(end) }

  deinit { cancel() }

  /// Ends the observation; no call begins after it has returned, except the one that may be under
  /// way in another thread.
  public func cancel() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }
}
