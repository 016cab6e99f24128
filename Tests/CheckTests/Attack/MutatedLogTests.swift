import FluxTesting
import Foundation
import PlayheadCoding
import PlayheadFlux
import PlayheadLog
import PlayheadReading
import Synchronization
import Testing

/// Mutated logs through the command line.
@Suite(.enabled(if: Attack.hasLimits), .timeLimit(.minutes(60))) struct MutatedLogTests {
  private static let count = Soak.isOn ? 10_000 : 16

  /// Calls that read the log `log`; what they write is `out`.
  private static let calls: [[String]] = [
    ["info", "log"], ["log", "log"], ["log", "log", "--json"], ["show", "log", "2"],
    ["state", "log", "end"], ["diff", "log", "1", "2"], ["blame", "log", "end"],
    ["verify", "log"], ["compat", "log"], ["recover", "log", "-o", "out"],
    ["pack", "log", "-o", "out"], ["cut", "log", "2..4", "-o", "out"],
    ["bisect", "log", "--where", "step > 2"], ["debug", "log"],
    ["fixture", "add", "log", "--name", "made"],
  ]
  /// Those that start processes of their own take as long as ten others.
  private static let slowCalls = [["check", "log", "--runs", "2"]]

  @Test
  func `randomly changed logs crash no command and make none exceed its memory or time limit`()
    async throws
  {
    let faults = try await onOwnThread { try Self.campaign() }
    #expect(faults == [])
  }

  private static func campaign() throws -> [String] {
    let logs = try Attack.logs.map { try Attack.bytes(of: $0) }
    let faults = Mutex<[String]>([])
    let next = Atomic(0)
    onThreads(2) { _ in
      do {
        let folder = try Attack.folder()
        while true {
          let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
          guard number < count else { return }
          if let fault = try trial(number, logs, in: folder) {
            faults.withLock { $0.append(fault) }
          }
        }
      } catch {
        faults.withLock { $0.append("\(error)") }
      }
    }
    if Soak.isOn { print("\(count) mutated logs, \(faults.withLock { $0.count }) faults") }
    return faults.withLock { $0 }
  }

  /// One mutated log, and one call for it; says what is wrong.
  private static func trial(_ number: Int, _ logs: [[UInt8]], in folder: URL) throws -> String? {
    var generator = SplitMix64(seed: UInt64(number))
    let log = logs[generator.below(logs.count)]
    let mutant = LogMutation.mutant(of: log, among: logs, &generator)
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(mutant).write(to: folder.appending(path: "log"))
    let known = generator.below(40) == 0 ? slowCalls : calls
    let call = known[generator.below(known.count)]
    let outcome = try Tool.call(call, in: folder, within: Attack.limits)
    guard outcome.isOrderly, !outcome.hasControlCharacters else {
      return "mutant \(number), '\(call.joined(separator: " "))': \(outcome)"
    }
    let isJSON = call.last == "--json"
    let lines = outcome.output.split(separator: "\n").count
    return isJSON && outcome.objects.count != lines ? "mutant \(number): no JSON" : nil
  }
}

/// Ways to make another file of a log.
enum LogMutation {
  static func mutant(
    of log: [UInt8], among logs: [[UInt8]], _ generator: inout SplitMix64
  ) -> [UInt8] {
    switch generator.below(8) {
    case 0: return Array(log[..<generator.below(log.count)])
    case 1: return changed(log, &generator)
    case 2: return log + logs[generator.below(logs.count)]
    case 3:
      let start = generator.below(log.count)
      let end = min(log.count, start + generator.below(200))
      return Array(log[..<end] + log[start...])
    case 4:
      let start = generator.below(log.count)
      return Array(log[..<start] + log[min(log.count, start + generator.below(200))...])
    default: return repacked(log, &generator) ?? changed(log, &generator)
    }
  }

  private static func changed(_ bytes: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
    guard !bytes.isEmpty else { return bytes }
    var bytes = bytes
    for _ in 0...generator.below(6) {
      let place = generator.below(bytes.count)
      bytes[place] = [0, 1, 0x7F, 0x80, 0xFF, UInt8(generator.below(256))][generator.below(6)]
    }
    return bytes
  }

  /// With changes in what a frame unpacks to, and checksums that fit.
  private static func repacked(_ log: [UInt8], _ generator: inout SplitMix64) -> [UInt8]? {
    let file = ByteBuffer()
    var start = 0
    while start < log.count {
      guard let length = try? log[start...].withUnsafeBytes({ try LZ4Frame.length($0) }) else {
        return nil
      }
      let frame = Array(log[start..<start + length])
      start += length
      guard let content = try? frame.withUnsafeBytes({ try LZ4Frame.read($0) }) else {
        file.append(frame)
        continue
      }
      let mutant = generator.below(3) == 0 ? content : changed(content, &generator)
      mutant.withUnsafeBytes { LZ4Frame.append($0, to: file) }
    }
    return file.array
  }
}
