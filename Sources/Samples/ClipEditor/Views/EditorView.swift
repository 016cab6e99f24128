import SampleSupport

/// The editor as a page of plain text.
struct EditorView: CustomStringConvertible {
  var model: EditorModel

  var description: String {
    var lines = [PreviewView(scene: model.scene, model: model.preview).description]
    if let timeline = model.timeline { lines.append(TimelineView(model: timeline).description) }
    lines.append(menu)
    lines.append("[\(status.joined(separator: " · "))]")
    return lines.joined(separator: "\n")
  }

  private var menu: String {
    let subject = model.menu.subject.map { " (\($0))" } ?? ""
    return "menu \(model.menu.level)\(subject): \(model.menu.entries.joined(separator: ", "))"
  }

  private var status: [String] {
    var status = ["undo \(model.undoable), redo \(model.redoable)"]
    if let cover = model.cover { status.append("cover: \(cover)") }
    if !model.unplugged.isEmpty {
      status.append("unplugged: \(model.unplugged.joined(separator: ", "))")
    }
    return status + ["drafts: \(model.drafts.printable)"]
  }
}
