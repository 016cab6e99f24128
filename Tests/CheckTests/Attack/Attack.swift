import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadValues
import Testing

/// Damage, forgery and ends by force, through the command line. `tools/soak attack` runs all of it, 'tools/test' a
/// share.
enum Attack {

  /// Whether the system's shell can limit a process.
  static var hasLimits: Bool {
    #if os(Linux)
      FileManager.default.isExecutableFile(atPath: "/usr/bin/timeout")
    #else
      false
    #endif
  }

  /// Address space is ten times what is used of it: a process of the tool reserves 0.4 GB before it reads anything.
  static let limits = Tool.Limits(kibibytes: 1_572_864, seconds: 60)

  /// The logs under `fixtures`, by what they are called there.
  static let logs: [String] = {
    let folder = Tool.root.appending(path: "fixtures")
    let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return (paths ?? []).filter {
      $0.hasSuffix(".playhead") && !$0.hasPrefix("versions") && !$0.hasPrefix("corrupt")
    }.sorted().map { "fixtures/\($0)" }
  }()

  /// A folder that is gone when the tests are.
  static func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "attack-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    Leftovers.remove(folder)
    return folder
  }

  static func bytes(of log: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: Tool.root.appending(path: log)))
  }
}

extension FinishedProcess {
  /// The tool's own end: done, a bad answer, or nothing that it can use. Whatever ends a process gives 128 or more.
  var isOrderly: Bool { (0...2).contains(code) }

  /// Whether it wrote a character that a terminal may act on.
  var hasControlCharacters: Bool {
    (output + error).unicodeScalars.contains { $0.steersTerminals && $0 != "\n" }
  }
}

extension SplitMix64 {
  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(limit, 1), using: &self) }
}
