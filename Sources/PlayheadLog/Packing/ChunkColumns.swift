import PlayheadCoding

/// The parts of a chunk's body in their order (`Format.md`), given one by one to a transcoder: so that
/// packing and unpacking cannot differ in what they think a chunk is.
struct ChunkColumns<Columns: ColumnTranscoder> {
  private(set) var columns: Columns
  private var shapes: [Shape] = []
  private var nesting = Nesting()

  init(_ columns: Columns) {
    self.columns = columns
  }

  /// The whole body, with whatever a later version has behind it.
  mutating func transcode() throws(ByteFault) {
    let count = try transcodeHead()
    shapes = try columns.copy { (reader) throws(ByteFault) in try ShapeNumbers.read(from: &reader) }
    try rows(count)
    let draws = try columns.sparse()
    try rows(draws)
    try columns.copy { (reader) throws(ByteFault) in try reader.skip(reader.remaining) }
  }

  /// What a chunk says about its actions without their payloads; gives how many there are.
  @discardableResult
  mutating func transcodeHead() throws(ByteFault) -> Int {
    _ = try columns.varint()
    let start = columns.reader.position
    let (count, outcomes) = (try columns.varint(), try columns.varint())
    guard count > 0, count <= LogFormat.packedActionLimit, outcomes <= count else {
      throw ByteFault.malformed("a chunk", at: start)
    }
    _ = try columns.copy { (reader) throws(ByteFault) in try reader.byte() }
    try moments(Int(count))
    try types(Int(count))
    _ = try columns.sparse()
    try self.outcomes(Int(outcomes))
    return Int(count)
  }

  private mutating func moments(_ count: Int) throws(ByteFault) {
    _ = try columns.varint()  // the first tick
    _ = try columns.varint()  // the unit of the differences
    try columns.numbers(count - 1, .differences)
    _ = try columns.sparse()
  }

  private mutating func types(_ count: Int) throws(ByteFault) {
    for _ in 0..<(try columns.count()) {
      try columns.copy { (reader) throws(ByteFault) in
        _ = try reader.sized()
        _ = try reader.varint()
      }
    }
    try columns.numbers(count, .varints)
  }

  private mutating func outcomes(_ count: Int) throws(ByteFault) {
    for _ in 0..<(try columns.count()) {
      for _ in 0..<(try columns.count()) { _ = try columns.varint() }
    }
    try columns.numbers(count, .varints)
    try columns.numbers(count, .varints)
  }

  /// The columns of so many rows.
  private mutating func rows(_ count: Int) throws(ByteFault) {
    guard nesting.hasRoom else {
      throw ByteFault.malformed(
        "a sequence as deep as the stack allows", at: columns.reader.position)
    }
    nesting.depth += 1
    defer { nesting.depth -= 1 }
    var groups: [Shape] = []
    for _ in 0..<(try columns.count()) {
      let number = try columns.varint()
      guard number < UInt64(shapes.count) else {
        throw ByteFault.malformed("a shape's number", at: columns.reader.position)
      }
      groups.append(shapes[Int(number)])
    }
    for (shape, count) in zip(groups, try counts(of: groups, count)) {
      for kind in shape.fields { try field(kind, count) }
    }
  }

  /// How many rows each group has.
  private mutating func counts(of groups: [Shape], _ count: Int) throws(ByteFault) -> [Int] {
    guard SequenceColumns.needsOrder(groups) else { return [count] }
    var counts = [Int](repeating: 0, count: groups.count)
    for group in try columns.numbers(count, .varints) {
      guard group < UInt64(groups.count) else {
        throw ByteFault.malformed("a group's number", at: columns.reader.position)
      }
      counts[Int(group)] += 1
    }
    return counts
  }

  private mutating func field(_ kind: Kind, _ count: Int) throws(ByteFault) {
    switch kind {
    case .int, .uint: try columns.numbers(count, .differences)
    case .null, .bool: try columns.numbers(count, .bytes)
    case .string, .bytes, .decimal: try columns.texts(count)
    case .list, .set, .map, .pairs, .nested: try sequences(kind, count)
    case .float, .double, .date, .int128, .uint128, .uuid: try columns.values(count, kind)
    case .record: break
    }
  }

  private mutating func sequences(_ kind: Kind, _ count: Int) throws(ByteFault) {
    var elements = 0
    for count in try columns.numbers(count, .varints) {
      // Each element takes a byte or more where it is plain.
      guard count <= UInt64(LogFormat.packedLimit - elements) else {
        throw ByteFault.tooMany(count, at: columns.reader.position)
      }
      elements += Int(count)
    }
    if kind == .map { try columns.texts(elements) }
    try rows(elements)
  }
}

extension Nesting {
  /// Whether rows may be nested one deeper.
  fileprivate var hasRoom: Bool {
    mutating get { depth <= SequenceColumnsReader.depthLimit && stack.hasRoom(at: depth) }
  }
}
