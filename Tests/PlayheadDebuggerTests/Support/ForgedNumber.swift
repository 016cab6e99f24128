import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadLog
import PlayheadReading
import PlayheadRepair
import TestSupport

/// A number in a log that no recorder writes. The rest of the log is sound: two actions of ``Counted``, and what the
/// number needs around it.
enum ForgedNumber: String, CaseIterable {
  case startTime, startWallTime, storeVersion
  case actionStep, actionTime, actionWallTime, cause, typeVersion, changedStore, duration
  case gapStart, gapEnd, gapReason, stateAfterGap, actionAfterGap
  case noteStep, noteTime, digestStep, stateStep, storeListStep, registeredStore, flushedPage
  case endStep, endTime
  case indexedLength, indexedStep, indexedCount, indexedVersion

  /// The numbers at which a sum, a difference or a conversion might overflow.
  static let numbers: [UInt64] =
    [0, 1, 1 << 31, 1 << 32, 1 << 61] + ((1 << 62) - 3...(1 << 62) + 1)
    + [(1 << 63) - 1, 1 << 63, .max]

  /// All of them in `tools/soak attack`, else every eighth, others for each case.
  var numbers: [UInt64] {
    let shift = Self.allCases.firstIndex(of: self) ?? 0
    return Self.numbers.enumerated().filter { Soak.isOn || ($0.offset + shift) % 8 == 0 }
      .map(\.element)
  }

  /// The log with this number; signed fields have the same bits.
  func log(_ number: UInt64) throws -> [UInt8] {
    var chunk = Chunk()
    let signed = Int64(bitPattern: number)
    let opening = Record(1) { header(start: signed, wall: self == .startWallTime, to: $0) }
    let state = try Record.state(at: 0, version: self == .storeVersion ? signed : 1)
    var records: [Record] = []
    var last = max(2, min(number, LogFormat.stepLimit - 1))
    switch self {
    case .actionStep: chunk.first = number
    case .actionTime: chunk.tick = signed
    case .actionWallTime: chunk.offset = signed
    case .cause: chunk.distance = number
    case .typeVersion: chunk.version = signed
    case .changedStore: chunk.store = number
    case .duration: chunk.duration = number
    case .gapStart: records = [.gap(number, LogFormat.stepLimit - 1)]
    case .gapEnd: records = [.gap(3, number)]
    case .gapReason: records = [.gap(3, 3, reason: number)]
    case .stateAfterGap: records = try [.gap(3, number), .state(at: number)]
    case .actionAfterGap:
      records = try [.gap(3, number), .chunk(Chunk(first: number &+ 1))]
      last = min(number &+ 2, LogFormat.stepLimit - 1)
    case .noteStep: records = [.note(at: number, 0)]
    case .noteTime: records = [.note(at: 2, signed)]
    case .digestStep:
      records = [
        Record(6) {
          $0.append(varint: number); $0.append(varint: 0)
        }
      ]
    case .stateStep: records = [try .state(at: number)]
    case .storeListStep: records = [.storeList(at: number, 0)]
    case .registeredStore: records = [.storeList(at: 2, number)]
    case .flushedPage:
      records = [
        Record(9) {
          for _ in 0..<2 { $0.append(varint: number) }; $0.append([7, 0, 0, 0])
        }
      ]
    case .startTime, .startWallTime, .storeVersion, .endStep, .endTime, .indexedLength,
      .indexedStep, .indexedCount, .indexedVersion:
      break
    }
    let reaches = [.gapStart, .gapEnd, .stateAfterGap, .actionAfterGap].contains(self)
    let end = Record.end(
      at: self == .endStep
        ? number : self == .gapStart ? LogFormat.stepLimit - 1 : reaches ? last : 2,
      self == .endTime ? signed : 0)
    let frames = ([[opening, state], [try .chunk(chunk)]] + records.map { [$0] } + [[end]])
      .map(Self.frame)
    return frames.flatMap(\.self) + index(of: frames.map(\.count), number)
  }

  private func header(start: Int64, wall: Bool, to bytes: ByteBuffer) {
    bytes.append(varint: LogFormat.version)
    bytes.append([UInt8](repeating: 9, count: 16))
    bytes.append(string: Counted.appName)
    bytes.append(string: "")
    bytes.append(zigzag: self == .startTime ? start : 0)
    bytes.append(zigzag: wall ? start : 0)
    for _ in 0..<2 { bytes.append(string: "") }
    bytes.append(varint: 1)
    bytes.append(string: "sum")
  }

  /// The index, which is right but for the number.
  private func index(of lengths: [Int], _ number: UInt64) -> [UInt8] {
    guard rawValue.hasPrefix("indexed") else { return [] }
    let body = ByteBuffer()
    body.append(varint: lengths.count)
    for (place, length) in lengths.enumerated() {
      let isChunk = place == 1
      body.append(varint: self == .indexedLength && isChunk ? number : UInt64(length))
      body.append(varint: [1 << 1 | 1 << 2, 1 << 3, 1 << 7 as UInt64][place])
      body.append(varint: isChunk ? (self == .indexedStep ? number : 1) : 0)
      body.append(varint: isChunk ? (self == .indexedCount ? number : 2) : 0)
    }
    body.append(varint: 1)
    body.append(string: Counted.Count.actionName)
    body.append(zigzag: self == .indexedVersion ? Int64(bitPattern: number) : 1)
    body.append(varint: self == .indexedCount ? number : 2)
    let file = ByteBuffer()
    file.append(littleEndian: LogFormat.indexMagic)
    file.append(littleEndian: UInt32(body.count + LogFormat.footerLength))
    file.append(body.bytes)
    file.append(littleEndian: UInt32(8 + body.count + LogFormat.footerLength))
    file.append(littleEndian: XXHash.hash32(body.bytes))
    file.append(littleEndian: LogFormat.footerMagic)
    return file.array
  }

  private static func frame(_ records: [Record]) -> [UInt8] {
    let draft = FrameDraft()
    for record in records { record.body.withUnsafeBytes { draft.add(record.kind, $0) } }
    return draft.frame().bytes.array
  }
}

extension ForgedNumber {
  /// The numbers of a chunk of two actions.
  fileprivate struct Chunk {
    var first: UInt64 = 1
    var tick: Int64 = 1_000
    var offset: Int64 = 0
    /// How many steps before the second action its cause is.
    var distance: UInt64?
    var version: Int64 = 1
    var store: UInt64 = 0
    var duration: UInt64 = 0
  }

  /// A record as it is in a frame.
  fileprivate struct Record {
    let kind: UInt64
    let body: [UInt8]

    init(_ kind: UInt64, _ write: (ByteBuffer) throws -> Void) rethrows {
      let bytes = ByteBuffer()
      try write(bytes)
      (self.kind, body) = (kind, bytes.array)
    }

    static func gap(_ first: UInt64, _ last: UInt64, reason: UInt64 = 1) -> Record {
      Record(5) { bytes in
        for number in [first, last, reason] { bytes.append(varint: number) }
        bytes.append(string: "")
      }
    }

    static func note(at step: UInt64, _ time: Int64) -> Record {
      Record(4) { bytes in
        bytes.append(varint: step)
        for _ in 0..<2 { bytes.append(zigzag: time) }
        bytes.append(string: "note")
      }
    }

    static func end(at step: UInt64, _ time: Int64) -> Record {
      Record(7) { bytes in
        bytes.append(varint: step)
        for _ in 0..<2 { bytes.append(zigzag: time) }
      }
    }

    static func storeList(at step: UInt64, _ store: UInt64) -> Record {
      Record(8) { bytes in for number in [step, 1, 0, 1, store, 0] { bytes.append(varint: number) }
      }
    }

    /// The sum 0.
    static func state(at step: UInt64, version: Int64 = 1) throws -> Record {
      let rows = RowEncoding()
      var draft = CheckpointDraft(step: 0)
      draft.append(shape: try rows.encode(UInt64(0)), row: rows.bytes.bytes)
      let bytes = ByteBuffer()
      try draft.encode(shapes: DecodingCore(shapes: rows.shapes), to: bytes)
      return Record(2) { body in
        body.append(varint: step)
        body.append(Array(bytes.array.dropFirst()))
        if version != 1 { body.append(zigzag: version) }
      }
    }

    static func chunk(_ chunk: Chunk) throws -> Record {
      let rows = RowEncoding()
      let draft = ChunkDraft(firstStep: 1)
      for number in 1...2 as ClosedRange<UInt64> {
        let shape = try rows.encode(Counted.Count(number: number))
        let facts = ActionFacts(
          type: 0, shape: shape, moment: Moment(monotonic: 0, wall: 0), cause: nil)
        draft.append(facts, row: rows.bytes.bytes)
      }
      let bytes = ByteBuffer()
      let type = ActionType(name: Counted.Count.actionName)
      try draft.encode(
        .init(shapes: rows.shapes, types: [type], storeSets: [], timing: .exact), to: bytes)
      return try Record(3) { body in
        for number in [chunk.first, 2, 2] { body.append(varint: number) }
        body.append(Timing.exact.rawValue)
        body.append(zigzag: chunk.tick)
        body.append([1, 0, 0])  // The unit, and the second action's distance from the first.
        body.append(zigzag: chunk.offset)
        body.append([0, 1])  // The offset stays; one type.
        body.append(string: Counted.Count.actionName)
        body.append(zigzag: chunk.version)
        body.append([0, 0, 0])
        body.append(chunk.distance == nil ? [0] : [1, 0, 1, 0])
        if let distance = chunk.distance { body.append(varint: distance) }
        body.append([1, 1])  // One set of one store.
        body.append(varint: chunk.store)
        body.append([0, 0, 0, 0])
        for _ in 0..<2 { body.append(varint: chunk.duration) }
        body.append(try Chunk.values(of: bytes))
      }
    }
  }
}

extension ForgedNumber.Chunk {
  /// The shapes and the columns of values, which come last.
  fileprivate static func values(of chunk: ByteBuffer) throws -> [UInt8] {
    var reader = ByteReader(chunk.bytes)
    _ = try ChunkHead(from: &reader)
    return Array(chunk.array[reader.position...])
  }
}
