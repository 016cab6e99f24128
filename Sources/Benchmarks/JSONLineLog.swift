import Foundation
import TextEditor

/// A log without Playhead: each action is a line of JSON, with one `write(2)` each.
struct JSONLineLog: ~Copyable {
  private let descriptor: Int32
  private let encoder = JSONEncoder()

  struct Line<Payload: Encodable>: Encodable {
    var time: String
    var type: String
    var payload: Payload
  }

  init(_ path: String) throws {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o644)
    guard descriptor >= 0 else { throw BenchmarkError("'\(path)' cannot be written") }
  }

  deinit {
    close(descriptor)
  }

  func append(_ edit: Replace, time: String) throws {
    var line = try encoder.encode(Line(time: time, type: Replace.actionName, payload: edit))
    line.append(0x0A)
    _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }
}
