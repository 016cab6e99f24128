package import PlayheadLog

/// The step and the store that handle an action now, for the message about a trap. Costs a few plain writes
/// to memory, about a nanosecond per action.
///
/// A trap ends the process. Its parent process reads the place from shared memory.
package enum CrashMarker {
  /// The size of the memory in bytes: the words, then the names of the stores.
  package static let size = 1 << 16
  /// Marks the steps of a branch; no log has that many steps.
  private static let branchBit: UInt64 = 1 << 63
  /// The word that is 1 while a thread decodes actions ahead; it has a cache line of its own.
  private static let decoding = 8
  private static let words = 16

  nonisolated(unsafe) private static var memory = UnsafeMutablePointer<UInt64>.allocate(
    capacity: words)
  nonisolated(unsafe) private static var isShared = false

  /// Moves the words to `shared`, which has ``size`` bytes of 0. Call this before any replay.
  package static func share(_ shared: UnsafeMutableRawPointer) {
    memory = shared.bindMemory(to: UInt64.self, capacity: size / 8)
    isShared = true
  }

  @inline(__always)
  static func begin(_ step: Step, isInBranch: Bool = false) {
    guard isShared else { return }
    memory[1] = .max
    memory[0] = isInBranch ? step.number | branchBit : step.number
  }

  @inline(__always)
  static func end() { if isShared { memory[0] = 0 } }

  /// Says whether another thread decodes actions now.
  static func decodesAhead(_ isAtWork: Bool) {
    if isShared { memory[decoding] = isAtWork ? 1 : 0 }
  }

  // MARK: Stores

  /// The word in which a dispatcher says which of its stores handles an action.
  static var storeIndex: UnsafeMutablePointer<UInt64>? { isShared ? memory + 1 : nil }

  /// Writes the names of a dispatcher's stores, in its order, as many as there is room for.
  static func setStores(_ stores: [String]) {
    guard isShared else { return }
    let names = UnsafeMutableRawPointer(memory + words)
    let room = size - words * MemoryLayout<UInt64>.size - 1
    let text = Array(stores.joined(separator: "\n").utf8.prefix(room)) + [0]
    text.withUnsafeBytes {
      if let start = $0.baseAddress { names.copyMemory(from: start, byteCount: $0.count) }
    }
  }

  // MARK: In the other process

  /// The action and the store that handled it.
  package struct Location: Codable, Hashable, Sendable {
    /// The action's step.
    package let step: Step
    /// Whether the step is a branch's.
    package let isInBranch: Bool
    /// The store; nil if unknown.
    package let store: String?

    package init(step: Step, isInBranch: Bool = false, store: String? = nil) {
      (self.step, self.isInBranch, self.store) = (step, isInBranch, store)
    }
  }

  /// Whether another thread was decoding later actions: one of those may have ended the process.
  package static func decodedAhead(in shared: UnsafeRawPointer) -> Bool {
    shared.load(fromByteOffset: decoding * 8, as: UInt64.self) != 0
  }

  /// The place that a process left in shared memory; nil if it was between two actions.
  package static func place(in shared: UnsafeRawPointer) -> Location? {
    let step = shared.load(as: UInt64.self)
    guard step > 0 else { return nil }
    let number = shared.load(fromByteOffset: 8, as: UInt64.self)
    let bytes = UnsafeRawBufferPointer(start: shared + words * 8, count: size - words * 8)
    let names = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return Location(
      step: Step(step & ~branchBit), isInBranch: step & branchBit != 0,
      store: Int(exactly: number).flatMap { names.indices.contains($0) ? String(names[$0]) : nil })
  }
}
