import Foundation

/// `playhead-bench [--traces DIR] [--large] [--json] [--help]`: measures, prints a table.
let arguments = CommandLine.arguments.dropFirst()
do {
  let options = try Options(Array(arguments))
  if options.wantsHelp {
    print(Options.usage)
  } else if let memory = options.memory {
    try MemoryBenchmarks.tellPeak(memory)
  } else {
    try Benchmarks.run(options)
  }
} catch {
  FileHandle.standardError.write(Data("playhead-bench: \(error)\n".utf8))
  exit(2)
}
