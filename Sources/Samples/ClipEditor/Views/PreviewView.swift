import SampleSupport

/// The preview as plain text: a line for the moment, and one for each item on the screen.
struct PreviewView: CustomStringConvertible {
  var scene: String
  var model: PreviewModel
  /// The most lines.
  var room: Int

  var description: String {
    let moment = "\(scene): \(model.position) of \(model.duration), \(model.playState)"
    let latest = model.entries.firstIndex(where: \.isLatest)
    let things = model.entries
      .map { "  " + ($0.hasHandles ? "◆ " : "· ") + $0.text.printable }
      .folded(to: room - 1, keeping: latest) { "  … \($0) more" }
    return ([moment] + (things.isEmpty ? ["  (nothing to see)"] : things))
      .joined(separator: "\n")
  }
}
