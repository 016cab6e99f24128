import Foundation
import LibFuzzer

/// The target that PLAYHEAD_FUZZ names. Without one, all names are printed and nothing is done.
let target: FuzzTarget = {
  guard let name = ProcessInfo.processInfo.environment["PLAYHEAD_FUZZ"] else {
    for target in FuzzTarget.all { print(target.name) }
    exit(0)
  }
  guard let target = FuzzTarget.named(name) else {
    let names = FuzzTarget.all.map { $0.name }
    fatalError("PLAYHEAD_FUZZ names no target; there are \(names.joined(separator: ", "))")
  }
  return target
}()

/// Called by libFuzzer once: writes the seeds into the folder that PLAYHEAD_SEEDS names.
@c(LLVMFuzzerInitialize)
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  _ = target
  guard let folder = ProcessInfo.processInfo.environment["PLAYHEAD_SEEDS"] else { return 0 }
  do {
    for (number, seed) in try target.seeds().enumerated() {
      try Data(seed).write(to: URL(filePath: folder).appending(path: "seed-\(number)"))
    }
  } catch {
    fatalError("the seeds cannot be written: \(error)")
  }
  return 0
}

/// Called by libFuzzer for each input: any trap, and any error that is no report, is a finding.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  do {
    let bytes = UnsafeRawBufferPointer(start: data, count: size)
    let peak = try LiveBytes.peak { try target.run(bytes) }
    let bound = target.bound.bytes(for: size)
    guard peak <= bound else {
      fatalError("\(size) bytes took \(peak) bytes; \(bound) are allowed")
    }
  } catch {
    fatalError("\(target.name): \(error)")
  }
  return 0
}
