public import PlayheadFlux
package import PlayheadPlugins
public import PlayheadTerminal
import SampleSupport

/// A video editor for the terminal, made of plug-ins around a shared preview: tracks with clips, stickers,
/// texts and filters, a menu with three levels, undo and redo, drafts, and a cover editor that is a plug-in
/// made of plug-ins.
public struct ClipEditor: TerminalApp {
  /// The app's name in logs.
  public static let appName = "clip-editor"

  /// Takes the editor's actions. Handles them in place, so that a line is done when `perform` returns. An app
  /// with a window would use the main queue.
  public let dispatcher: Dispatcher

  let plugins: EditorPlugins
  let player: Player
  let drafts: DraftKeeper
  private let callbacks: PreviewCallbacks

  /// An editor with an empty film. It keeps drafts in files, and plays in real time.
  public init(inputs: SystemInputs) throws {
    try self.init(inputs: inputs, fault: nil)
  }

  /// The same, with a mistake.
  package init(inputs: SystemInputs, fault: ClipEditorFault?) throws {
    try self.init(
      inputs: inputs, files: DraftFolder(), sleep: { try await Task.sleep(for: $0) },
      fault: fault)
  }

  /// An editor with an empty film.
  ///
  /// - Parameters:
  ///   - inputs: The source of dates, UUIDs and random numbers.
  ///   - files: Stores the drafts.
  ///   - sleep: Waits for the player's next frame.
  ///   - extraPlugins: More plug-ins. The editor's own plug-ins do not know them.
  ///   - fault: A mistake to make, for exercises.
  package init(
    inputs: SystemInputs, files: any DraftFiles, sleep: @escaping Sleep,
    extraPlugins: [any Plugin<EditorContext>] = [], fault: ClipEditorFault? = nil
  ) throws {
    let plugins = try EditorPlugins(and: extraPlugins, fault)
    player = Player(of: plugins.preview, sleep: sleep)
    drafts = DraftKeeper(files: files, draft: plugins.draft, folder: plugins.draftFolder)
    dispatcher = Dispatcher(inputs: inputs, middleware: [drafts, player])
    try dispatcher.register(plugins.host.stores)
    plugins.host.open(in: plugins.context(of: dispatcher))
    callbacks = PreviewCallbacks(from: dispatcher, to: plugins.host, of: plugins.preview)
    self.plugins = plugins
  }

  /// Tells the plug-ins that the editor is visible.
  public func start() {
    plugins.host.notify((any EditorLifeCycle).self) { $0.editorDidAppear() }
  }

  /// Tells the plug-ins that the editor closes, which pauses the film. Waits for the player and for drafts
  /// that are being written, and deletes drafts of the session.
  public func finish() {
    plugins.host.notify((any EditorLifeCycle).self) { $0.editorWillDisappear() }
    blocking { [player, drafts] in
      await player.finish()
      await drafts.finish()
    }
    drafts.endSession()
  }

  /// The lines that the editor understands.
  public static var commandHelp: String { commands.help }

  /// Performs a line. Ignores empty lines, and lines that begin with `#`.
  ///
  /// - Throws: `CommandError`, with one sentence that says what to do.
  @discardableResult public func perform(_ line: String) throws -> String? {
    try ClipEditor.commands.perform(line, on: self)
  }

  /// The editor as plain text, or the cover editor while it is open.
  public var view: String {
    EditorView(model: model).description
  }

  /// The film's timeline as SVG; nil while the cover editor is open.
  package var svg: String? { TimelinePicture(of: model)?.svg }

  private var model: EditorModel {
    EditorModel(
      states, cover: plugins.dock.dock.state.cover, drafts: plugins.drafts.drafts.state)
  }
}
