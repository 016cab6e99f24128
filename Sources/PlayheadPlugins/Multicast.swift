import PlayheadFlux
import Synchronization

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
  private struct Contents {
    var entries = Registry<MulticastEntry>()
    /// With more entries than these, those whose objects are gone are looked for; 16 to begin with, so
    /// that few subscribers are hardly ever looked through.
    var room = 16
  }

  private let contents = Guarded(Contents())

  /// Nobody has subscribed.
  public init() {}

  /// Subscribes an object, which is held weakly; does nothing if it has subscribed already.
  ///
  /// A call that is under way does not reach it; the next one does.
  public func add(_ subscriber: Subscriber) {
    let object = object(subscriber)
    let key = ObjectIdentifier(object)
    let isCrowded = contents.withLock { contents in
      if contents.entries[key]?.object === object { return false }
      // One that was at the same address, and is gone.
      contents.entries.remove(key)
      contents.entries.append(MulticastEntry(object), as: key)
      return contents.entries.count > contents.room
    }
    if isCrowded { removeGone() }
  }

  /// Ends an object's subscription, if it has one.
  ///
  /// No call reaches it any more, not even one that is under way, except the one that another thread may
  /// be making to this very object.
  public func remove(_ subscriber: Subscriber) {
    let key = ObjectIdentifier(object(subscriber))
    contents.withLock { $0.entries.remove(key)?.end() }
  }

  /// Whether an object has subscribed.
  public func contains(_ subscriber: Subscriber) -> Bool {
    let object = object(subscriber)
    return contents.withLock { $0.entries[ObjectIdentifier(object)]?.object === object }
  }

  /// Calls `body` with each subscriber, in the order in which they subscribed, on this thread.
  public func call(_ body: (Subscriber) -> Void) {
    for entry in contents.withLock({ $0.entries.all() }) {
      guard entry.isSubscribed, let subscriber = entry.object as? Subscriber else { continue }
      body(subscriber)
    }
  }

  /// Removes the entries of objects that are gone, whenever the number of entries has doubled.
  private func removeGone() {
    // Looked at outside the lock: an object whose last owner lets go of it meanwhile ends here, and may
    // come back to unsubscribe.
    let gone = contents.withLock { $0.entries.all() }.filter { $0.object == nil }
    contents.withLock { contents in
      for entry in gone where contents.entries[entry.key] === entry {
        contents.entries.remove(entry.key)
      }
      contents.room = max(16, 2 * contents.entries.count)
    }
  }

  private func object(_ subscriber: Subscriber) -> AnyObject {
    // As `Any`, as the type of an existential of a protocol would be the protocol's.
    guard type(of: subscriber as Any) is AnyClass else {
      fatalError(
        "A Multicast cannot hold a \(type(of: subscriber as Any)) weakly: only objects can subscribe, so make it a "
          + "class.")
    }
    return subscriber as AnyObject
  }
}

/// One subscription; subscribing again makes another.
private final class MulticastEntry {
  /// The object's address, which another may have when it is gone.
  let key: ObjectIdentifier
  weak let object: AnyObject?
  private let hasEnded = Atomic(false)

  /// Cheaper than to look for it among the others: asked before each call.
  var isSubscribed: Bool { !hasEnded.load(ordering: .acquiring) }

  init(_ object: AnyObject) {
    key = ObjectIdentifier(object)
    self.object = object
  }

  func end() { hasEnded.store(true, ordering: .releasing) }
}
