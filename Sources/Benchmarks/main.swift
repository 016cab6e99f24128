import Foundation

/// `playhead-bench [--traces DIR] [--json] [--help]`: measures, prints a table.
let arguments = CommandLine.arguments.dropFirst()
do {
  let options = try Options(Array(arguments))
  if options.wantsHelp {
    print(Options.usage)
  } else {
    try Benchmarks.run(options)
  }
} catch {
  FileHandle.standardError.write(Data("playhead-bench: \(error)\n".utf8))
  exit(2)
}
