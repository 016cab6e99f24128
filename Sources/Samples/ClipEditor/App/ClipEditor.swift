public import PlayheadFlux
package import PlayheadPlugins
public import PlayheadTerminal
import SampleSupport

/// A video editor for the terminal, made of plug-ins over a shared preview: tracks with clips,
/// stickers, texts and filters, a menu with three levels, undo and redo, drafts, and a cover editor
/// that is a plug-in made of plug-ins.
public struct ClipEditor: TerminalApp {
  /// What logs call the app.
  public static let appName = "clip-editor"

  /// Where the editor's actions go. They are handled where they are dispatched, so that a line is done
  /// when `perform` returns; an app with a window would choose the main queue.
  public let dispatcher: Dispatcher

  let plugins: EditorPlugins
  let player: Player
  let drafts: DraftKeeper
  private let callbacks: PreviewCallbacks

  /// An editor with an empty film, which keeps drafts in files and plays in real time.
  public init(inputs: SystemInputs) throws {
    try self.init(inputs: inputs, fault: nil)
  }

  /// The same, with a mistake in it.
  package init(inputs: SystemInputs, fault: ClipEditorFault?) throws {
    try self.init(
      inputs: inputs, files: DraftFolder(), sleep: { try await Task.sleep(for: $0) },
      fault: fault)
  }

  /// An editor with an empty film.
  ///
  /// - Parameters:
  ///   - inputs: Where dates and the like come from.
  ///   - files: Where drafts are kept.
  ///   - sleep: How the player waits for the next frame.
  ///   - extraPlugins: Plug-ins beside its own, which know of these by nothing.
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

  /// Tells the plug-ins that a person sees the editor.
  public func start() {
    plugins.host.notify((any EditorLifeCycle).self) { $0.editorDidAppear() }
  }

  /// Tells the plug-ins that the editor goes away, which pauses the film, waits for the player and
  /// for drafts that are being written, and lets those of the session alone go.
  public func finish() {
    plugins.host.notify((any EditorLifeCycle).self) { $0.editorWillDisappear() }
    blocking { [player, drafts] in
      await player.finish()
      await drafts.finish()
    }
    drafts.endSession()
  }

  /// What lines the editor understands.
  public static var commandHelp: String { commands.help }

  /// Does what a line says; an empty line and one that begins with `#` say nothing.
  ///
  /// - Throws: `CommandError`, one sentence with what would do.
  @discardableResult public func perform(_ line: String) throws -> String? {
    try ClipEditor.commands.perform(line, on: self)
  }

  /// The editor as plain text: the cover editor while it is open.
  public var view: String {
    let model = EditorModel(
      states, cover: plugins.dock.dock.state.cover, drafts: plugins.drafts.drafts.state)
    return EditorView(model: model).description
  }
}
