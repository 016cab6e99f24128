/// Tokens that are kept, and end, together: what an object observes from one moment of its life to
/// another, such as a plug-in while it is loaded.
public final class Subscriptions: Sendable {
  private let kept = Guarded<[Subscription]>([])

  /// None yet.
  public init() {}

  /// Keeps a token, until all end or this object is let go.
  public func keep(_ subscription: Subscription) { kept.withLock { $0.append(subscription) } }

  /// Ends all that were kept; more may be kept afterwards.
  public func cancelAll() {
    // Ended outside the lock: it runs code of their makers.
    for subscription in kept.replace([]) { subscription.cancel() }
  }
}
