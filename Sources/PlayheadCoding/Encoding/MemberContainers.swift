/// The containers that an encoder has given out, for reuse with the next rows.
///
/// Making a container costs more than writing five fields: the standard library allocates a box and looks up
/// three generic types. A hash of the number and of the keys' type gives its place. A copy costs a fifth of
/// that, because it looks up the type too, unless a closure that knows the type makes it.
struct MemberContainers {
  /// Two for each type that an app is likely to record.
  private static let count: UInt = 256
  private let boxes: UnsafeMutablePointer<AnyBox?>

  private class AnyBox {
    let keys: ObjectIdentifier
    let number: Int32
    init(_ keys: ObjectIdentifier, _ number: Int32) { (self.keys, self.number) = (keys, number) }
  }

  private final class Box<Key: CodingKey>: AnyBox {
    let copy: () -> KeyedEncodingContainer<Key>
    init(_ container: KeyedEncodingContainer<Key>, _ number: Int32) {
      copy = copies(of: container)
      super.init(ObjectIdentifier(Key.self), number)
    }
  }

  init() {
    boxes = .allocate(capacity: Int(Self.count))
    boxes.initialize(repeating: nil, count: Int(Self.count))
  }

  /// Releases the containers, and with them the row that they write into.
  func close() {
    boxes.deinitialize(count: Int(Self.count))
    boxes.deallocate()
  }

  /// The container with this number, for keys of this type; otherwise the one that `make` makes. Not an optional, whose
  /// type would be looked up each time.
  @inline(__always)
  func container<Key: CodingKey>(
    _ number: Int32, make: () -> KeyedEncodingContainer<Key>
  ) -> KeyedEncodingContainer<Key> {
    let keys = ObjectIdentifier(Key.self)
    guard let box = boxes[Self.place(of: UInt(bitPattern: keys), number)], box.keys == keys,
      box.number == number
    else { return make() }
    return unsafeDowncast(box, to: Box<Key>.self).copy()
  }

  /// Keeps the container with this number.
  func keep<Key: CodingKey>(_ container: KeyedEncodingContainer<Key>, _ number: Int32) {
    let keys = UInt(bitPattern: ObjectIdentifier(Key.self))
    boxes[Self.place(of: keys, number)] = Box(container, number)
  }

  @inline(__always)
  private static func place(of keys: UInt, _ number: Int32) -> Int {
    Int((keys >> 3 ^ keys >> 11 &+ UInt(truncatingIfNeeded: number)) % count)
  }
}

private func copies<Value>(of value: Value) -> () -> Value { { value } }
