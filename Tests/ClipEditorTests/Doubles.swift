import ClipEditor
import Foundation
import Synchronization

/// Drafts in memory, which count how often they are asked.
final class MemoryFiles: DraftFiles {
  struct Contents {
    var drafts: [String: Data] = [:]
    var calls = 0
    var isFull = false
    var isLocked = false
  }

  struct DiskTrouble: LocalizedError {
    let errorDescription: String?

    init(_ description: String) { errorDescription = description }
  }

  private let contents = Mutex(Contents())

  var calls: Int { contents.withLock { $0.calls } }

  func change(_ body: (inout Contents) -> Void) { contents.withLock { body(&$0) } }

  func names(in folder: String?) throws -> [String] {
    contents.withLock {
      $0.calls += 1
      return $0.drafts.keys.sorted()
    }
  }

  func read(_ name: String, in folder: String?) throws -> Data? {
    try contents.withLock {
      $0.calls += 1
      if $0.isLocked { throw DiskTrouble("the disk is locked") }
      return $0.drafts[name]
    }
  }

  func write(_ data: Data, as name: String, in folder: String?) throws {
    try contents.withLock {
      $0.calls += 1
      if $0.isFull { throw DiskTrouble("the disk is full") }
      $0.drafts[name] = data
    }
  }
}

/// Time for the player: it passes at once, or not at all.
final class FrameClock: Sendable {
  private let passes: Bool
  private let count = Atomic(0)

  init(passes: Bool) { self.passes = passes }

  /// How many frames the player has waited for.
  var frames: Int { count.load(ordering: .acquiring) }

  @Sendable func sleep(_ duration: Duration) async throws {
    count.add(1, ordering: .acquiringAndReleasing)
    if passes { return }
    // Longer than any test; it ends by being cancelled.
    try await Task.sleep(for: .seconds(86_400))
  }
}
