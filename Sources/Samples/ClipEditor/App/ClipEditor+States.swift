import PlayheadFlux
package import PlayheadPlugins

extension ClipEditor {
  /// Whether the cover editor is open.
  package var isCoverOpen: Bool { plugins.host.loaded.state.contains(plugins.cover.name) }

  /// The scene that the user edits.
  package var scene: Scene { isCoverOpen ? .cover : .film }

  /// The plug-ins that every scene has, in the scene that the user edits.
  var parts: SceneParts { isCoverOpen ? plugins.cover.parts : plugins.base }

  /// The context of the scene's plug-ins.
  var context: EditorContext {
    let film = plugins.context(of: dispatcher)
    return isCoverOpen ? plugins.cover.context(in: film) : film
  }

  /// The user's work in the scene.
  package var composition: Composition { context.composition }

  /// The selected item of the scene.
  package var selected: ItemID? { context.selection() }

  /// The scene's preview.
  package var preview: Preview { context.preview() }

  /// The scene's menu.
  package var menu: Menu { parts.menu.menu.state }

  /// The scene's undo history.
  package var history: History { parts.history.history.state }

  /// The known drafts.
  package var knownDrafts: Drafts { plugins.drafts.drafts.state }

  /// The film with its cover.
  package var draft: Draft { plugins.draft() }

  /// The editor's plug-ins.
  package var host: PluginHost<EditorContext> { plugins.host }

  /// The states of the scene.
  var states: SceneStates {
    SceneStates(
      scene: scene, composition: composition, preview: preview, selected: selected, menu: menu,
      history: history, loaded: context.loaded())
  }
}
