import FluxTesting
import Foundation
import PlayheadFlux
import PlayheadRecorder
import PlayheadReplay
import Synchronization
import TestSupport
import Testing
@testable import trap_app

/// A folder with a log of the app that traps, and its command line in a process of its own.
final class Trapped {
  /// A session at whose third and fifth action a store traps, and what is said of the third.
  static let lines = ["add 1", "add 2", "index 7", "add 3", "overflow", "add 4"]
  static let sentence =
    "store 'numbers' crashes at step 3, 'TakeAt': Index out of range (\(indexPlace)); "
    + "step 2 has the last state before it"

  /// Where the app takes a number that is not there.
  static let indexPlace = place(of: "numbers.all[take.index]")

  /// Where the app's source has this text: `TrapApp/Trapper.swift:12`.
  static func place(of text: String) -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../TrapApp/Trapper.swift").standardized
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(
      separator: "\n", omittingEmptySubsequences: false)
    let number = lines?.firstIndex { $0.contains(text) }.map { $0 + 1 }
    return "TrapApp/Trapper.swift:\(number ?? 0)"
  }

  private static let app = Bundle.main.bundleURL.appending(path: "trap-app")
  let folder: URL
  /// The program; another one if it is to be found elsewhere.
  var program = app
  /// What it finds in its environment besides.
  var variables: [String: String] = [:]

  typealias Ending = FinishedProcess

  /// A folder with the files that a conversation is had about.
  init(files: [URL]) throws {
    folder = try Self.temporaryFolder()
    for file in files {
      try FileManager.default.copyItem(at: file, to: folder.appending(path: file.lastPathComponent))
    }
  }

  /// A log of these lines.
  init(_ lines: [String]) throws {
    folder = try Self.temporaryFolder()
    try record(lines)
  }

  private static func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trapped-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A log of these lines with a gap before each but the first part, behind which it has the states again.
  init(parts: [[String]]) throws {
    folder = try Self.temporaryFolder()
    let app = try Trapper(inputs: .seeded())
    let recording = try app.dispatcher.record(
      to: folder.appending(path: "t.playhead").path, app: Trapper.appName, clock: ManualClock())
    for (number, lines) in parts.enumerated() {
      if number > 0 {
        recording.pause()
        _ = try app.perform("add 0")
        recording.resume()
      }
      for line in lines { _ = try app.perform(line) }
    }
    try recording.close()
  }

  /// A folder with the log `s.playhead`, which another program records with this word; commands run that program.
  init(_ program: String, _ word: String) throws {
    folder = try Self.temporaryFolder()
    self.program = Bundle.main.bundleURL.appending(path: program)
    try write("s.playhead", of: [program, word]) {
      let ending = try run([word, "s.playhead"], input: [], isArmed: true)
      #expect(ending.code == 0 && ending.error == "", "\(ending)")
    }
  }

  /// Records lines without a trap.
  func record(_ lines: [String], to log: String = "t.playhead") throws {
    try write(log, of: lines) {
      let ending = try run(["record", "trapper", "-o", log], input: lines, isArmed: false)
      #expect(ending.code == 0, "\(ending.error)")
    }
  }

  /// Logs without a trap, by what they were made of: several tests have the same.
  private static let recorded = Mutex<[[String]: Data]>([:])

  private func write(_ log: String, of origin: [String], record: () throws -> Void) throws {
    let file = folder.appending(path: log)
    if let kept = Self.recorded.withLock({ $0[origin] }) { return try kept.write(to: file) }
    try record()
    let bytes = try Data(contentsOf: file)
    Self.recorded.withLock { $0[origin] = bytes }
  }

  /// Makes a fixture, called `name`, of a session of these lines.
  func keep(_ lines: [String], as name: String) throws {
    try record(lines, to: "\(name).playhead")
    let ending = try run(
      ["fixture", "add", "\(name).playhead", "--name", name], input: [], isArmed: false)
    #expect(ending.code == 0, "\(ending.error)")
  }

  /// Makes a script in the folder that is the program with this variable: another build.
  func build(_ name: String, _ variable: String) throws -> String {
    let file = folder.appending(path: name)
    try Data("#!/bin/sh\n\(variable) exec '\(Self.app.path)' \"$@\"\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return "./\(name)"
  }

  /// The file of a program whose stores trap: a script, as this process's environment is every other test's as well.
  func armedProgram() throws -> String {
    let script = try build("armed", "TRAPPER=armed SWIFT_BACKTRACE=enable=no")
    return folder.appending(path: script).standardized.path
  }

  /// Performs a command with stores that trap.
  func callAsFunction(_ words: String..., input: [String] = []) throws -> Ending {
    try perform(words, input: input)
  }

  /// The same, with the words in a list; `meanwhile` has the process while it runs.
  func perform(
    _ words: [String], input: [String] = [], meanwhile: (Process) throws -> Void = { _ in }
  ) throws -> Ending {
    try run(words, input: input, isArmed: true, meanwhile: meanwhile)
  }

  private func run(
    _ words: [String], input: [String], isArmed: Bool,
    meanwhile: (Process) throws -> Void = { _ in }
  ) throws -> Ending {
    try FinishedProcess.run(
      program, words, in: folder,
      variables: ["TRAPPER": isArmed ? "armed" : ""].merging(variables) { $1 },
      input: input.map { $0 + "\n" }.joined(), isPiped: true,
      outputFile: folder.appending(path: "output"), meanwhile: meanwhile)
  }
}

extension Trapped.Ending {
  /// The lines of the output, without the times that differ from run to run.
  var lines: [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line).replacing(/[ ]\+[0-9.]+s/, with: "").replacing(/[ ]{2,}/, with: " ")
    }
  }

  /// The answers of a conversation from its first command on: what its greeting says differs.
  var conversation: [String] {
    Array(lines.drop { !$0.hasPrefix("#") })
  }
}
