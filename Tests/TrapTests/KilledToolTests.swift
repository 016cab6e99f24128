#if os(Linux)
  import FluxTesting
  import Foundation
  import PlayheadFlux
  import Testing

  /// What a tool leaves that is killed while its workers replay.
  @Suite(.timeLimit(.minutes(15))) struct KilledToolTests {

    /// A replay of steps that take a tenth of a second each, or of one that never ends.
    @Test(arguments: [["climb 1", "climb 1", "climb 1"], ["add 1", "climb 0"]])
    func
      `worker processes end within a second after a SIGKILL of their tool, even in an endless handler`(
        lines: [String]
      )
      async throws
    {
      let (kills, left) = try await onOwnThread {
        var chance = SplitMix64(seed: 7)
        var (kills, left): (Int, [String]) = (0, [])
        for command in [["check", "t.playhead"], ["state", "t.playhead", "end"]] {
          for _ in 0..<(Soak.isOn ? 60 : 2) {
            let trapped = try Trapped(lines)
            trapped.variables["PLAYHEAD_TEST_FOLDER"] = trapped.folder.path
            let ending = try trapped.perform(command) { process in
              usleep(.random(in: 0...200_000, using: &chance))
              kill(process.processIdentifier, SIGKILL)
            }
            // It may have ended before.
            if ending.code == -1 { kills += 1 }
            left += try trapped.processesLeft(after: 1)
          }
        }
        return (kills, left)
      }
      #expect(kills > (Soak.isOn ? 2 : 1) && left == [])
    }
  }
#endif
