public import Foundation
import PlayheadCoding
import PlayheadFiles
package import PlayheadLog
import PlayheadValues

extension Verification {
  /// Checks the log at a file URL, with what lies beside it: reads every byte, in a time that grows with their number.
  ///
  /// Throws `LogError` if there is no log that can be opened; whatever else is wrong is in ``problems``.
  public init(of log: URL) throws {
    self = try LogReader(path: log.path(percentEncoded: false)).verify()
  }
}

extension LogReader {
  /// Reads every byte of the log and checks it: checksums, shapes, columns, the order of steps, the
  /// indexes. Goes on behind what is damaged. `progress` is told how many bytes of the file are done.
  package func verify(
    progress: (_ bytes: Int) throws -> Void = { _ in }
  ) throws -> Verification {
    var verifier = LogVerifier(self)
    while !verifier.isAtEnd {
      _ = try verifier.checkFrame()
      try progress(verifier.scan.offset)
    }
    verifier.finish()
    return verifier.result
  }
}

extension Chunk {
  /// Reads every payload and every draw as a tree.
  func checkPayloads() throws(ByteFault) {
    let form = CanonicalForm(shapes: shapes, into: ByteBuffer())
    for index in 0..<head.count {
      try payload(of: index) { (shape, row) throws(ByteFault) in
        try form.check(shape: shape, row: row)
      }
      try forEachDraw(of: index) { (shape, row) throws(ByteFault) in
        try form.check(shape: shape, row: row)
      }
    }
  }
}

extension Checkpoint {
  /// Reads every state as a tree, and gives the step.
  func checkStates() throws(ByteFault) -> Step {
    let form = CanonicalForm(shapes: shapes, into: ByteBuffer())
    for store in 0..<storeCount {
      try state(of: store) { (shape, row) throws(ByteFault) in
        try form.check(shape: shape, row: row)
      }
    }
    return step
  }
}

extension CanonicalForm {
  /// Throws if a row contradicts its shape or holds text that is not UTF-8.
  fileprivate func check(shape: Int, row: UnsafeRawBufferPointer) throws(ByteFault) {
    _ = try tree(shape: shape, row: row)
  }
}
