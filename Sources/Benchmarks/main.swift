import Foundation
import PlayheadDebugger
import SampleReplay

/// `playhead-bench`: measures, and prints a table. `Options.usage` lists its options.
let arguments = CommandLine.arguments.dropFirst()
PlayheadCommand.serveIfWorker(apps: Program.apps)
do {
  let options = try Options(Array(arguments))
  if options.wantsHelp {
    print(Options.usage)
  } else if let words = options.tool {
    PlayheadCommand.main(apps: Program.apps, words: ["playhead-bench"] + words)
  } else if let memory = options.memory {
    try MemoryBenchmarks.tellPeak(memory)
  } else {
    try Benchmarks.run(options)
  }
} catch {
  FileHandle.standardError.write(Data("playhead-bench: \(error)\n".utf8))
  exit(2)
}
