import FluxTesting
import Testing

/// Payloads of all kinds that apps have, made by chance: each action that can be encoded is in the log, and the log leads
/// to the states that the app had.
@Suite struct PayloadTests {
  /// In full, each kind is recorded with this many seeds.
  private static let seeds = Soak.isOn ? 0..<20 : 0..<1

  @Test(arguments: PayloadKind.all)
  func `a recorder records all payloads of an app that sends 1,000 a second, even if it is killed`(
    kind: PayloadKind
  ) async throws {
    try await onOwnThread { try record(kind, .steady) }
  }

  @Test(arguments: PayloadKind.share)
  func `a recorder with 'waits' records all payloads that an app sends as fast as it can`(
    kind: PayloadKind
  ) async throws {
    try await onOwnThread { try record(kind, .flatOut) }
  }

  private func record(_ kind: PayloadKind, _ pace: Pace) throws {
    for seed in Self.seeds {
      let problems = try kind.problems(pace, PayloadSeed.value &+ UInt64(seed))
      #expect(problems == [], "seed \(PayloadSeed.value &+ UInt64(seed))")
      if !problems.isEmpty { return }
    }
  }
}
