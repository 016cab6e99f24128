import Foundation

/// The options of the command line.
struct Options {
  var traces: String?
  var isJSON = false
  var isLarge = false
  var wantsHelp = false
  /// The path of the log for `travel`; nil for a temporary log.
  var library: String?
  /// The parts to measure; nil for all.
  var parts: Set<String>?
  /// The arguments, if another benchmark process started this one to measure its memory.
  var memory: [String]?
  /// The arguments, if another benchmark process started this one as `playhead`.
  var tool: [String]?

  static let memoryOption = "--tell-memory"
  static let toolOption = "--as-tool"

  static let usage = """
    usage: playhead-bench [--traces DIR] [--large] [--only PART,...] [--library FILE]
                          [--json]

    Measures Playhead against other means, in the same run, and prints a table.

    options:
          --traces DIR  Measure with the editing sessions in DIR, each as NAME.json or
                        NAME.json.gz; without it, with made-up typing.
          --large       Also open a log of 1 GB, diff states of 100 MB, and go up to 10,000,000
                        actions where memory is measured, and to move around in. Takes half
                        an hour, and some GB for a while.
          --only PART,...  Measure these parts alone: coding, dispatch, recording, parts, own,
                        latency, users, loss, memory, open, replay, questions, diff,
                        travel, worker, shrink, fixtures, sizes, packing, live, redux,
                        adoption.
          --library FILE  Keep the log that 'travel' moves around in, with its index, as
                        FILE; where it is there already, move around in it alone.
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
      case "--only":
        let parts = rest.popFirst()?.split(separator: ",").map(String.init) ?? []
        for part in parts where !Benchmarks.parts.contains(part) {
          throw BenchmarkError("unknown part '\(part)'; '--help' lists them")
        }
        guard !parts.isEmpty else { throw BenchmarkError("'--only' needs parts, see '--help'") }
        self.parts = Set(parts)
      case "--library":
        guard let file = rest.popFirst() else {
          throw BenchmarkError("'--library' needs the file of the log to move around in")
        }
        library = file
      case Self.memoryOption:
        memory = Array(rest)
        rest = []
      case Self.toolOption:
        tool = Array(rest)
        rest = []
      default:
        throw BenchmarkError("unknown option '\(argument)'; '--help' lists them")
      }
    }
  }
}

enum Benchmarks {
  static let parts = [
    "coding", "dispatch", "recording", "parts", "own", "latency", "users", "loss", "memory", "open",
    "replay", "questions", "diff", "travel", "worker", "shrink", "fixtures", "sizes", "packing",
    "live", "redux", "adoption",
  ]

  static func run(_ options: Options) throws {
    let table = Table(isJSON: options.isJSON)
    let scratch = try Scratch()
    let sessions = try Inputs.sessions(in: options.traces)
    table.printHeader()
    for part in parts where options.parts?.contains(part) ?? true {
      for row in try rows(of: part, sessions, options, scratch) { try table.print(row) }
    }
    table.printNotes()
  }

  private static func rows(
    of part: String, _ sessions: [Session], _ options: Options, _ scratch: borrowing Scratch
  ) throws -> [Row] {
    let longest = sessions[sessions.count - 1]
    return switch part {
    case "coding": try CodingBenchmarks.rows()
    case "dispatch": try DispatchBenchmarks.rows()
    case "recording": try RecordingBenchmarks.rows(longest, scratch)
    case "parts": try PartsBenchmarks.rows(longest, scratch)
    case "own": try OwnStoreBenchmarks.rows(scratch)
    case "latency": try LatencyBenchmarks.rows(scratch)
    case "users": try UserBenchmarks.rows(scratch)
    case "loss": try LossBenchmarks.rows(scratch)
    case "memory": try MemoryBenchmarks.rows(isLarge: options.isLarge, scratch)
    case "open": options.isLarge ? try LargeLogBenchmarks.rows(scratch) : []
    case "replay": try sessions.flatMap { try ReplayBenchmarks.rows($0, scratch) }
    case "questions": try QuestionBenchmarks.rows(sessions, scratch)
    case "diff": try DiffBenchmarks.rows(isLarge: options.isLarge)
    case "travel":
      try TimeTravelBenchmarks.rows(
        sessions, isLarge: options.isLarge, at: options.library ?? scratch.path("library.playhead"))
    case "worker": try WorkerBenchmarks.rows(longest, scratch)
    case "shrink": try ShrinkBenchmarks.rows(scratch)
    case "fixtures": try FixtureBenchmarks.rows(longest, scratch)
    case "sizes": try SizeBenchmarks.rows(sessions, scratch)
    case "live": try LiveBenchmarks.rows(scratch)
    case "redux": try ReduxBenchmarks.rows()
    case "packing": try PackedFixtureBenchmarks.rows(scratch)
    default: try AdoptionBenchmarks.rows(scratch)
    }
  }
}
