import FluxTesting
import Foundation
import Testing

/// What a check leaves on the system when it is done.
@Suite(.timeLimit(.minutes(5))) struct LeftoverTests {
  /// Where Linux has what processes share by name.
  private static let shared = "/dev/shm"
  private static let isThere = FileManager.default.fileExists(atPath: shared)

  /// The names that libfaketime gave on behalf of these processes.
  private static func names(of processes: Set<pid_t>) throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(atPath: shared)
    return Set(
      names.filter { name in
        guard name.contains("faketime") else { return false }
        return name.split(separator: "_").last.flatMap { pid_t($0) }.map(processes.contains)
          ?? false
      })
  }

  /// The processes that one of `parents` has started and that are still there.
  private static func children(of parents: Set<pid_t>) throws -> Set<pid_t> {
    let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc")
    return Set(
      processes.compactMap { pid_t($0) }.filter { process in
        // Behind the name in parentheses: the state, and the parent.
        let facts = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        let fields = facts.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 1 && pid_t(fields[1]).map(parents.contains) == true
      })
  }

  @Test(.enabled(if: isThere))
  func `'check', which moves clocks with libfaketime, leaves nothing in shared memory`()
    async throws
  {
    // Only the names of this check's own workers count: other tests run beside it, and kill theirs.
    let (outcome, workers) = try await onOwnThread {
      var workers: Set<pid_t> = []
      let outcome = try Tool.call(
        ["check", "fixtures/item-list/unlock.playhead"], in: Tool.root
      ) { process in
        while process.isRunning {
          let parents = workers.union([process.processIdentifier])
          workers.formUnion((try? Self.children(of: parents)) ?? [])
          usleep(5_000)
        }
      }
      return (outcome, workers)
    }
    #expect(outcome.code == 0, "\(outcome)")
    #expect(workers.count > 1)
    #expect(try Self.names(of: workers) == [])
  }
}
