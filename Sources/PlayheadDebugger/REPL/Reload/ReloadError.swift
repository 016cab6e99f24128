/// Why a program cannot be built again, or not be gone on with.
package enum ReloadError: Error, Equatable {
  /// It is not known which file the program came from.
  case noFile
  /// SwiftPM did not put the file where it is.
  case notBuilt(String)
  /// There is no `swift`, or it cannot be started.
  case noCompiler(reason: String)
  /// The package does not build; what was wrong has been shown.
  case unbuildable(product: String)
  /// The new program cannot be started.
  case unstartable(String, reason: String)
}

extension ReloadError: CustomStringConvertible {
  /// What is wrong, and the way out.
  package var description: String {
    switch self {
    case .noFile:
      "it is not known which file this program came from; end it, and start it from a package's '.build'"
    case .notBuilt(let file):
      "SwiftPM did not build '\(file)' where it is, so it cannot be built again; start it from a package's "
        + "'.build', or by 'swift run'"
    case .noCompiler(let reason):
      "'swift' cannot be started (\(reason)); put the toolchain's folder into 'PATH'"
    case .unbuildable(let product):
      "'\(product)' does not build, see above; the old program goes on"
    case .unstartable(let file, let reason):
      "'\(file)' was built and cannot be started (\(reason)); the old program goes on"
    }
  }
}
