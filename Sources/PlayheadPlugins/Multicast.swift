import PlayheadFlux
import Synchronization

/// Calls the methods of a protocol on all subscribers, which it holds weakly: a delegate for many objects.
///
/// ```swift
/// let delegates = Multicast<any PreviewDelegate>()
/// delegates.add(controls)
/// delegates.call { $0.previewDidSeek(to: 2.5) }
/// ```
///
/// Subscribers are objects. A subscription ends when its object is deallocated. You can call all methods from
/// any thread, even in a subscriber that is being called.
public final class Multicast<Subscriber: Sendable>: Sendable {
  private struct Contents {
    var entries = Registry<MulticastEntry>()
    /// The number of entries from which to remove those of deallocated objects; at first 16, so that a few
    /// subscribers are hardly ever searched.
    var room = 16
  }

  private let contents = Guarded(Contents())

  /// A multicast without subscribers.
  public init() {}

  /// Subscribes an object, which is held weakly. Does nothing if the object has subscribed already.
  ///
  /// The next call reaches the object, but not one that is under way.
  public func add(_ subscriber: Subscriber) {
    let object = object(subscriber)
    let key = ObjectIdentifier(object)
    let isCrowded = contents.withLock { contents in
      if contents.entries[key]?.object === object { return false }
      // Another object had the same address before.
      contents.entries.remove(key)
      contents.entries.append(MulticastEntry(object), as: key)
      return contents.entries.count > contents.room
    }
    if isCrowded { removeGone() }
  }

  /// Ends an object's subscription, if it has one.
  ///
  /// No call reaches the object any more, not even the rest of one that is under way, unless another thread
  /// is calling this very object.
  public func remove(_ subscriber: Subscriber) {
    let key = ObjectIdentifier(object(subscriber))
    contents.withLock { $0.entries.remove(key)?.end() }
  }

  /// Whether an object has subscribed.
  public func contains(_ subscriber: Subscriber) -> Bool {
    let object = object(subscriber)
    return contents.withLock { $0.entries[ObjectIdentifier(object)]?.object === object }
  }

  /// Calls `body` with each subscriber, in the order of subscription, on this thread.
  public func call(_ body: (Subscriber) -> Void) {
    for entry in contents.withLock({ $0.entries.all() }) {
      guard entry.isSubscribed, let subscriber = entry.object as? Subscriber else { continue }
      body(subscriber)
    }
  }

  /// Removes the entries of deallocated objects. Called when the number of entries has doubled.
  private func removeGone() {
    // Outside the lock: an object whose last reference is released meanwhile ends here, and may unsubscribe.
    let gone = contents.withLock { $0.entries.all() }.filter { $0.object == nil }
    contents.withLock { contents in
      for entry in gone where contents.entries[entry.key] === entry {
        contents.entries.remove(entry.key)
      }
      contents.room = max(16, 2 * contents.entries.count)
    }
  }

  private func object(_ subscriber: Subscriber) -> AnyObject {
    // As `Any`, because the type of a protocol existential would be the protocol.
    guard type(of: subscriber as Any) is AnyClass else {
      fatalError(
        "A Multicast cannot hold a \(type(of: subscriber as Any)) weakly: only objects can subscribe, so make it a "
          + "class.")
    }
    return subscriber as AnyObject
  }
}

/// A subscription; subscribing again makes another one.
private final class MulticastEntry {
  /// The object's address, which another object may have later.
  let key: ObjectIdentifier
  private(set) weak var object: AnyObject?
  private let hasEnded = Atomic(false)

  /// Checked before each call, because it is cheaper than a search among the entries.
  var isSubscribed: Bool { !hasEnded.load(ordering: .acquiring) }

  init(_ object: AnyObject) {
    key = ObjectIdentifier(object)
    self.object = object
  }

  func end() { hasEnded.store(true, ordering: .releasing) }
}
