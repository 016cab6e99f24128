package import PlayheadDebugger

/// The output and exit code of a call.
package struct Outcome: Equatable {
  package var output: String
  package var error: String
  package var code: ExitCode

  package init(output: String = "", error: String = "", code: ExitCode = .good) {
    self.output = output
    self.error = error
    self.code = code
  }
}
