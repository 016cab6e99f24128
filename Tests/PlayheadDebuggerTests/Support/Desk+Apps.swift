import Foundation
import TestSupport
import TextEditor

extension Desk {
  /// The tool itself, which is built along with these tests.
  static let tool = Bundle.main.bundleURL.appending(path: "playhead").path(percentEncoded: false)

  /// A desk with the apps of these tests.
  convenience init() throws {
    try self.init(apps: [TextEditor.self, Raffle.self])
  }
}
