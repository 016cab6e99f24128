import Foundation
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadPage
import PlayheadReplay
import PlayheadValues

/// Pages of failed logs, in the folder of '--page'.
final class FailurePages {
  static let folder = Parameter.option(
    "page", value: "DIR", .path,
    "Write a page of each failing log into this folder; the page opens at the failure. Existing pages are replaced, "
      + "other files are not.")

  private let folder: String
  private let apps: Apps
  private let console: Console
  private var names: Set<String> = []

  /// Creates the folder if it does not exist. Throws if that fails.
  init(in folder: String, _ apps: Apps, _ console: Console) throws {
    (self.folder, self.apps, self.console) = (folder, apps, console)
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      throw LogError.unwritable(path: folder, reason: .system(errno))
    }
  }

  /// `nil` without '--page'.
  convenience init?(_ arguments: ParsedArguments, _ apps: Apps, _ console: Console) throws {
    guard let folder = arguments[Self.folder] else { return nil }
    try self.init(in: folder, apps, console)
  }

  /// Writes a page of `log` that opens at the failure. Returns its path.
  func write(
    _ failure: SessionPage.Failure, of log: LogReader, _ decoding: DecodingPolicy = .usual
  ) throws -> String {
    var options = SessionPage.Options()
    options.failure = failure
    let html = try CommandContext(log, apps, decoding, console).page(options).html
    let path = path(for: log)
    guard !FileManager.default.fileExists(atPath: path) || SessionPage.isPage(at: path) else {
      throw LogError.exists(path: path)
    }
    try OutputFile(text: html, at: path, mode: log.mode, replaces: true).finish()
    return path
  }

  /// Adds a number if logs from different folders have the same name.
  private func path(for log: LogReader) -> String {
    var name = log.fileName(with: "html")
    var number = 1
    while !names.insert(name).inserted {
      number += 1
      name = log.fileName(with: "\(number).html")
    }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}

extension FailurePages? {
  /// Calls `body`. If a store traps in it, writes a page of the log that opens at the trap.
  func catchingTrap<T>(in path: String, on console: Console, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch {
      if let self, let (crash, _) = knownCrash(in: error), path != "-" {
        let failure = SessionPage.Failure(at: crash.step, "\(error)")
        try FailurePage { try self.write(failure, of: LogReader(path: path)) }.show(on: console)
      }
      throw error
    }
  }
}

/// The path of a failure's page, `nil` without one, or why the page was not written. The command reports
/// the failure in any case.
typealias FailurePage = Result<String?, any Error>

extension FailurePage {
  /// The page's path, if it was written.
  var path: String? { (try? get()) ?? nil }

  /// Prints the page's path. Throws if the page could not be written.
  func show(on console: Console) throws {
    guard let path = try get() else { return }
    try console.inText { try console.print("  as a page:     \(path)") }
  }
}
