import Foundation
import PlayheadCoding
import PlayheadLog
import PlayheadReading
import PlayheadValues

/// Where the states are in an index file.
///
/// A state is a list of pieces of its encoded form. Pieces that an earlier state has too are not stored again.
struct StateSections: Codable, Equatable {
  /// The states of a step.
  struct Checkpoint: Codable, Equatable {
    var step: Step
    /// The numbers of each store's pieces.
    var section: IndexSection
  }

  /// The pieces, by their numbers.
  var pieces: [IndexSection] = []
  /// In the order of the steps.
  var checkpoints: [Checkpoint] = []

  /// The last states at `step` or before.
  func last(atOrBefore step: Step) -> Checkpoint? {
    let count = checkpoints.partitionPoint { $0.step > step }
    return count > 0 ? checkpoints[count - 1] : nil
  }

  /// Whether all sections end before `end`, and the steps are in order.
  func isSound(before end: Int) -> Bool {
    (pieces + checkpoints.map(\.section)).allSatisfy { section in
      0...end ~= section.offset && 0...end - section.offset ~= section.count
    } && zip(checkpoints, checkpoints.dropFirst()).allSatisfy { $0.step < $1.step }
  }
}

/// Adds states to an index file.
struct StateArchiveWriter {
  /// The most bytes of a step's states. Larger states are replayed.
  static let stateLimit = 256 << 20
  /// The file may have this many bytes for each byte of the log, …
  private static let bytesPerLogByte = 2
  /// … and in any case this many: with the index itself, a megabyte.
  private static let freeBytes = 950_000
  /// Replaying between two states takes at least this many times as long as adding a state.
  private static let share = 8

  let file: IndexWriter
  private(set) var sections: StateSections
  /// The pieces of the last written state of each store, and its size.
  private var last: [(pieces: [Int], bytes: Int)] = []
  /// The numbers of all pieces by their content.
  private var known: [PieceKey: Int] = [:]
  /// The replay time of the last state, and how long adding it took.
  private var (time, cost) = (Duration.zero, Duration.zero)

  private struct PieceKey: Hashable {
    var digest: UInt64
    var check: UInt64
    var count: Int
  }

  init(_ file: IndexWriter, _ sections: StateSections = StateSections()) {
    (self.file, self.sections) = (file, sections)
  }

  /// Whether to add the states that are reached after a replay time of `time`, and after `part` of a log of `bytes`. A
  /// file has its states at even distances, however few it may have.
  func isDue(_ time: Duration, _ spacing: Duration, part: Double, of bytes: Int) -> Bool {
    let room = max(Self.freeBytes, bytes * Self.bytesPerLogByte)
    return !file.hasFailed && time - self.time >= max(spacing, cost * Self.share)
      && file.count <= Int(Double(room) * part)
  }

  /// Adds the states of `step`. Does not encode stores again that did not change since states were added. Returns
  /// whether these were.
  @discardableResult mutating func add(
    _ states: [any Codable & Sendable], at step: Step, after time: Duration,
    hasChanged: (Int) -> Bool
  ) throws -> Bool {
    let begin = ThreadClock.now()
    defer { (self.time, cost) = (time, ThreadClock.now() - begin) }
    guard sections.checkpoints.last.map({ $0.step < step }) ?? true else { return false }
    let encoded = try states.enumerated().map { store, state in
      store < last.count && !hasChanged(store) ? nil : try CompactEncoder().encode(state)
    }
    let sizes = encoded.enumerated().map { $1?.count ?? last[$0].bytes }
    guard sizes.reduce(0, +) <= Self.stateLimit else { return false }
    last = encoded.enumerated().map { store, data in
      data.map { (pieces(of: $0), $0.count) } ?? last[store]
    }
    let recipe = try CompactEncoder().encode(last.map(\.pieces))
    sections.checkpoints.append(.init(step: step, section: file.add([UInt8](recipe))))
    return true
  }

  private mutating func pieces(of data: Data) -> [Int] {
    data.withUnsafeBytes { bytes in
      ContentPieces.cut(bytes).map { range in
        let part = UnsafeRawBufferPointer(rebasing: bytes[range])
        let key = PieceKey(
          digest: XXHash.hash64(part), check: XXHash.hash64(part, seed: 1), count: part.count)
        let number = known[key] ?? add(part)
        known[key] = number
        return number
      }
    }
  }

  private mutating func add(_ part: UnsafeRawBufferPointer) -> Int {
    let packed = ByteBuffer()
    LZ4Frame.append(part, to: packed)
    sections.pieces.append(file.add(packed.array))
    return sections.pieces.count - 1
  }
}

/// States of a log in its index file, so that a replay gets to any step quickly.
final class StateArchive {
  private let file: IndexFile
  /// The pieces and states of the stores that were read last.
  private var lastRead: [(pieces: [Int], state: any Codable & Sendable)] = []

  init(_ file: IndexFile) { self.file = file }

  /// The last step with states here, at `step` or before.
  func step(atOrBefore step: Step) -> Step? { file.states.last(atOrBefore: step)?.step }

  /// The states of `count` stores at a step, decoded by `decode` from each store's encoded form; nil if they are not
  /// here.
  func states(
    at step: Step, of count: Int,
    _ decode: (_ store: Int, any Decoder) throws -> any Codable & Sendable
  ) throws -> [any Codable & Sendable]? {
    guard let found = file.states.last(atOrBefore: step), found.step == step else { return nil }
    let recipe = try CompactDecoder().decode([[Int]].self, from: Data(file.read(found.section)))
    guard recipe.count == count else { throw ByteFault.malformed("a list of states", at: 0) }
    var room = StateArchiveWriter.stateLimit
    let states = try recipe.enumerated().map { store, pieces in
      // States near each other have many stores in common, and share the memory of those.
      if store < lastRead.count, lastRead[store].pieces == pieces { return lastRead[store].state }
      let bytes = ByteBuffer()
      for piece in pieces {
        let content = try self.piece(piece)
        room -= content.count
        guard room >= 0 else { throw ByteFault.malformed("a state", at: bytes.count) }
        bytes.append(content)
      }
      return try CompactDecoder().decoder(of: bytes.bytes) { try decode(store, $0) }
    }
    lastRead = zip(recipe, states).map { ($0, $1) }
    return states
  }

  private func piece(_ number: Int) throws -> [UInt8] {
    guard file.states.pieces.indices.contains(number) else {
      throw ByteFault.malformed("the number of a piece", at: number)
    }
    return try file.read(file.states.pieces[number]).withBytes(Self.readPiece)
  }

  /// Does not unpack a piece that claims to be larger than a piece can be.
  static func readPiece(_ bytes: UnsafeRawBufferPointer) throws -> [UInt8] {
    guard bytes.count <= ContentPieces.longestPacked else { throw FrameFault.malformed(tooLong) }
    let content = try LZ4Frame.read(bytes)
    guard content.count <= ContentPieces.longest else { throw FrameFault.malformed(tooLong) }
    return content
  }

  private static let tooLong = "a piece is too long"
}
