import Foundation
package import PlayheadLog

extension LogReader {
  /// The path of what lies in the place of the tail of a log that was not closed, and has nothing of its
  /// recording: another's tail, an empty one, or no regular file; nil if nothing does.
  package var strangeTail: String? {
    guard !isClosed, !isBeingWritten, facts.tail == nil else { return nil }
    let path = LogFormat.tailPath(of: name)
    var tail = stat()
    return lstat(path, &tail) == 0 ? path : nil
  }
}
