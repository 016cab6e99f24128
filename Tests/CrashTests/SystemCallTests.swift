import FluxTesting
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

  /// What a call may say, and what is kept of the log.
  typealias Fault = (call: String, outcome: String, keep: Int?)

  static let faults: [Fault] =
    [
      ("write", "error=ENOSPC", nil), ("fdatasync", "error=EIO", nil),
      ("fallocate", "error=ENOSPC", nil), ("write", "retval=0", nil),
    ]
    + (Soak.isOn
      ? [
        ("write", "error=EIO", nil), ("write", "error=EDQUOT", nil), ("fsync", "error=EIO", nil),
        ("msync", "error=EIO", nil), ("ftruncate", "error=EIO", nil),
        ("mmap", "error=ENOMEM", nil), ("openat", "error=EACCES", nil),
        ("openat", "error=EMFILE", nil), ("flock", "error=ENOLCK", nil),
        ("unlink", "error=EROFS", nil), ("pread64", "error=EIO", nil),
        ("close", "error=EIO", nil), ("write", "error=EINTR", nil),
        ("fdatasync", "error=EINTR", nil),
        ("fdatasync", "error=EIO", KillTests.keep), ("write", "error=EIO", KillTests.keep),
        ("openat", "error=EACCES", KillTests.keep), ("unlink", "error=EROFS", KillTests.keep),
      ] : [])

  private static let plainStates = Result { try Scene().plainStates(words) }
  private static let plainStatesOfFlight = Result {
    try Scene(keep: KillTests.keep).plainStates(words)
  }

  @Test(arguments: faults, ["", "+"])
  func `if a system call fails, the app's states are the same, and the log or a gap has each step`(
    fault: Fault, lasting: String
  ) throws {
    // A call that is interrupted for ever is repeated for ever; no system does that.
    if fault.outcome == "error=EINTR", lasting == "+" { return }
    let plain = try (fault.keep == nil ? Self.plainStates : Self.plainStatesOfFlight).get()
    var runs = 0
    // More than there are calls.
    for number in Soak.isOn ? Array(1...40) : lasting == "" ? [2, 5] : [2] {
      let scene = try Scene(keep: fault.keep)
      let tracer = Strace.words(
        fault.call, fault.outcome, when: "\(number)\(lasting)", at: scene.log)
      let app = try scene.start(Self.words, under: tracer)
      let place: Comment = "\(fault) \(number)\(lasting)"
      // One that repeats a call for ever would never end.
      try #require(app.wait(seconds: 30) == .exit(0), place)
      #expect(app.report["states"] == plain, place)
      let problems = try scene.problems(after: app, mayKeepMore: fault.call == "unlink")
      #expect(problems == [], place)
      runs += 1
    }
    if Soak.isOn { print("\(runs) runs with \(fault.outcome) from \(fault.call), \(lasting)") }
  }
}
