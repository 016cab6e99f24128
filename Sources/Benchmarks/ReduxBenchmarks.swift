import Foundation

/// The same actions through ReSwift's store and through PlayheadFlux: in a program of its own, which 'tools/bench' builds if
/// SwiftPM finds ReSwift.
enum ReduxBenchmarks {
  private struct Line: Decodable {
    let subject: String
    let playhead: Double
    let reSwift: Double
  }

  static func rows() throws -> [Row] {
    guard let program = ProcessInfo.processInfo.environment["PLAYHEAD_REDUX"] else {
      FileHandle.standardError.write(
        Data("skipped: 'redux' needs ReSwift, see 'tools/bench'\n".utf8))
      return []
    }
    let output = String(decoding: try Tool.run(program, []), as: UTF8.self)
    return try output.split(separator: "\n").map { text in
      let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
      return Row(
        subject: line.subject, input: "a shop, 200,000 actions", playhead: line.playhead,
        competitor: "ReSwift's dispatch", other: line.reSwift, unit: .nanoseconds, goal: 1)
    }
  }
}
