import Foundation
import PlayheadFlux
import PlayheadLog
import Testing
import crash_app

/// The system's calls go wrong, one after the other, as the kernel sees them.
@Suite(.enabled(if: Strace.excuse == nil, "\(Strace.excuse ?? "")"))
struct SystemCallTests {
  private static let words = [
    "--threads", "1", "--count", "60", "--flushes", "8", "--guests", "20", "--notes", "9",
    "--durability", "action",
  ]

  static let calls =
    Soak.isOn
    ? [
      "openat", "flock", "lseek", "pread64", "write", "fsync", "fdatasync", "msync", "ftruncate",
      "rename", "unlink", "close", "mmap", "munmap", "fallocate",
    ] : ["write", "fsync", "unlink"]

  @Test(arguments: calls) func `killed at any call, an app leaves all that its stores saw`(
    call: String
  ) throws {
    var kills = 0
    for isRestarted in Soak.isOn ? [false, true] : [true] {
      var number = 1
      while try isKilled(at: number, of: call, isRestarted) {
        kills += 1
        number += Soak.isOn ? 1 : 5
      }
    }
    if Soak.isOn { print("killed at \(kills) calls of \(call)") }
    // There is no rename.
    #expect(kills > 0 || call == "rename")
  }

  private func isKilled(
    at number: Int, of call: String, _ isRestarted: Bool
  ) throws -> Bool {
    let scene = try Scene()
    if isRestarted { try scene.runUntilKilled() }
    let tracer = Strace.words(call, "signal=KILL", when: "\(number)", at: scene.log)
    let app = try scene.start(Self.words, under: tracer)
    let place: Comment = "\(call) \(number)\(isRestarted ? ", restarted" : "")"
    if app.wait() == .exit(0) {
      #expect(try scene.problemsAtEnd() == [], place)
      return false
    }
    #expect(app.wait() == .signal(SIGKILL), place)
    #expect(try scene.problems() == [], place)
    #expect(try scene.run(["--count", "20"]).wait() == .exit(0), place)
    #expect(try scene.problemsAtEnd() == [], place)
    return true
  }

  /// What a call may say.
  static let faults =
    [("write", "ENOSPC"), ("fdatasync", "EIO"), ("fallocate", "ENOSPC")]
    + (Soak.isOn
      ? [
        ("write", "EIO"), ("write", "EDQUOT"), ("fsync", "EIO"), ("msync", "EIO"),
        ("ftruncate", "EIO"), ("mmap", "ENOMEM"), ("openat", "EACCES"), ("openat", "EMFILE"),
        ("flock", "ENOLCK"), ("unlink", "EROFS"), ("pread64", "EIO"), ("close", "EIO"),
        ("write", "EINTR"), ("fdatasync", "EINTR"),
      ] : [])

  @Test(arguments: faults, ["", "+"])
  func `whatever a call says, the app's states are the same and all steps are accounted for`(
    fault: (call: String, error: String), lasting: String
  ) throws {
    // A call that is interrupted for ever is repeated for ever; no system does that.
    if fault.error == "EINTR", lasting == "+" { return }
    let plain = try Scene().plainStates(Self.words)
    var runs = 0
    for isRestarted in Soak.isOn ? [false, true] : [true] {
      // More than there are calls.
      for number in Soak.isOn ? Array(1...40) : [2, 5] {
        let scene = try Scene()
        if isRestarted { try scene.runUntilKilled() }
        let tracer = Strace.words(
          fault.call, "error=\(fault.error)", when: "\(number)\(lasting)", at: scene.log)
        let app = try scene.start(Self.words, under: tracer)
        let place: Comment = "\(fault) \(number)\(lasting)\(isRestarted ? ", restarted" : "")"
        #expect(app.wait() == .exit(0), place)
        #expect(app.report["states"] == plain, place)
        #expect(try scene.problems(after: app) == [], place)
        runs += 1
      }
    }
    if Soak.isOn { print("\(runs) runs with \(fault.error) from \(fault.call), \(lasting)") }
  }
}
