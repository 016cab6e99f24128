/// Calls the methods of a protocol on all who subscribed, without keeping them alive: what a delegate
/// is for one, for many.
///
/// ```swift
/// let delegates = Multicast<any PreviewDelegate>()
/// delegates.add(controls)
/// delegates.call { $0.previewDidSeek(to: 2.5) }
/// ```
///
/// Subscribers are objects. One that is deallocated is gone without ceremony. All methods may be called
/// from any thread, also by a subscriber that is being called.
public final class Multicast<Subscriber: Sendable>: Sendable {
  private let entries = Guarded<[MulticastEntry]>([])

  /// Nobody has subscribed.
  public init() {}

  /// Subscribes an object, which is held weakly; does nothing if it has subscribed already.
  ///
  /// A call that is under way does not reach it; the next one does.
  public func add(_ subscriber: Subscriber) {
    let object = object(subscriber)
    withEntries { entries in
      entries.removeAll { $0.object == nil }
      if !entries.contains(where: { $0.object === object }) { entries.append(.init(object)) }
    }
  }

  /// Ends an object's subscription, if it has one.
  ///
  /// No call reaches it any more, not even one that is under way, except the one that another thread may
  /// be making to this very object.
  public func remove(_ subscriber: Subscriber) {
    let object = object(subscriber)
    withEntries { $0.removeAll { $0.object == nil || $0.object === object } }
  }

  /// Whether an object has subscribed.
  public func contains(_ subscriber: Subscriber) -> Bool {
    let object = object(subscriber)
    return withEntries { $0.contains { $0.object === object } }
  }

  /// Calls `body` with each subscriber, in the order in which they subscribed, on this thread.
  public func call(_ body: (Subscriber) -> Void) {
    for entry in entries.withLock({ $0 }) {
      guard isSubscribed(entry), let subscriber = entry.object as? Subscriber else { continue }
      body(subscriber)
    }
  }

  /// Looks at the subscribers. Each is kept until the lock is open again: one whose last owner lets go
  /// of it meanwhile ends here, and may come back to unsubscribe.
  private func withEntries<Result>(_ body: (inout [MulticastEntry]) -> Result) -> Result {
    var kept: [AnyObject?] = []
    defer { withExtendedLifetime(kept) {} }
    return entries.withLock { entries in
      kept = entries.map(\.object)
      return body(&entries)
    }
  }

  private func isSubscribed(_ entry: MulticastEntry) -> Bool {
    entries.withLock { $0.contains { $0 === entry } }
  }

  private func object(_ subscriber: Subscriber) -> AnyObject {
    // As `Any`, as the type of an existential of a protocol would be the protocol's.
    guard type(of: subscriber as Any) is AnyClass else {
      Misuse.subscriberIsNoObject(type: "\(type(of: subscriber as Any))").stop()
    }
    return subscriber as AnyObject
  }
}

/// One subscription: an object that subscribes anew has another.
private final class MulticastEntry {
  weak let object: AnyObject?

  init(_ object: AnyObject) { self.object = object }
}
