import Foundation
import PlayheadReplay

/// A worker's arguments and environment.
package struct ProcessSetting {
  var arguments: [String]
  var variables: [String: String]

  /// A day in 2031, a day in 2033, and an offset of 400 days, 5 hours and 7 minutes.
  private static let stopped = "1927944306"
  private static let stoppedElsewhere = "2015445621"
  static let moved = 400 * 86_400 + 5 * 3_600 + 420

  /// A process under these conditions. `faketime` is the library that moves clocks. `name` is the program's
  /// name, by default the name of this one. A crash has this many of the innermost frames, on standard error.
  init(
    _ conditions: RunConditions, faketime: String?, name: String? = nil,
    backtraceFrames: Int? = nil
  ) {
    arguments = [name ?? CommandLine.arguments.first ?? "playhead", WorkerContract.word]
    variables = ProcessInfo.processInfo.environment
    variables[WorkerContract.variable] = ""
    setBacktracer(backtraceFrames)
    variables["SWIFT_DETERMINISTIC_HASHING"] = conditions.hasFreshSeed ? nil : "1"
    if !conditions.hasFreshAddresses {
      variables[WorkerContract.variable, default: ""] += " \(WorkerContract.fixedAddresses)"
    }
    if conditions.isInOtherZone {
      variables["TZ"] = variables["TZ"] == "Asia/Kolkata" ? "America/St_Johns" : "Asia/Kolkata"
    }
    if conditions.isInOtherLocale { setLocale() }
    if let faketime { setClock(conditions.clock, by: faketime) }
  }

  /// Turns Swift's backtracer on or off: a program that the Swift runtime starts when a process crashes. It reads the
  /// process's debug information, which takes seconds in a large debug build. So a worker starts without it, and one
  /// that shows a crash to a person is run once more with it (``CrashLocator``).
  ///
  /// On Linux the backtracer is on by default, and `enable=no` turns it off. On macOS it is off by default, exists
  /// from Swift 5.9 on, and reads only programs that are signed with the entitlement
  /// `com.apple.security.get-task-allow`, as SwiftPM signs debug builds. (It was never run there.) Where there is no
  /// backtracer, a crash has what the runtime's own message says.
  private mutating func setBacktracer(_ frames: Int?) {
    // The backtracer takes one more for the outer frames that it leaves out.
    let setting = frames.map {
      "enable=yes,limit=\($0 + 1),top=0,threads=crashed,registers=none,images=none,"
        + "color=no,interactive=no,sanitize=no,output-to=stderr"
    }
    variables["SWIFT_BACKTRACE"] = setting ?? "enable=no"
  }

  /// Turkish, because its I has other letters: code that works in Turkish works in most languages.
  private mutating func setLocale() {
    for name in ["LANG", "LC_ALL", "LANGUAGE"] {
      variables[name] = variables[name] == "tr_TR.UTF-8" ? "de_DE.UTF-8" : "tr_TR.UTF-8"
    }
    variables[WorkerContract.variable, default: ""] += " \(WorkerContract.ownLocale)"
    #if canImport(Darwin)
      arguments += ["-AppleLocale", "tr_TR", "-AppleLanguages", "(tr)"]
    #endif
  }

  private mutating func setClock(_ clock: RunConditions.Clock, by library: String) {
    guard clock != .usual else { return }
    #if canImport(Darwin)
      variables["DYLD_INSERT_LIBRARIES"] = library
      variables["DYLD_FORCE_FLAT_NAMESPACE"] = "1"
    #else
      variables["LD_PRELOAD"] = [variables["LD_PRELOAD"], library].compactMap(\.self)
        .filter { !$0.isEmpty }.joined(separator: ":")
    #endif
    // Waits keep their duration, and files keep their times.
    variables["FAKETIME_DONT_FAKE_MONOTONIC"] = "1"
    variables["NO_FAKE_STAT"] = "1"
    switch clock {
    case .usual: break
    case .moved: variables["FAKETIME"] = "+\(Self.moved)"
    case .stopped, .stoppedElsewhere:
      // Seconds since 1970 are the same in every time zone.
      variables["FAKETIME_FMT"] = "%s"
      variables["FAKETIME"] = clock == .stopped ? Self.stopped : Self.stoppedElsewhere
    }
  }
}

extension ProcessSetting {
  /// The library that moves a process's clock; `nil` if it is not installed.
  static let faketime: String? = {
    let files = FileManager.default
    #if canImport(Darwin)
      let folders = ["/opt/homebrew/lib/faketime", "/usr/local/lib/faketime"]
      let name = "libfaketime.1.dylib"
    #else
      let folders =
        ["/usr/lib", "/usr/lib64"].flatMap { root in
          [root] + ((try? files.contentsOfDirectory(atPath: root)) ?? []).map { "\(root)/\($0)" }
        }.map { "\($0)/faketime" }
      let name = "libfaketime.so.1"
    #endif
    return folders.map { "\($0)/\(name)" }.first { files.fileExists(atPath: $0) }
  }()
}
