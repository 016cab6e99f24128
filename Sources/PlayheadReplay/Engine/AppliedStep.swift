public import PlayheadLog

/// The step and the store that handle an action at the moment, for the message about a trap: a few plain stores to memory,
/// about a nanosecond per action.
///
/// A trap ends the process. The process that started it reads the place from shared memory.
package enum AppliedStep {
  /// How much memory it takes: the words, and the names of the stores.
  package static let size = 1 << 16
  /// Tells a branch's steps from the recording's; no log has as many.
  private static let branchBit: UInt64 = 1 << 63
  /// Where a thread says that it decodes actions ahead: in a cache line of its own.
  private static let decoding = 8
  private static let words = 16

  nonisolated(unsafe) private static var memory = UnsafeMutablePointer<UInt64>.allocate(
    capacity: words)
  nonisolated(unsafe) private static var isShared = false

  /// From now on it is in `shared`, which has ``size`` bytes that are 0. Nothing is replayed before.
  package static func share(_ shared: UnsafeMutableRawPointer) {
    memory = shared.bindMemory(to: UInt64.self, capacity: size / 8)
    isShared = true
  }

  @inline(__always)
  static func begin(_ step: Step, isInBranch: Bool = false) {
    memory[1] = .max
    memory[0] = isInBranch ? step.number | branchBit : step.number
  }

  @inline(__always)
  static func end() { memory[0] = 0 }

  /// Another thread decodes actions from now on, or does so no more.
  static func decodesAhead(_ isAtWork: Bool) { memory[decoding] = isAtWork ? 1 : 0 }

  // MARK: Stores

  /// Where a dispatcher says which of its stores is at work.
  static var storePlace: UnsafeMutablePointer<UInt64>? { isShared ? memory + 1 : nil }

  /// Says what a dispatcher's stores are called, in its order; of very many, those that there is room for.
  static func tell(_ stores: [String]) {
    guard isShared else { return }
    let names = UnsafeMutableRawPointer(memory + words)
    let room = size - words * MemoryLayout<UInt64>.size - 1
    let text = Array(stores.joined(separator: "\n").utf8.prefix(room)) + [0]
    text.withUnsafeBytes {
      if let start = $0.baseAddress { names.copyMemory(from: start, byteCount: $0.count) }
    }
  }

  // MARK: In the other process

  /// What was being handled.
  package struct Place: Hashable, Sendable {
    /// The action's step.
    package let step: Step
    /// Whether that is a step of a branch.
    package let isInBranch: Bool
    /// The store; nil if that is not known.
    package let store: String?

    package init(step: Step, isInBranch: Bool = false, store: String? = nil) {
      (self.step, self.isInBranch, self.store) = (step, isInBranch, store)
    }
  }

  /// Whether another thread decoded actions of later steps: what ended the process may have been one of those.
  package static func decodedAhead(in shared: UnsafeRawPointer) -> Bool {
    shared.load(fromByteOffset: decoding * 8, as: UInt64.self) != 0
  }

  /// What the memory that was shared with a process says; nil if it was between two actions.
  package static func place(in shared: UnsafeRawPointer) -> Place? {
    let step = shared.load(as: UInt64.self)
    guard step > 0 else { return nil }
    let number = shared.load(fromByteOffset: 8, as: UInt64.self)
    let bytes = UnsafeRawBufferPointer(start: shared + words * 8, count: size - words * 8)
    let names = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return Place(
      step: Step(step & ~branchBit), isInBranch: step & branchBit != 0,
      store: Int(exactly: number).flatMap { names.indices.contains($0) ? String(names[$0]) : nil })
  }
}

/// An action that a store trapped at when it was replayed before, in a process that is no more.
public struct KnownTrap: Hashable, Sendable, Codable {
  /// How a store cost its process.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// Swift or the app found a mistake, or the processor did.
    case trap
    /// The process ended, or was ended by the system or by somebody.
    case end
    /// It came to no end, and was ended.
    case silence
  }

  /// The action's step.
  public var step: Step
  /// What was wrong, in the words of the Swift runtime or of the app.
  public var reason: String
  /// The store; nil if it is not known.
  public var store: String?
  /// How it cost the process.
  public var kind: Kind

  /// A trap at `step`.
  public init(step: Step, reason: String, store: String? = nil, kind: Kind = .trap) {
    (self.step, self.reason, self.store, self.kind) = (step, reason, store, kind)
  }
}
