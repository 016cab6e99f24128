package import PlayheadCoding

/// The table of the frames since the previous index, kept in a skippable frame.
///
/// It is a cache: if it is missing or wrong, the frames are read.
package struct FrameIndex: Hashable {
  package private(set) var frames: [Entry] = []
  package private(set) var types: [TypeCount] = []
  /// The bytes of the frames.
  package private(set) var byteCount = 0
  /// The place of each type in `types`, because an index may have many.
  private var places: [ActionType: Int] = [:]

  package init() {}

  package struct Entry: Hashable {
    package var length: Int
    package var kinds: RecordKinds
    /// The chunk's first step; 0 without a chunk.
    package var firstStep: UInt64 = 0
    package var count: Int = 0

    package init(length: Int, kinds: RecordKinds, firstStep: UInt64 = 0, count: Int = 0) {
      (self.length, self.kinds, self.firstStep, self.count) = (length, kinds, firstStep, count)
    }

    package var steps: ClosedRange<Step>? {
      count == 0 ? nil : Step(firstStep)...Step(firstStep + UInt64(count) - 1)
    }
  }

  package struct TypeCount: Hashable {
    package var type: ActionType
    package var count: Int

    package init(type: ActionType, count: Int) {
      (self.type, self.count) = (type, count)
    }
  }

  package mutating func append(_ frame: Entry) {
    frames.append(frame)
    byteCount += frame.length
  }

  /// Adds an entry for a type, also if there is one.
  package mutating func add(_ count: TypeCount) {
    places[count.type] = places[count.type] ?? types.count
    types.append(count)
  }

  /// Whether actions of the type were counted.
  package func knows(_ type: ActionType) -> Bool { places[type] != nil }

  package mutating func count(_ counts: [TypeCount]) {
    for count in counts {
      if let place = places[count.type] {
        types[place].count += count.count
      } else {
        places[count.type] = types.count
        types.append(count)
      }
    }
  }
}

/// The kinds of records in a frame.
package struct RecordKinds: OptionSet, Hashable {
  package var rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package static func of(_ kind: RecordKind) -> RecordKinds {
    RecordKinds(rawValue: 1 << kind.rawValue)
  }
}

extension FrameIndex {
  /// Appends the complete skippable frame.
  package func append(to file: ByteBuffer) {
    let body = ByteBuffer()
    encode(to: body)
    let length = 8 + body.count + LogFormat.footerLength
    file.append(littleEndian: LogFormat.indexMagic)
    file.append(littleEndian: UInt32(length - 8))
    file.append(body.bytes)
    file.append(littleEndian: UInt32(length))
    file.append(littleEndian: XXHash.hash32(body.bytes))
    file.append(littleEndian: LogFormat.footerMagic)
  }

  private func encode(to bytes: ByteBuffer) {
    bytes.append(varint: frames.count)
    for frame in frames {
      bytes.append(varint: frame.length)
      bytes.append(varint: frame.kinds.rawValue)
      bytes.append(varint: frame.firstStep)
      bytes.append(varint: frame.count)
    }
    bytes.append(varint: types.count)
    for entry in types {
      entry.type.encode(to: bytes)
      bytes.append(varint: entry.count)
    }
  }
}
