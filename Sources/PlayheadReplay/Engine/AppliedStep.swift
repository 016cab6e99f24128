package import PlayheadLog

/// Which step's action the stores are handling, and which store does, for whoever has to say it when one of them traps: a few
/// plain stores to memory for each action, about a nanosecond in all.
///
/// A trap (an index out of range, an overflow, a stack that is used up) cannot be caught, and ends the process. Where the memory is
/// shared with the process that started this one, that one knows. Who replays in a process of their own, as tests do, loses that
/// process.
package enum AppliedStep {
  /// How much memory it takes: two words, and the names of the stores.
  package static let size = 1 << 16
  /// Tells a branch's steps from the recording's; no log has as many.
  private static let branchBit: UInt64 = 1 << 63
  private static let words = 2

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
  package struct Place: Sendable {
    /// The action's step.
    package let step: Step
    /// Whether that is a step of a branch.
    package let isInBranch: Bool
    /// The store; nil if that is not known.
    package let store: String?
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
