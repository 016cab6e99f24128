import Foundation
import PlayheadReading
import PlayheadInspector
import PlayheadLog
import PlayheadReplay
import PlayheadValues

/// `export`: writes a session for other tools.
struct ExportCommand: Command {
  let apps: Apps
  private static let exporters: [any Exporter] = [
    NDJSONExporter(), SQLiteExporter(), ReduxDevToolsExporter(), PerfettoExporter(),
  ]

  init(apps: Apps) { self.apps = apps }

  let name = "export"
  let summary = "Writes a session in a format that other tools read."
  let details = [
    "'ndjson' has a JSON object on each line, for jq, pandas and scripts. 'sqlite' is a database with the actions, the "
      + "changes, some states, notes and gaps. 'redux-devtools' is what the Import button of Redux DevTools reads. 'perfetto' "
      + "is a trace for ui.perfetto.dev, with a track for each store.",
    "Without the app's stores the file has no states and no changes. Confidential values are tokens, as in the log.",
  ]

  let format = Parameter.requiredOption(
    "as", value: "FORMAT", .exporter(among: exporters),
    "One of ndjson, sqlite, redux-devtools and perfetto.")
  let output = Parameter.option(
    "output", "-o", value: "OUT", .path,
    "The file to write; it must not exist yet. The default is the log's name with the format's ending."
  )
  let counter = Parameter.options(
    "counter", value: "PATH", .place,
    "With 'perfetto': draw the number at this path as a curve; can be repeated.")
  var parameters: [any ParameterDeclaration] {
    [LogParameters.log, LogParameters.range, format, output, counter]
      + ReadingParameters.declarations
  }

  let examples = [
    Example(
      "export s.playhead --as sqlite -o s.sqlite", "then 'sqlite3 s.sqlite \"SELECT * FROM types\"'"
    ),
    Example("export s.playhead --as perfetto --counter cart.total", "a trace with a curve"),
  ]

  func run(_ arguments: ParsedArguments, _ console: Console) throws -> ExitCode {
    let exporter = arguments[format]
    let counters = arguments[counter]
    if !counters.isEmpty, !exporter.drawsCounters {
      throw UsageError.Fact.conflict("--counter", "--as \(exporter.format)")
    }
    let context = try CommandContext(arguments, apps, console)
    if !counters.isEmpty, apps.recorder(of: context.log) == nil {
      throw apps.unknownApp(of: context.log)
    }
    let path = arguments[output] ?? context.log.fileName(with: exporter.fileExtension)
    guard path != "-" else {
      throw CommandFailure.streamOutput("an export", ending: exporter.fileExtension)
    }
    defer { console.terminal.whenInterrupted(nil) }
    let file = try console.terminal.makingRemovable(path) {
      try OutputFile(fileAt: path, mode: context.log.mode)
    }
    let steps = try arguments[LogParameters.range].map {
      try context.log.actions(in: $0.resolveForwards(in: context.log.scope))
    }
    var code = ExitCode.good
    try inspect(context) { inspector in
      let session = try ExportedSession(of: inspector, steps, counters: counters) {
        code = .badAnswer
        try console.printError("warning: \($0)")
      }
      try exporter.write(session, to: file)
    }
    try file.finish()
    let size = UInt64(try FileSource(regular: path).size)
    try console.show(["file": path, "format": exporter.format]) {
      try console.print("'\(context.log.name)' in '\(path)': \(Format.bytes(size))")
    }
    return context.exitCode.worse(code)
  }

  private func inspect(
    _ context: CommandContext, _ body: (Inspector) throws -> Void
  ) throws {
    guard try context.hasStores(orWarnFor: "file") else { return try body(Inspector(context.log)) }
    try context.inspecting(body)
  }
}

extension ArgumentType<any Exporter> {
  /// The exporter of a format.
  fileprivate static func exporter(among exporters: [any Exporter]) -> Self {
    let names = ArgumentType<String>.name(of: "format", among: exporters.map(\.format))
    return ArgumentType { word throws(BadValue) in
      let name = try names.read(word)
      return exporters.first { $0.format == name } ?? exporters[0]
    }.completed(as: names.completion)
  }
}
