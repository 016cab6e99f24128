import Foundation

/// What was asked for.
struct Options {
  var traces: String?
  var isJSON = false
  var isLarge = false
  var wantsHelp = false
  /// What a process that the benchmark started to measure its memory is to do.
  var memory: [String]?

  static let memoryOption = "--tell-memory"

  static let usage = """
    usage: playhead-bench [--traces DIR] [--large] [--json]

    Measures Playhead against other means, in the same run, and prints a table.

    options:
          --traces DIR  Measure with the editing sessions in DIR, each as NAME.json or
                        NAME.json.gz; without it, with made-up typing. The names are
                        sveltecomponent, rustcode, seph-blog1 and automerge-paper.
          --large       Also open a log of 1 GB, and go up to 10,000,000 actions where
                        memory is measured. Takes some minutes, and 1 GB for a while.
          --json        Print a line of JSON per row.
      -h, --help        Show this help.
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--large": isLarge = true
      case "--help", "-h": wantsHelp = true
      case "--traces":
        guard let folder = rest.popFirst() else {
          throw BenchmarkError("'--traces' needs a folder with the editing traces")
        }
        traces = folder
      case Self.memoryOption:
        memory = Array(rest)
        rest = []
      default:
        throw BenchmarkError(
          "unknown option '\(argument)'; there are --traces DIR, --large, --json and --help")
      }
    }
  }
}

enum Benchmarks {
  static func run(_ options: Options) throws {
    let table = Table(isJSON: options.isJSON)
    let scratch = try Scratch()
    let sessions = try Inputs.sessions(in: options.traces)
    table.printHeader()
    for row in try CodingBenchmarks.rows() { try table.print(row) }
    for row in try DispatchBenchmarks.rows() { try table.print(row) }
    for row in try RecordingBenchmarks.rows(sessions[sessions.count - 1], scratch) {
      try table.print(row)
    }
    for row in try PartsBenchmarks.rows(sessions[sessions.count - 1], scratch) {
      try table.print(row)
    }
    for row in try LatencyBenchmarks.rows(scratch) { try table.print(row) }
    for row in try LossBenchmarks.rows(scratch) { try table.print(row) }
    for row in try MemoryBenchmarks.rows(isLarge: options.isLarge, scratch) {
      try table.print(row)
    }
    if options.isLarge {
      for row in try LargeLogBenchmarks.rows(scratch) { try table.print(row) }
    }
    for session in sessions {
      for row in try ReplayBenchmarks.rows(session, scratch) { try table.print(row) }
    }
    for row in try SizeBenchmarks.rows(sessions, scratch) { try table.print(row) }
    for row in try PackedFixtureBenchmarks.rows(scratch) { try table.print(row) }
    table.printNotes()
  }
}
