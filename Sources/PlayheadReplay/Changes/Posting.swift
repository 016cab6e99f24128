import PlayheadCoding
import PlayheadLog
import PlayheadReading
import PlayheadValues

/// The events at one path within a block of steps. If the path goes through lists, the posting has a column
/// of places for each list, and covers all elements.
struct Posting {
  /// The kind of an event.
  enum Event: Int64 {
    /// Another value is at the path.
    case set = 0
    /// The path is new.
    case added = 1
    /// The path is gone.
    case removed = 2
    /// A part of the value changed.
    case inside = 3
  }

  /// In order. Several events may have the same step.
  private(set) var steps: [UInt64] = []
  private(set) var events: [Event] = []
  /// A column for each list on the way, from the outside in. Places are those after the step. Only a removed
  /// element's place in its own list is the one before.
  private(set) var places: [[Int]]
  /// The new values, for events that have one, if it is small.
  private(set) var values: [Value?] = []

  init(lists: Int) { places = Array(repeating: [], count: lists) }

  var count: Int { steps.count }

  /// Adds an event, unless it repeats the one before it.
  mutating func append(_ step: UInt64, _ event: Event, at places: [Int], _ value: Value? = nil) {
    if event == .inside, steps.last == step, events.last == .inside, isLast(at: places) { return }
    steps.append(step)
    events.append(event)
    for list in self.places.indices { self.places[list].append(places[list]) }
    values.append(value)
  }

  private func isLast(at places: [Int]) -> Bool {
    zip(self.places, places).allSatisfy { $0.last == $1 }
  }

  /// The events of the last step at or before `step`, as a range of indices.
  func events(atOrBefore step: UInt64) -> Range<Int>? {
    let end = steps.partitionPoint { $0 > step }
    guard end > 0 else { return nil }
    let found = steps[end - 1]
    return steps.partitionPoint { $0 >= found }..<end
  }

  /// The events of the first step after `step`, as a range of indices.
  func events(after step: UInt64) -> Range<Int>? {
    let start = steps.partitionPoint { $0 > step }
    guard start < steps.count else { return nil }
    let found = steps[start]
    return start..<steps.partitionPoint { $0 > found }
  }
}

// MARK: - Bytes

extension Posting {
  /// Shorter postings gain nothing by packing.
  private static let packedFrom = 160

  /// The posting as bytes, packed if that helps.
  func bytes() -> [UInt8] {
    let plain = ByteBuffer()
    encode(to: plain)
    let whole = ByteBuffer()
    if plain.count >= Self.packedFrom {
      whole.append(1)
      LZ4Frame.append(plain.bytes, to: whole)
      if whole.count <= plain.count { return whole.array }
      whole.removeAll()
    }
    whole.append(0)
    whole.append(plain)
    return whole.array
  }

  private func encode(to bytes: ByteBuffer) {
    bytes.append(varint: count)
    RunColumn.write(steps.lazy.map { Int64($0) }, to: bytes)
    RunColumn.write(events.lazy.map(\.rawValue), to: bytes)
    for column in places { RunColumn.write(column.lazy.map { Int64($0) }, to: bytes) }
    PostingValues.write(values, to: bytes)
  }

  /// Reads the result of `bytes()` for a path through `lists` lists and a block of these steps.
  init(
    _ bytes: UnsafeRawBufferPointer, lists: Int, of block: ClosedRange<UInt64>
  ) throws(ByteFault) {
    self.init(lists: lists)
    guard let first = bytes.first else { throw ByteFault.truncated(at: 0) }
    let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
    if first == 1 {
      let content = try Self.unpack(rest)
      try content.withBytes { (plain) throws(ByteFault) in try read(plain, block) }
    } else {
      try read(rest, block)
    }
  }

  private static func unpack(_ bytes: UnsafeRawBufferPointer) throws(ByteFault) -> [UInt8] {
    do {
      return try LZ4Frame.read(bytes)
    } catch {
      throw ByteFault.malformed("a packed posting", at: 1)
    }
  }

  private mutating func read(
    _ bytes: UnsafeRawBufferPointer, _ block: ClosedRange<UInt64>
  ) throws(ByteFault) {
    var reader = ByteReader(bytes)
    let count = Int(clamping: try reader.varint())
    var last = block.lowerBound
    for number in try RunColumn.read(count, from: &reader) {
      guard let step = UInt64(exactly: number), step >= last, step <= block.upperBound else {
        throw ByteFault.malformed("steps of the block in order", at: reader.position)
      }
      steps.append(step)
      last = step
    }
    for number in try RunColumn.read(count, from: &reader) {
      guard let event = Event(rawValue: number) else {
        throw ByteFault.malformed("an event", at: reader.position)
      }
      events.append(event)
    }
    for list in places.indices { places[list] = try Self.readPlaces(count, from: &reader) }
    values = try PostingValues.read(count, from: &reader)
    guard reader.isAtEnd else { throw ByteFault.malformed("the end", at: reader.position) }
  }

  /// Lists have fewer elements. With this limit, adding the places at a step to each other cannot overflow.
  static let placeLimit = 1 << 40

  private static func readPlaces(
    _ count: Int, from reader: inout ByteReader
  ) throws(ByteFault) -> [Int] {
    let numbers = try RunColumn.read(count, from: &reader)
    guard numbers.allSatisfy({ (0..<Int64(placeLimit)).contains($0) }) else {
      throw ByteFault.malformed("places in a list", at: reader.position)
    }
    return numbers.map { Int($0) }
  }
}

/// Identifies the postings of one path and layer, one per block.
struct PostingSeries: Hashable {
  /// The path's number.
  var path: Int
  var layer: PostingLayer
  /// How many lists are on the way to the path.
  var lists: Int
}

/// The events of a path that are stored together.
///
/// For the values around a part, only those added, removed or replaced matter, and far more changes happen
/// within them. With two layers, a question about a part does not read the changes beside it.
enum PostingLayer: Int64 {
  /// The value at the path was added, removed or replaced.
  case own = 0
  /// A part of the value changed.
  case inside = 1
}

/// The values in a posting: integers as a column, others one after the other.
enum PostingValues {
  private enum Layout: UInt8 {
    case none = 0
    case integers = 1
    case mixed = 2
  }

  static func write(_ values: [Value?], to bytes: ByteBuffer) {
    if values.allSatisfy({ $0 == nil }) {
      bytes.append(Layout.none.rawValue)
    } else if let integers = integers(values) {
      bytes.append(Layout.integers.rawValue)
      RunColumn.write(integers, to: bytes)
    } else {
      bytes.append(Layout.mixed.rawValue)
      for value in values { write(value, to: bytes) }
    }
  }

  private static func integers(_ values: [Value?]) -> [Int64]? {
    var integers: [Int64] = []
    integers.reserveCapacity(values.count)
    for value in values {
      guard case .int(let integer)? = value else { return nil }
      integers.append(integer)
    }
    return integers
  }

  private static func write(_ value: Value?, to bytes: ByteBuffer) {
    guard let value else { return bytes.append(0) }
    let canonical = value.canonicalBytes
    bytes.append(varint: canonical.count)
    bytes.append(canonical)
  }

  static func read(_ count: Int, from reader: inout ByteReader) throws(ByteFault) -> [Value?] {
    let start = reader.position
    switch Layout(rawValue: try reader.byte()) {
    case .none?: return Array(repeating: nil, count: count)
    case .integers?: return try RunColumn.read(count, from: &reader).map { .int($0) }
    case .mixed?:
      guard count <= reader.remaining else { throw ByteFault.truncated(at: start) }
      var values: [Value?] = []
      values.reserveCapacity(count)
      for _ in 0..<count {
        let canonical = try reader.sized()
        values.append(canonical.isEmpty ? nil : try Value(canonical: canonical))
      }
      return values
    case nil: throw ByteFault.malformed("a column of values", at: start)
    }
  }
}
