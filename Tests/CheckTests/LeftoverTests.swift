import FluxTesting
import Foundation
import Testing

/// What a check leaves on the system when it is done.
@Suite(.timeLimit(.minutes(5))) struct LeftoverTests {
  /// Where Linux has what processes share by name.
  private static let shared = "/dev/shm"
  private static let isThere = FileManager.default.fileExists(atPath: shared)

  /// What libfaketime named for processes that are no more.
  private static func orphans() throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(atPath: shared)
    return Set(
      names.filter { name in
        guard name.contains("faketime"), let number = name.split(separator: "_").last,
          let process = pid_t(number)
        else { return false }
        return kill(process, 0) != 0
      })
  }

  @Test(.enabled(if: isThere)) func `'check' with moved clocks leaves nothing in shared memory`()
    async throws
  {
    let before = try Self.orphans()
    let outcome = try await onOwnThread {
      try Tool.call(
        ["check", "fixtures/text-editor/letter.playhead", "fixtures/item-list/unlock.playhead"],
        in: Tool.root)
    }
    #expect(outcome.code == 0, "\(outcome)")
    // Ten workers for each log, two names for each. Other tests run beside this one and kill workers as they
    // start, which leaves a name or two.
    #expect(try Self.orphans().subtracting(before).count < 10)
  }
}
