import PlayheadReading
import PlayheadLog

extension LogReader {
  /// The log's name with another extension, without its folder; `session` for standard input.
  func fileName(with fileExtension: String) -> String {
    let file = hasFile ? name.split(separator: "/").last.map(String.init) : nil
    let name = file ?? "session"
    let ending = ".playhead"
    return (name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : name)
      + ".\(fileExtension)"
  }
}
