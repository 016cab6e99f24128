import PlayheadCoding
import PlayheadReading
public import PlayheadLog

/// The digests in a log that a replay passes and compares its states with.
///
/// Usually one in 4,096 steps has one, and the last. In a log with many, not all are compared: hashing then
/// takes about as long as replaying.
struct DigestCheck {
  /// The bytes that are hashed before digests are skipped: about a tenth of a second.
  private static let freeBytes = 8 << 20
  /// With this, hashing takes about as long as replaying.
  private static let bytesPerStep: UInt64 = 128

  /// The chunk with the current action, …
  private var chunk: Chunk?
  /// … its digests in the order of the steps, …
  private var digests: [StateDigests] = []
  /// … and the first of them that the replay has not passed.
  private var place = 0
  /// The steps whose states were compared.
  private var compared: Set<Step> = []
  /// The last of them, and how many bytes were hashed there and in all.
  private var last: (step: Step, bytes: Int)?
  private var hashedBytes = 0
  /// Whether this build encodes the states of a store as the log does, by the store's number.
  private var comparable: [Int: Bool] = [:]
  /// The last step whose replayed state was the recorded one.
  private(set) var lastAgreed: Step?
  private let encoder = CanonicalEncoder()
  /// Whether to compare all digests, however long hashing takes.
  private let isComplete: Bool

  init(isComplete: Bool = false) { self.isComplete = isComplete }

  /// Whether the states of `step` were compared.
  func hasCompared(_ step: Step) -> Bool { compared.contains(step) }

  /// Begins to move from the state of `position`.
  mutating func begin(after position: Step) {
    place = digests.partitionPoint { $0.step > position }
  }

  /// The digests of the state after `action`, if they are to be compared.
  mutating func due(after action: LoggedAction, in log: any ActionSource) -> StateDigests? {
    if action.chunk !== chunk {
      (chunk, digests, place) = (action.chunk, log.digests(of: action.chunk), 0)
    }
    while place < digests.count, digests[place].step < action.step { place += 1 }
    guard place < digests.count, digests[place].step == action.step else { return nil }
    let due = digests[place]
    place += 1
    return compared.contains(due.step) || !isAffordable(at: due.step) ? nil : due
  }

  private func isAffordable(at step: Step) -> Bool {
    // The last one says whether the end is the recorded one.
    guard !isComplete, hashedBytes >= Self.freeBytes, let last, place < digests.count else {
      return true
    }
    let distance = max(step, last.step).number - min(step, last.step).number
    return distance > UInt64(last.bytes) / Self.bytesPerStep
  }

  /// Compares the states of `timeline`, which are those of the digests' step. Returns the first store with
  /// another state.
  mutating func differingStore(from recorded: StateDigests, _ timeline: Timeline) -> String? {
    // A log that is damaged there has no known stores to compare.
    guard let numbers = try? timeline.storeLists.numbers(of: recorded) else { return nil }
    let states = timeline.player.states
    var bytes = 0
    defer {
      compared.insert(recorded.step)
      hashedBytes += bytes
      last = (recorded.step, bytes)
    }
    for number in numbers {
      let isComparable = comparable[number] ?? timeline.isCurrentForm(store: number)
      comparable[number] = isComparable
      guard isComparable, let part = timeline.stored.order[number] else { continue }
      // A state that cannot be encoded has no digest. What asks for it says so.
      guard let state = try? encoder.bytes(of: states[part]) else { continue }
      bytes += state.count
      if Digest(bytes: state) != recorded.stores[number] { return timeline.log.stores[number] }
    }
    lastAgreed = max(lastAgreed ?? recorded.step, recorded.step)
    return nil
  }
}

extension StoreListHistory {
  /// The numbers of the stores whose states after an action have these digests. They are from before another
  /// store with the same name arrived right after the action.
  func numbers(of digests: StateDigests) throws -> [Int] {
    let epoch = try epoch(after: digests.step)
    let replaced = epoch.step == digests.step ? Set(epoch.arrived.map(\.store)) : []
    return digests.stores.indices.filter { $0 < epoch.count && !replaced.contains($0) }
  }
}

/// A replayed state that is not the recorded one, as a digest in the log shows.
public struct StateMismatch: Codable, Hashable, Sendable {
  /// The step of the digest.
  public let step: Step
  /// The last step before it whose state is known to be the recorded one. The states after it may be wrong.
  public let lastAgreed: Step
  /// The first store with another state.
  public let store: String

  /// A mismatch at `step`.
  public init(step: Step, lastAgreed: Step, store: String) {
    (self.step, self.lastAgreed, self.store) = (step, lastAgreed, store)
  }
}

extension StateMismatch: CustomStringConvertible {
  /// What differs, and which states may be wrong, without a way out.
  public var description: String {
    let since = lastAgreed.next
    let others =
      since == step
      ? "" : ", and the states from step \(since) on may differ from the recorded ones"
    return "at step \(step) the replayed state of store '\(store)' is not the recorded one\(others)"
  }
}
