import Foundation
import PlayheadLint

/// Sources for tests, and where the modules are that they import.
enum Sources {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardized

  /// The modules that were built with the tests.
  static let modules = Bundle.main.bundleURL.appendingPathComponent("Modules").path

  /// The folders with the maps of C's modules, which those import.
  private static let maps = ["CCycles", "CLZ4", "CMalloc", "CSQLite"].map {
    root.appendingPathComponent("Sources/\($0)").path
  }

  /// A folder under `fixtures/lint`.
  static func fixture(_ name: String) -> String {
    root.appendingPathComponent("fixtures/lint/\(name)").path
  }

  /// What is found in a folder.
  static func report(on folder: String, isWhole: Bool = true) throws -> Lint.Report {
    guard let target = LintTarget(folder: folder, modules: [modules] + maps) else {
      throw LintError.noSources(folder)
    }
    return try Lint([target], isWhole: isWhole).run()
  }

  /// What is found in files of these names and texts.
  static func report(on files: [String: String], isWhole: Bool = true) throws -> Lint.Report {
    try report(on: files.mapValues { Data($0.utf8) }, isWhole: isWhole)
  }

  static func report(on files: [String: Data], isWhole: Bool = true) throws -> Lint.Report {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("lint 'tests' \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, data) in files { try data.write(to: folder.appendingPathComponent(name)) }
    return try report(on: folder.path, isWhole: isWhole)
  }
}

/// A rule that is broken on a line.
struct Mark: Hashable, CustomStringConvertible {
  var file: String
  var line: Int
  var rule: String

  var description: String { "\(file):\(line) [\(rule)]" }

  /// What the comments `expect: RULE, RULE` of a folder's files say, and `expect-next:` of the next line.
  static func expected(in folder: String) throws -> Set<Mark> {
    var marks: Set<Mark> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() {
        for (word, distance) in [("// expect: ", 1), ("// expect-next: ", 2)] {
          guard let start = line.firstRange(of: word)?.upperBound else { continue }
          for rule in line[start...].split(separator: ", ") {
            marks.insert(Mark(file: name, line: index + distance, rule: String(rule)))
          }
        }
      }
    }
    return marks
  }
}

extension Lint.Report {
  /// What was found, as marks.
  var marks: Set<Mark> {
    Set(
      findings.map {
        let file = URL(fileURLWithPath: $0.location.path).lastPathComponent
        return Mark(file: file, line: $0.location.line, rule: $0.rule.rawValue)
      })
  }
}
