import PlayheadCoding
import PlayheadLog

extension ActionType {
  /// The name, without control characters, and the version if it is not 1.
  var title: String { name.visible + (version == 1 ? "" : " (version \(version))") }
}
