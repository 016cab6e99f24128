import PlayheadLog
import Synchronization
import Testing

@testable import PlayheadReplay

/// Which states are kept in memory.
@Suite struct MemoryCheckpointTests {
  /// A heap that has as many bytes as there are blocks of a thousand.
  private final class Heap: Sendable {
    let blocks = Atomic(0)

    final class Block: Codable, Sendable {
      let heap: Heap?
      init(_ heap: Heap) {
        self.heap = heap
        heap.blocks.add(1, ordering: .relaxed)
      }
      deinit { heap?.blocks.subtract(1, ordering: .relaxed) }
      init(from decoder: any Decoder) throws { heap = nil }
      func encode(to encoder: any Encoder) throws {}
    }

    func policy(bytes: Int) -> CheckpointPolicy {
      var policy = CheckpointPolicy()
      (policy.spacing, policy.bytes) = (.milliseconds(1), bytes)
      policy.heap = { [self] in 1_000 * blocks.load(ordering: .relaxed) }
      return policy
    }
  }

  private static func keep(
    _ steps: ClosedRange<UInt64>, in checkpoints: inout MemoryCheckpoints, _ heap: Heap
  ) {
    for step in steps where checkpoints.wants(Step(step), after: .milliseconds(1)) {
      checkpoints.keep(
        .init(step: Step(step), states: [Heap.Block(heap)], approximateSince: nil))
    }
  }

  @Test func `checkpoints stay near their memory limit by growing the intervals between them`() {
    let heap = Heap()
    var checkpoints = MemoryCheckpoints(heap.policy(bytes: 100_000))
    for round in 1...20 as ClosedRange<UInt64> {
      // What came since the last one counts: at first each step is wanted, later none is.
      Self.keep(1 + (round - 1) * 100...round * 100, in: &checkpoints, heap)
      #expect(checkpoints.entries.count <= 130)
    }
    #expect(checkpoints.spacing > .milliseconds(1))
    #expect(checkpoints.entries.count > 20)
  }
}
