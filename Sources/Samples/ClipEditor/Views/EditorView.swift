import SampleSupport

/// The editor as a page of plain text.
struct EditorView: CustomStringConvertible {
  var model: EditorModel

  var description: String {
    var lines = [menu, "[\(status.joined(separator: " · "))]"]
    if let timeline = model.timeline { lines = TimelineView(model: timeline).lines + lines }
    let room = Page.lines - lines.count
    let preview = PreviewView(scene: model.scene, model: model.preview, room: room)
    return ([preview.description] + lines).joined(separator: "\n")
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
