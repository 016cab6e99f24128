import TestSupport
import TextEditor

extension Desk {
  /// A desk with the apps of these tests.
  convenience init() throws {
    try self.init(apps: [TextEditor.self, Raffle.self])
  }
}
